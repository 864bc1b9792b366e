// A kernel that stops itself.
// message: __trap at fault_trap.cu:4
__global__ void stop(int n) {
    if (threadIdx.x == n) __trap();  // expect: assert_failed
}

int main() {
    stop<<<1, 32>>>(7);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
