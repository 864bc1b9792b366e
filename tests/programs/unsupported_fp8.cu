// Named as unsupported, with the line.
// unsupported: 8-bit floating point (cuda_fp8.h), line 3
#include <cuda_fp8.h>
int main() {}
