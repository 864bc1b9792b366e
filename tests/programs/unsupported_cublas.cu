// A library that is not there is named.
// unsupported: cuBLAS
#include <cublas_v2.h>
int main() {}
