// A launch with arguments of the wrong types does not compile, and the launch's line is named.
// compile-error: compile_error_argument.cu:7:
__global__ void k(int* x, float v) { *x = static_cast<int>(v); }

int main() {
    double y = 0;
    k<<<1, 1>>>(&y, 1.0f);
}
