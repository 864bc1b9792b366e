// Named as unsupported, with the line.
// unsupported: libcu++ (cuda/std/atomic), line 3
#include <cuda/std/atomic>
int main() {}
