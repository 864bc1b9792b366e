// A launch of a kernel that does not exist.
// compile-error: compile_error_kernel_name.cu:6:
__global__ void kernel(int* x) { *x = 1; }

int main() {
    kernle<<<1, 1>>>(nullptr);
}
