// One source, compiled for several instruction sets; the loader picks by the processor at run time.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define CUSET_CPU_TARGETS __attribute__((target_clones("arch=skylake-avx512", "arch=haswell", "default")))
#else
#define CUSET_CPU_TARGETS
#endif
