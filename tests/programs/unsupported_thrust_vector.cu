// A library that is not there is named.
// unsupported: Thrust
#include <thrust/device_vector.h>
int main() {}
