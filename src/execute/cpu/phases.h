// Kernels as phases: `cuset_phases_k` runs a whole block of kernel k, from one barrier to the next as a loop over its
// threads, which the compiler can make vectors of. In each phase a thread's variables are loaded from, and stored to,
// memory of its own; what has one value for all threads (loop counters, sizes) stays a plain variable of the function.
//
//     float sum = 0;                            ::cuset_rt::PerThread<float> cuset_v_sum(cuset_phases);
//                                               cuset_phases.each([&](threadIdx, thread) {
//                                                   float sum = 0; cuset_v_sum.set(thread, sum); });
//     for (int k = 0; k < n; k += 16) {         for (int k = 0; k < n; k += 16) {
//         tile[threadIdx.x] = a[k];                 cuset_phases.each([&](...) { tile[threadIdx.x] = a[k]; });
//         __syncthreads();
//         sum += tile[0];                           cuset_phases.each([&](...) { auto sum = cuset_v_sum[thread]; ...
//         });
//         __syncthreads();
//     }                                         }
//
// Only where the text alone shows that it is right: every barrier is a statement of the kernel itself, below conditions
// that have one value for all threads. Other kernels run as before.
#pragma once

#include <string>
#include <string_view>

#include "execute/cpu/barrier_reach.h"

namespace cuset::execute::cpu {

constexpr std::string_view kPhasesPrefix = "cuset_phases_";

// The text with such a function after each kernel that can have one.
std::string add_phases(std::string_view text, const BarrierReach& reach);

}  // namespace cuset::execute::cpu
