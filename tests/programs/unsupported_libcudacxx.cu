// A library that is not there is named.
// unsupported: libcu++
#include <cuda/std/atomic>
int main() {}
