// One source, compiled for several instruction sets; the loader picks by the processor's features at run time.
// (arch=haswell and the like would ask for that very processor, not for its features.)
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#if __GNUC__ >= 12
#define CUSET_CPU_TARGETS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CUSET_CPU_TARGETS __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#else
#define CUSET_CPU_TARGETS
#endif
