// Named as unsupported, with the line.
// unsupported: tiles of more than one warp (tiled_partition<64>), line 5
#include <cooperative_groups.h>
__global__ void k() {
    auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());
    tile.sync();
}
int main() {
    k<<<1, 64>>>();
}
