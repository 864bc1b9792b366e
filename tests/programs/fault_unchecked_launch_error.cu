// A launch that fails without the program noticing.
// output: done
#include <cstdio>
__global__ void nothing() {}
int main() {
    nothing<<<1, 4096>>>();  // expect: launch_error unchecked_launch_error
    printf("done\n");
}
