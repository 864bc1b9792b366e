// The draft functions of the task families, and the compositions that each has. See the table in families.cpp.
#pragma once

#include "synthesize/problem.h"
#include "synthesize/style.h"

namespace cuset::synthesize {

// families_map.cpp
std::vector<Composition> map_chain_compositions();
Draft map_chain(const Composition&, const Style&, Random&);
std::vector<Composition> map_two_compositions();
Draft map_two(const Composition&, const Style&, Random&);
std::vector<Composition> broadcast_compositions();
Draft broadcast(const Composition&, const Style&, Random&);
std::vector<Composition> gather_scatter_compositions();
Draft gather_scatter(const Composition&, const Style&, Random&);

// families_histogram.cpp
std::vector<Composition> histogram_compositions();
Draft histogram(const Composition&, const Style&, Random&);

// families_reduce.cpp
std::vector<Composition> reduction_compositions();
Draft row_reduce(const Composition&, const Style&, Random&);
Draft column_reduce(const Composition&, const Style&, Random&);
Draft block_reduce(const Composition&, const Style&, Random&);
Draft warp_reduce(const Composition&, const Style&, Random&);
Draft total_sum(const Composition&, const Style&, Random&);

// families_row.cpp
std::vector<Composition> row_normalize_compositions();
Draft row_normalize(const Composition&, const Style&, Random&);
std::vector<Composition> row_scan_compositions();
Draft row_scan(const Composition&, const Style&, Random&);

// families_matrix.cpp
Draft transpose(const Composition&, const Style&, Random&);
Draft transpose_tiled(const Composition&, const Style&, Random&);
std::vector<Composition> matmul_compositions();
Draft matmul(const Composition&, const Style&, Random&);

// families_stencil.cpp
std::vector<Composition> stencil_1d_compositions();
Draft stencil_1d(const Composition&, const Style&, Random&);
std::vector<Composition> stencil_2d_compositions();
Draft stencil_2d(const Composition&, const Style&, Random&);

}  // namespace cuset::synthesize
