// Arrays, pitched memory of three dimensions, and the copies between all kinds of memory. A copy of several rows ends
// in cudaMemcpy2D, which knows what memory is which.
#include "arrays.h"

#include <algorithm>

namespace cuset_rt {
namespace {

bool same_bits(const cudaChannelFormatDesc& f, int components) {
    const int bits[] = {f.x, f.y, f.z, f.w};
    for (int i = 0; i < 4; ++i)
        if (bits[i] != (i < components ? f.x : 0)) return false;
    return true;
}

const cudaArray* find(cudaArray_const_t array) {
    return handles<cudaArray>().find(array);
}

// One side of a copy: where it starts, and how far its rows and slices are apart.
struct Side {
    char* start;
    size_t pitch, slice;
};

// Whether `width` bytes of `height` rows from (x, y) lie in the array.
bool inside(const cudaArray& a, size_t x, size_t y, size_t width, size_t height) {
    return x <= a.pitch && width <= a.pitch - x && y <= a.rows && height <= a.rows - y;
}

Side side_of(const cudaArray& a, size_t x, size_t y, size_t z) {
    return {a.data + (z * a.rows + y) * a.pitch + x, a.pitch, a.pitch * a.rows};
}

cudaError_t copy_box(const Side& to, const Side& from, size_t width, size_t height, size_t depth, cudaMemcpyKind kind) {
    for (size_t z = 0; z < depth; ++z) {
        const cudaError_t error = cudaMemcpy2D(to.start + z * to.slice, to.pitch, from.start + z * from.slice,
                                               from.pitch, width, height, kind);
        if (error != cudaSuccess) return error;
    }
    return set_error(cudaSuccess);
}

// The side of a 3D copy that `array` or `pointer` names; widths of arrays are in texels.
bool make_side(Side& side, cudaArray_t array, const cudaPitchedPtr& pointer, const cudaPos& at,
               const cudaExtent& extent, size_t element_bytes) {
    if ((array != nullptr) == (pointer.ptr != nullptr)) return false;
    if (array == nullptr) {
        if (at.x + extent.width * element_bytes > pointer.pitch && (extent.height > 1 || extent.depth > 1))
            return false;
        if (extent.depth > 1 && at.y + extent.height > pointer.ysize) return false;
        char* start = static_cast<char*>(pointer.ptr) + (at.z * pointer.ysize + at.y) * pointer.pitch + at.x;
        side = {start, std::max(pointer.pitch, extent.width * element_bytes), pointer.pitch * pointer.ysize};
        return true;
    }
    const cudaArray* found = find(array);
    if (found == nullptr || found->texel_bytes != element_bytes ||
        !inside(*found, at.x * element_bytes, at.y, extent.width * element_bytes, extent.height) ||
        at.z + extent.depth > found->layers)
        return false;
    side = side_of(*found, at.x * element_bytes, at.y, at.z);
    return true;
}

// Copies of consecutive bytes that go from row to row.
template <class Copy>
cudaError_t copy_rows(const cudaArray* array, size_t x, size_t y, size_t bytes, Copy copy) {
    if (array == nullptr || x >= array->pitch || y * array->pitch + x + bytes > array->pitch * array->rows)
        return set_error(cudaErrorInvalidValue);
    return copy(array->data + y * array->pitch + x);
}

}  // namespace

size_t texel_bytes(const cudaChannelFormatDesc& f) {
    const bool right_bits = f.x == 8 || f.x == 16 || f.x == 32;
    const bool right_kind = f.f == cudaChannelFormatKindSigned || f.f == cudaChannelFormatKindUnsigned ||
                            (f.f == cudaChannelFormatKindFloat && f.x != 8);
    if (!right_bits || !right_kind) return 0;
    for (const int components : {1, 2, 4})
        if (same_bits(f, components)) return static_cast<size_t>(f.x / 8 * components);
    return 0;
}

}  // namespace cuset_rt

using namespace cuset_rt;

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height,
                            unsigned flags) {
    if ((flags & (cudaArrayLayered | cudaArrayCubemap)) != 0) return set_error(cudaErrorInvalidValue);
    return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned flags) {
    constexpr unsigned kKnown = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayTextureGather;
    if (array == nullptr || format == nullptr || extent.width == 0) return set_error(cudaErrorInvalidValue);
    if ((flags & ~kKnown) != 0) return set_error(cudaErrorNotSupported);
    const bool layered = (flags & cudaArrayLayered) != 0;
    if ((layered && extent.depth == 0) || (!layered && extent.depth > 0 && extent.height == 0))
        return set_error(cudaErrorInvalidValue);
    cudaArray made{*format,
                   extent,
                   flags,
                   nullptr,
                   texel_bytes(*format),
                   0,
                   std::max<size_t>(extent.height, 1),
                   std::max<size_t>(extent.depth, 1)};
    if (made.texel_bytes == 0) return set_error(cudaErrorInvalidChannelDescriptor);
    made.pitch = extent.width * made.texel_bytes;
    const cudaError_t error = cudaMalloc(named("a CUDA array", &made.data), made.pitch * made.rows * made.layers);
    if (error == cudaSuccess) *array = handles<cudaArray>().add(made);
    return error;
}
cudaError_t cudaFreeArray(cudaArray_t array) {
    if (array == nullptr) return set_error(cudaSuccess);
    const cudaArray* found = find(array);
    if (found == nullptr) return set_error(cudaErrorInvalidValue);
    const cudaError_t error = cudaFree(found->data);
    handles<cudaArray>().destroy(array);
    return error;
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
    const cudaArray* found = find(array);
    if (found == nullptr) return set_error(cudaErrorInvalidValue);
    if (format != nullptr) *format = found->format;
    if (extent != nullptr) *extent = found->extent;
    if (flags != nullptr) *flags = found->flags;
    return set_error(cudaSuccess);
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
    if (format == nullptr) return set_error(cudaErrorInvalidValue);
    return cudaArrayGetInfo(format, nullptr, nullptr, const_cast<cudaArray_t>(array));
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
    if (pitched == nullptr) return set_error(cudaErrorInvalidValue);
    *pitched = {nullptr, 0, extent.width, extent.height};
    return cudaMallocPitch(&pitched->ptr, &pitched->pitch, extent.width, extent.height * extent.depth);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind) {
    const cudaArray* array = find(to);
    if (array == nullptr || !inside(*array, x, y, width, height)) return set_error(cudaErrorInvalidValue);
    return cudaMemcpy2D(side_of(*array, x, y, 0).start, array->pitch, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind kind) {
    const cudaArray* array = find(from);
    if (array == nullptr || !inside(*array, x, y, width, height)) return set_error(cudaErrorInvalidValue);
    return cudaMemcpy2D(to, pitch, side_of(*array, x, y, 0).start, array->pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height, cudaMemcpyKind kind) {
    const cudaArray* target = find(to);
    if (target == nullptr || !inside(*target, to_x, to_y, width, height)) return set_error(cudaErrorInvalidValue);
    return cudaMemcpy2DFromArray(side_of(*target, to_x, to_y, 0).start, target->pitch, from, from_x, from_y, width,
                                 height, kind);
}
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) {
    return copy_rows(find(to), x, y, bytes, [=](char* place) { return cudaMemcpy(place, from, bytes, kind); });
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind) {
    return copy_rows(find(from), x, y, bytes, [=](char* place) { return cudaMemcpy(to, place, bytes, kind); });
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                     size_t height, cudaMemcpyKind kind, cudaStream_t) {
    return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                       size_t height, cudaMemcpyKind kind, cudaStream_t) {
    return cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) {
    if (copy == nullptr) return set_error(cudaErrorInvalidValue);
    const cudaExtent& extent = copy->extent;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return set_error(cudaSuccess);
    // Widths count the texels of an array that takes part, and bytes otherwise.
    const cudaArray* array = find(copy->dstArray != nullptr ? copy->dstArray : copy->srcArray);
    const size_t element_bytes = array != nullptr ? array->texel_bytes : 1;
    Side to{}, from{};
    if (!make_side(to, copy->dstArray, copy->dstPtr, copy->dstPos, extent, element_bytes) ||
        !make_side(from, copy->srcArray, copy->srcPtr, copy->srcPos, extent, element_bytes))
        return set_error(cudaErrorInvalidValue);
    return copy_box(to, from, extent.width * element_bytes, extent.height, extent.depth, copy->kind);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t) {
    return cudaMemcpy3D(copy);
}
cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return set_error(cudaSuccess);
    if (pitched.ptr == nullptr || extent.width > pitched.pitch || (extent.depth > 1 && extent.height > pitched.ysize))
        return set_error(cudaErrorInvalidValue);
    for (size_t z = 0; z < extent.depth; ++z) {
        char* slice = static_cast<char*>(pitched.ptr) + z * pitched.ysize * pitched.pitch;
        const cudaError_t error = cudaMemset2D(slice, pitched.pitch, value, extent.width, extent.height);
        if (error != cudaSuccess) return error;
    }
    return set_error(cudaSuccess);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t) {
    return cudaMemset3D(pitched, value, extent);
}
