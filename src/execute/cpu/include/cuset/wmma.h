// nvcuda::wmma. A fragment's elements lie in row order over the lanes, x[i] of lane l being element l * num_elements +
// i; where CUDA gives a lane more elements than that needs, the matrix is held several times.
#pragma once

#include "cuda_bf16.h"
#include "cuset/lane_exchange.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}

}  // namespace wmma
}  // namespace nvcuda

namespace cuset_rt {
namespace wmma {

using namespace nvcuda::wmma;

// What an element is in memory, what products are computed in, and whether CUDA has the shape for its factors.
template <class T>
struct Element;
constexpr bool is_16(int m, int n, int k) {
    return k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
}
#define CUSET_ELEMENT(T, Storage, Wide, condition)                              \
    template <>                                                                 \
    struct Element<T> {                                                         \
        using storage = Storage;                                                \
        using wide = Wide;                                                      \
        static constexpr bool factor(int m, int n, int k) { return condition; } \
    };
CUSET_ELEMENT(__half, __half, float, is_16(m, n, k))
CUSET_ELEMENT(__nv_bfloat16, __nv_bfloat16, float, is_16(m, n, k))
CUSET_ELEMENT(signed char, signed char, int, is_16(m, n, k))
CUSET_ELEMENT(unsigned char, unsigned char, int, is_16(m, n, k))
CUSET_ELEMENT(precision::tf32, float, float, m == 16 && n == 16 && k == 8)
CUSET_ELEMENT(double, double, double, m == 8 && n == 8 && k == 4)
CUSET_ELEMENT(float, float, float, false && m + n + k)
CUSET_ELEMENT(int, int, int, false && m + n + k)
#undef CUSET_ELEMENT

template <class Use, int m, int n, int k>
struct Shape;
template <int m, int n, int k>
struct Shape<matrix_a, m, n, k> {
    static constexpr int rows = m, columns = k;
};
template <int m, int n, int k>
struct Shape<matrix_b, m, n, k> {
    static constexpr int rows = k, columns = n;
};
template <int m, int n, int k>
struct Shape<accumulator, m, n, k> {
    static constexpr int rows = m, columns = n;
};

// A factor's element as the multiplier sees it: tf32 drops the low 13 bits.
template <class T>
inline typename Element<T>::wide widen(typename Element<T>::storage x) {
    return static_cast<typename Element<T>::wide>(x);
}
template <>
inline float widen<precision::tf32>(float x) {
    return float_of(bits_of(x) & 0xffffe000u);
}
// The result as the accumulator holds it.
template <class T, class Wide>
inline T narrow(Wide sum, bool) {
    return static_cast<T>(sum);
}
template <>
inline __half narrow<__half, float>(float sum, bool finite) {
    const __half x = sum;
    if (!finite) return x;
    return __hisnan(x) ? CUDART_ZERO_FP16 : __hmax(__hmin(x, CUDART_MAX_NORMAL_FP16), -CUDART_MAX_NORMAL_FP16);
}
template <>
inline int narrow<int, long long>(long long sum, bool finite) {
    if (!finite) return static_cast<int>(static_cast<unsigned>(sum));
    return sum < INT32_MIN ? INT32_MIN : sum > INT32_MAX ? INT32_MAX : static_cast<int>(sum);
}
template <class Wide>
struct Sum {
    using type = Wide;
};
template <>
struct Sum<int> {
    using type = long long;
};

}  // namespace wmma
}  // namespace cuset_rt

namespace nvcuda {
namespace wmma {

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
    using Element = cuset_rt::wmma::Element<T>;
    using Shape = cuset_rt::wmma::Shape<Use, m, n, k>;
    static constexpr bool kFactor = !__is_same(Use, accumulator);
    static constexpr bool kLayout = __is_same(Layout, row_major) || __is_same(Layout, col_major);
    static_assert(kFactor == kLayout && (!kFactor || Element::factor(m, n, k)), "wmma has no such fragment");

   public:
    using element_type = T;
    using storage_element_type = typename Element::storage;
    enum {
        num_elements = kFactor && __is_same(T, __half) ? 16 : Shape::rows * Shape::columns / 32,
        num_storage_elements = num_elements
    };
    storage_element_type x[num_elements];
};

template <class Use, int m, int n, int k, class T, class Layout>
inline void fill_fragment(fragment<Use, m, n, k, T, Layout>& f,
                          const typename fragment<Use, m, n, k, T, Layout>::storage_element_type& value) {
    for (auto& x : f.x) x = value;
}

}  // namespace wmma
}  // namespace nvcuda

namespace cuset_rt {
namespace wmma {

// A lane's elements of both factors.
template <int m, int n, int k, class T>
struct Factors {
    using Wide = typename Element<T>::wide;
    using Sum = typename wmma::Sum<Wide>::type;
    static constexpr int rows = m, columns = n, inner = k;
    enum {
        in_a = fragment<matrix_a, m, n, k, T, row_major>::num_elements,
        in_b = fragment<matrix_b, m, n, k, T, row_major>::num_elements
    };
    Wide a[in_a], b[in_b];
};

// Adds the products for the calling lane's elements of the result, which are a part of one row or several whole ones.
template <class Factors>
CUSET_UNCHECKED inline void add_products(const LaneExchange<const Factors*>& lanes, typename Factors::Sum* sums) {
    constexpr int in_a = Factors::in_a, in_b = Factors::in_b, columns = Factors::columns, inner = Factors::inner;
    constexpr int count = Factors::rows * columns / 32, width = count < columns ? count : columns;
    constexpr int run = width < in_b ? width : in_b;  // elements of b that lie in one lane; all are powers of two
    const int own = lane() * count;
    for (int part = 0; part < count; part += width) {
        const int row = (own + part) / columns, column = (own + part) % columns;
        for (int i = 0; i < inner; ++i) {
            const int at_a = row * inner + i;
            const typename Factors::Sum factor = lanes.of(at_a / in_a)->a[at_a % in_a];
            for (int j = 0; j < width; j += run) {
                const int at_b = i * columns + column + j;
                const typename Factors::Wide* b = lanes.of(at_b / in_b)->b + at_b % in_b;
                for (int l = 0; l < run; ++l) sums[part + j + l] += factor * b[l];
            }
        }
    }
}

// Calls use(x[i], offset in memory) for the elements of the calling lane. The lanes have met before.
template <class Use, int m, int n, int k, class T, class Layout, class Function>
inline void each(fragment<Use, m, n, k, T, Layout>& f, bool by_rows, unsigned stride, Function use, const char* file,
                 int line) {
    constexpr int columns = Shape<Use, m, n, k>::columns, count = Shape<Use, m, n, k>::rows * columns;
    __syncwarp(0xffffffffu, file, line);
    const int first = lane() * f.num_elements;
    for (int i = 0; i < f.num_elements; ++i) {
        const int at = (first + i) % count;
        const size_t row = static_cast<size_t>(at / columns), column = static_cast<size_t>(at % columns);
        use(f.x[i], by_rows ? row * stride + column : column * stride + row);
    }
}

}  // namespace wmma
}  // namespace cuset_rt

namespace nvcuda {
namespace wmma {

template <class Use, int m, int n, int k, class T, class Layout, class Memory>
inline void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& f, const Memory* from, unsigned stride, CUSET_HERE) {
    using Storage = typename fragment<Use, m, n, k, T, Layout>::storage_element_type;
    static_assert(__is_same(Memory, Storage), "load_matrix_sync: the pointer's type is not the fragment's");
    static_assert(!__is_same(Layout, void), "load_matrix_sync: an accumulator needs the memory's layout");
    cuset_rt::wmma::each(
        f, __is_same(Layout, row_major), stride, [=](Storage& x, size_t at) { x = from[at]; }, file, line);
}
template <int m, int n, int k, class T>
inline void load_matrix_sync(fragment<accumulator, m, n, k, T>& f, const T* from, unsigned stride, layout_t layout,
                             CUSET_HERE) {
    cuset_rt::wmma::each(
        f, layout == mem_row_major, stride, [=](T& x, size_t at) { x = from[at]; }, file, line);
}
template <int m, int n, int k, class T>
inline void store_matrix_sync(T* to, const fragment<accumulator, m, n, k, T>& f, unsigned stride, layout_t layout,
                              CUSET_HERE) {
    cuset_rt::wmma::each(
        const_cast<fragment<accumulator, m, n, k, T>&>(f), layout == mem_row_major, stride,
        [=](const T& x, size_t at) { to[at] = x; }, file, line);
}

// d = a * b + c: every lane shows its factors, widened, and computes its own elements. Products are exact; sums are of
// float, double or int, rounded once to the accumulator's type. finite: no infinities or NaNs, int saturates.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class D, class C>
inline void mma_sync(fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                     const fragment<matrix_b, m, n, k, T, LayoutB>& b, const fragment<accumulator, m, n, k, C>& c,
                     bool finite = false, CUSET_HERE) {
    using Factors = cuset_rt::wmma::Factors<m, n, k, T>;
    constexpr int count = m * n / 32;
    Factors own;
    for (int i = 0; i < Factors::in_a; ++i) own.a[i] = cuset_rt::wmma::widen<T>(a.x[i]);
    for (int i = 0; i < Factors::in_b; ++i) own.b[i] = cuset_rt::wmma::widen<T>(b.x[i]);
    typename Factors::Sum sums[count];
    for (int i = 0; i < count; ++i) sums[i] = static_cast<typename Factors::Wide>(c.x[i]);
    const cuset_rt::LaneExchange<const Factors*> lanes(0xffffffffu, &own, file, line);
    cuset_rt::wmma::add_products(lanes, sums);
    for (int i = 0; i < count; ++i) d.x[i] = cuset_rt::wmma::narrow<D>(sums[i], finite);
}

// To tf32: 10 bits after the leading one, ties away from zero.
inline float __float_to_tf32(float x) {
    const uint32_t bits = cuset_rt::bits_of(x);
    if ((bits & 0x7f800000u) == 0x7f800000u) return x;
    return cuset_rt::float_of((bits + 0x1000u) & 0xffffe000u);
}

}  // namespace wmma
}  // namespace nvcuda
