#include "synthesize/families.h"

namespace cuset::synthesize {

const std::vector<Family>& families() {
    static const std::vector<Family> table = {
        {"map_chain", "two or three operations on each element", map_chain_compositions, map_chain},
        {"map_two", "two arrays combined, then an operation", map_two_compositions, map_two},
        {"broadcast", "a matrix and a vector along rows or columns", broadcast_compositions, broadcast},
        {"gather_scatter", "reads or writes through an index array", gather_scatter_compositions, gather_scatter},
        {"histogram", "counts or weights by key with atomics", histogram_compositions, histogram},
        {"row_reduce", "one thread reduces a row", reduction_compositions, row_reduce},
        {"column_reduce", "one thread reduces a column", reduction_compositions, column_reduce},
        {"block_reduce", "one block reduces a row in shared memory", reduction_compositions, block_reduce},
        {"warp_reduce", "one warp reduces a row with shuffles", reduction_compositions, warp_reduce},
        {"total_sum", "shared memory and atomicAdd sum a whole array", operation_pairs, total_sum},
        {"row_normalize", "softmax and other normalisations of rows", row_normalize_compositions, row_normalize},
        {"row_scan", "running sums and extremes along rows", row_scan_compositions, row_scan},
        {"transpose", "a transpose with operations", operation_pairs, transpose},
        {"transpose_tiled", "a transpose through a shared tile", operation_pairs, transpose_tiled},
        {"matmul", "a matrix product with an epilogue", matmul_compositions, matmul},
        {"stencil_1d", "three neighbouring elements", stencil_1d_compositions, stencil_1d},
        {"stencil_2d", "five neighbouring elements of a matrix", stencil_2d_compositions, stencil_2d},
    };
    return table;
}

}  // namespace cuset::synthesize
