// A library that is not there is named.
// unsupported: cuRAND
#include <curand_kernel.h>
int main() {}
