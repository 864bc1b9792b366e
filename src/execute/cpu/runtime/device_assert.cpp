#include "cuset/device_assert.h"

#undef NDEBUG  // with it, <assert.h> does not declare __assert_fail
#include <assert.h>

#include "check/check.h"
#include "internal.h"

namespace cuset_rt {

void device_assert(const char* expression, const char* file, int line, const char* function) {
    if (!in_kernel) __assert_fail(expression, file, static_cast<unsigned>(line), function);
    check::report_at(check::Kind::assert_failed, file, line, "Assertion `%s' failed", expression);
    record_fault(Fault::launch, "%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s' failed.", file, line,
                 function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, expression);
    abandon_kernel(cudaErrorAssert);
}

}  // namespace cuset_rt
