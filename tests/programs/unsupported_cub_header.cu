// A library that is not there is named.
// unsupported: CUB
#include <cub/cub.cuh>
int main() {}
