// Values that change in ways that are easily overlooked, over barriers: in parentheses, through casts, pointers,
// references, structured bindings, members, macros, and by functions that keep an address.
#include <cstdint>
#include <cstdio>

#define SUM sum
#define LAST(v) (&(v))
#define RAISE(v) raise(v)
#define LOOP(i, n) for (int i = 0; i < (n); ++i)

typedef float Row[4];
using Real = float;

struct Window {
    int count;
    int places[4];
    __device__ int* first() { return places; }
};
struct Cursor {
    int* place;
    __device__ explicit Cursor(int& v) : place(&v) {}
    __device__ void step() { *place += 7; }
};
struct Sum {
    int total;
    __device__ Sum& operator<<(int v) {
        total += v;
        return *this;
    }
};
struct Counter {
    int calls;
    __device__ int operator()(int v) { return v + ++calls; }
};

__device__ void raise(int& v) { v += 100; }
__device__ int* same(int* p) { return p; }
__device__ int* place_of(int& v) { return &v; }
__device__ void leave(int** where, int* p) { *where = p; }

__global__ void parentheses(int* out) {
    __shared__ int s[32];
    int a = threadIdx.x, b = 1, c = 2;
    s[threadIdx.x] = a;
    __syncthreads();
    (a) += 5;
    ++(b);
    (a > 20 ? b : c) = 9;
    ((c)) *= 2;
    __syncthreads();
    out[threadIdx.x] = a * 10000 + b * 100 + c + s[31 - threadIdx.x] % 2;
}

__global__ void casts(int* out) {
    __shared__ int s[32];
    float f = threadIdx.x, g = 3;
    int i = threadIdx.x;
    s[i] = i;
    __syncthreads();
    *(int*)&f ^= 0x80000000;
    *(uint32_t*)&g |= 1u << 31;
    static_cast<int&>(i) += s[(i + 1) % 32];
    (int&)i += 1;
    __syncthreads();
    reinterpret_cast<unsigned&>(f) &= 0x7fffffffu;
    __syncthreads();
    out[threadIdx.x] = int(f) * 1000 + int(g) * 100 + i;
}

__global__ void pointers(int* out) {
    __shared__ int s[32];
    int x = threadIdx.x, y = 1, z = 2, w = 3, v = 4;
    int *p = &x, *q = same(&y), *r = place_of(z), *t = LAST(w), *u;
    leave(&u, &v);
    s[threadIdx.x] = x;
    __syncthreads();
    *p += 1, *q += 2, *r += 3, *t += 4, *u += 5;
    __syncthreads();
    out[threadIdx.x] = x + 10 * y + 100 * z + 1000 * w + 10000 * v + s[0];
}

__global__ void members(int* out) {
    __shared__ int s[32];
    Window window = {4, {1, 2, 3, 4}};
    int *first = window.first(), *last = window.places + 3;
    Row row = {1, 2, 3, 4};
    Real* second = row + 1;
    int4 four = make_int4(1, 2, 3, 4);
    int* z = &four.z;
    int own = threadIdx.x;
    Cursor cursor(own);
    Sum sum{0};
    s[threadIdx.x] = own;
    __syncthreads();
    *first += 10, *last += own, *second += 5, *z += own;
    cursor.step();
    sum << s[31 - threadIdx.x] << 1;
    __syncthreads();
    auto& [count, places] = window;
    count += places[0];
    out[threadIdx.x] = window.count + window.places[3] + int(row[1]) * 100 + four.z + own * 10000 + sum.total;
}

__global__ void references(int n, int m, Counter counter, Sum total, int* out) {
    __shared__ int s[32];
    int& a = n;
    a += threadIdx.x;
    int b = 2, sum = 0;
    int& c{b};
    c += threadIdx.x;
    SUM += counter(m);
    s[threadIdx.x] = b;
    __syncthreads();
    SUM += n;
    RAISE(b);
    RAISE(m);
    total << s[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 3; ++i) {
        sum += b + m;
        __syncthreads();
    }
    out[threadIdx.x] = sum * 100 + counter(0) * 10 + total.total;
}

__global__ void loops(int n, int* out) {
    __shared__ int s[32];
    LOOP(i, 2) { s[threadIdx.x] = i + threadIdx.x; }
    int mine = threadIdx.x * 2;
    __syncthreads();
    int sum = n;
    {
        sum += n;
        int n = mine;
        __syncthreads();
        sum += n + s[31 - threadIdx.x];
    }
    LOOP(i, 3) sum += i;
    out[threadIdx.x] = sum;
}

__global__ void quotient(int n, int k, int* out) {
    __shared__ int s[32];
    if (k == 0) return;
    int each = n / k;
    s[threadIdx.x] = each;
    __syncthreads();
    for (int i = 0; i < each; ++i) {
        s[threadIdx.x] += i;
        __syncthreads();
    }
    out[threadIdx.x] = s[31 - threadIdx.x];
}

int main() {
    int* out;
    cudaMallocManaged(&out, 32 * sizeof(int));
    const auto show = [&] {
        cudaDeviceSynchronize();
        printf("%d %d %d\n", out[0], out[7], out[31]);
    };
    parentheses<<<1, 32>>>(out), show();
    casts<<<1, 32>>>(out), show();
    pointers<<<1, 32>>>(out), show();
    members<<<1, 32>>>(out), show();
    references<<<1, 32>>>(10, 1, Counter{0}, Sum{5}, out), show();
    loops<<<1, 32>>>(5, out), show();
    quotient<<<1, 32>>>(5, 0, out), show();
    quotient<<<1, 32>>>(12, 3, out), show();
    cudaFree(out);
}
// output: 50219 120218 360904
// output: -298 6716 30732
// output: 97531 97538 97562
// output: 70754 140761 380785
// output: 62127 64934 74558
// output: 45 52 76
// output: 45 52 76
// output: 10 10 10
// phases: 5
