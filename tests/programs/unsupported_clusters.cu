// Named as unsupported, with the line.
// unsupported: thread block clusters (this_cluster), line 5
#include <cooperative_groups.h>
__global__ void k() {
    cooperative_groups::this_cluster().sync();
}
int main() {
    k<<<1, 1>>>();
}
