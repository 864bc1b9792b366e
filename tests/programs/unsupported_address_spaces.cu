// Named as unsupported, with the line.
// unsupported: questions about address spaces (__isGlobal), line 4
__global__ void k(const void* p, int* y) {
    *y = __isGlobal(p);
}
int main() {}
