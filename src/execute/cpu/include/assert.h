// The C library's <assert.h>, with an assert that names the block and thread when it fails in a kernel. It may be
// included again with another NDEBUG, and so has no include guard.
#include_next <assert.h>

#include "cuset/device_assert.h"
#undef assert
#if defined(NDEBUG)
#define assert(...) (static_cast<void>(0))
#else
#define assert(...)                 \
    (static_cast<bool>(__VA_ARGS__) \
         ? static_cast<void>(0)     \
         : ::cuset_rt::device_assert(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
