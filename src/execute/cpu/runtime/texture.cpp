// Texture objects and what a texture unit computes, as the CUDA programming guide's appendix on texture fetching
// defines it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "arrays.h"
#include "handles.h"
#include "internal.h"

namespace cuset_rt {
namespace {

struct Texture {
    cudaResourceDesc resource;
    cudaTextureDesc description;
    cudaChannelFormatDesc format;
    const char* data;
    long size[3], layers;
    size_t texel_bytes, pitch, slice;
    bool normalized_read;  // 8 and 16 bits of integers become floats in [0, 1] or [-1, 1]
};

float half_to_float(uint16_t half) {
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    float value = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
    if (exponent == 31) value = fraction == 0 ? INFINITY : NAN;
    return half >> 15 != 0 ? -value : value;
}

unsigned bits_of(float value) {
    unsigned bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}
float float_of(unsigned bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

template <class T>
T load(const char* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

unsigned load_integer(const char* from, int bits, bool is_signed) {
    switch (bits) {
        case 8:
            return is_signed ? static_cast<unsigned>(load<int8_t>(from)) : load<uint8_t>(from);
        case 16:
            return is_signed ? static_cast<unsigned>(load<int16_t>(from)) : load<uint16_t>(from);
        default:
            return load<uint32_t>(from);
    }
}

// A component in memory as the texture unit returns it.
unsigned component_at(const Texture& t, const char* from) {
    const int bits = t.format.x;
    if (t.format.f == cudaChannelFormatKindFloat)
        return bits == 32 ? load<uint32_t>(from) : bits_of(half_to_float(load<uint16_t>(from)));
    const bool is_signed = t.format.f == cudaChannelFormatKindSigned;
    const unsigned value = load_integer(from, bits, is_signed);
    if (!t.normalized_read) return value;
    if (!is_signed) return bits_of(static_cast<float>(value) / static_cast<float>((1 << bits) - 1));
    return bits_of(
        std::max(static_cast<float>(static_cast<int>(value)) / static_cast<float>((1 << (bits - 1)) - 1), -1.0f));
}

bool returns_floats(const Texture& t) {
    return t.normalized_read || t.format.f == cudaChannelFormatKindFloat;
}

int components_of(const cudaChannelFormatDesc& f) {
    return (f.x != 0) + (f.y != 0) + (f.z != 0) + (f.w != 0);
}

Texel border(const Texture& t) {
    Texel texel{};
    for (int i = 0; i < components_of(t.format); ++i) {
        const float color = t.description.borderColor[i];
        texel.bits[i] = returns_floats(t) ? bits_of(color) : static_cast<unsigned>(static_cast<int>(color));
    }
    return texel;
}

Texel texel_at(const Texture& t, const long (&index)[3], long layer) {
    const char* from = t.data + static_cast<size_t>(index[2] + layer) * t.slice +
                       static_cast<size_t>(index[1]) * t.pitch + static_cast<size_t>(index[0]) * t.texel_bytes;
    Texel texel{};
    for (int i = 0; i < components_of(t.format); ++i) texel.bits[i] = component_at(t, from + i * (t.format.x / 8));
    return texel;
}

cudaTextureAddressMode mode_of(const Texture& t, int axis) {
    const auto mode = t.description.addressMode[axis];
    const bool repeats = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
    return repeats && !t.description.normalizedCoords ? cudaAddressModeClamp : mode;
}

// Where a coordinate falls along an axis: texels `low` and, for a linear filter, `low` + 1 with their weights.
struct Place {
    long low = 0;
    float weight = 0;  // of the upper texel
};

Place place(const Texture& t, int axis, float coordinate, bool linear) {
    const auto size = static_cast<float>(t.size[axis]);
    float x = coordinate;
    if (t.description.normalizedCoords) {
        const float whole = std::floor(x);
        const auto mode = mode_of(t, axis);
        if (mode == cudaAddressModeWrap) x -= whole;
        if (mode == cudaAddressModeMirror) x = std::fmod(whole, 2.0f) == 0 ? x - whole : 1 - (x - whole);
        x *= size;
    }
    if (!(std::fabs(x) < 1e9f)) x = x > 0 ? 1e9f : -1e9f;  // far out, or not a number
    if (!linear) return {static_cast<long>(std::floor(x)), 0};
    const float low = std::floor(x - 0.5f);
    // The weights are fixed-point numbers with 8 fractional bits.
    return {static_cast<long>(low), std::floor((x - 0.5f - low) * 256 + 0.5f) / 256};
}

// A texel's index after the address mode; -1: the border.
long resolve(const Texture& t, int axis, long index) {
    const long size = t.size[axis];
    if (index >= 0 && index < size) return index;
    switch (mode_of(t, axis)) {
        case cudaAddressModeBorder:
            return -1;
        case cudaAddressModeWrap:
            return (index % size + size) % size;
        default:  // a mirrored coordinate is inside already; only its neighbours are not
            return index < 0 ? 0 : size - 1;
    }
}

Texel read(const Texture& t, const long (&low)[3], unsigned upper, long layer) {
    long index[3];
    for (int axis = 0; axis < 3; ++axis) {
        index[axis] = resolve(t, axis, low[axis] + static_cast<long>(upper >> axis & 1));
        if (index[axis] < 0) return border(t);
    }
    return texel_at(t, index, layer);
}

const Texture& texture_of(cudaTextureObject_t object) {
    if (object == 0) {
        record_fault(Fault::launch,
                     "fetch from a texture object that was not created, block (%u,%u,%u) thread (%u,%u,%u)", blockIdx.x,
                     blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
        stop_program();
    }
    return *reinterpret_cast<const Texture*>(object);
}

long clamp_layer(const Texture& t, int layer) {
    return std::clamp<long>(layer, 0, t.layers - 1);
}

bool describe_array(Texture& t, cudaArray_const_t handle) {
    const cudaArray* array = handles<cudaArray>().find(handle);
    if (array == nullptr) return false;
    const bool layered = (array->flags & cudaArrayLayered) != 0;
    const auto slices = static_cast<long>(array->layers);
    t.format = array->format;
    t.data = array->data;
    t.size[0] = static_cast<long>(array->extent.width), t.size[1] = static_cast<long>(array->rows);
    t.size[2] = layered ? 1 : slices, t.layers = layered ? slices : 1;
    t.pitch = array->pitch, t.slice = array->pitch * array->rows;
    return true;
}

bool is_device_memory(const void* pointer) {
    cudaPointerAttributes attributes;
    return cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess &&
           attributes.type != cudaMemoryTypeUnregistered;
}

bool describe_linear(Texture& t, const cudaResourceDesc& resource) {
    const auto& linear = resource.res.linear;
    if (!is_device_memory(linear.devPtr) || texel_bytes(linear.desc) == 0) return false;
    t.format = linear.desc;
    t.data = static_cast<const char*>(linear.devPtr);
    t.size[0] = static_cast<long>(linear.sizeInBytes / texel_bytes(linear.desc));
    return t.size[0] > 0;
}

bool describe_pitched(Texture& t, const cudaResourceDesc& resource) {
    constexpr size_t kPitchAlignment = 32;
    const auto& pitched = resource.res.pitch2D;
    if (!is_device_memory(pitched.devPtr) || pitched.pitchInBytes % kPitchAlignment != 0 || pitched.width == 0 ||
        pitched.height == 0 || pitched.pitchInBytes < pitched.width * texel_bytes(pitched.desc))
        return false;
    t.format = pitched.desc;
    t.data = static_cast<const char*>(pitched.devPtr);
    t.size[0] = static_cast<long>(pitched.width), t.size[1] = static_cast<long>(pitched.height);
    t.pitch = pitched.pitchInBytes;
    return true;
}

cudaError_t describe(Texture& t) {
    const cudaResourceDesc& resource = t.resource;
    t.size[0] = t.size[1] = t.size[2] = t.layers = 1;
    switch (resource.resType) {
        case cudaResourceTypeArray:
            if (!describe_array(t, resource.res.array.array)) return cudaErrorInvalidValue;
            break;
        case cudaResourceTypeLinear:
            if (!describe_linear(t, resource)) return cudaErrorInvalidValue;
            break;
        case cudaResourceTypePitch2D:
            if (!describe_pitched(t, resource)) return cudaErrorInvalidValue;
            break;
        default:
            return cudaErrorNotSupported;
    }
    t.texel_bytes = texel_bytes(t.format);
    if (t.texel_bytes == 0) return cudaErrorInvalidChannelDescriptor;
    t.normalized_read = t.description.readMode == cudaReadModeNormalizedFloat && t.format.x < 32 &&
                        t.format.f != cudaChannelFormatKindFloat;
    const bool linear = t.description.filterMode == cudaFilterModeLinear;
    return linear && !returns_floats(t) ? cudaErrorInvalidFilterSetting : cudaSuccess;
}

}  // namespace

Texel fetch_texture(cudaTextureObject_t object, int dimensions, TexturePosition at) {
    const Texture& t = texture_of(object);
    const bool linear = t.description.filterMode == cudaFilterModeLinear;
    const float coordinates[] = {at.x, at.y, at.z};
    Place places[3];
    for (int axis = 0; axis < dimensions; ++axis) places[axis] = place(t, axis, coordinates[axis], linear);
    const long low[] = {places[0].low, places[1].low, places[2].low}, layer = clamp_layer(t, at.layer);
    if (!linear) return read(t, low, 0, layer);
    float sum[4] = {};
    for (unsigned corner = 0; corner < 1u << dimensions; ++corner) {
        float weight = 1;
        for (int axis = 0; axis < dimensions; ++axis)
            weight *= corner >> axis & 1 ? places[axis].weight : 1 - places[axis].weight;
        if (weight == 0) continue;
        const Texel texel = read(t, low, corner, layer);
        for (int i = 0; i < 4; ++i) sum[i] += weight * float_of(texel.bits[i]);
    }
    return {{bits_of(sum[0]), bits_of(sum[1]), bits_of(sum[2]), bits_of(sum[3])}};
}

Texel fetch_linear(cudaTextureObject_t object, int index) {
    const Texture& t = texture_of(object);
    if (index < 0 || index >= t.size[0]) return {};
    return texel_at(t, {index, 0, 0}, 0);
}

Texel gather_texture(cudaTextureObject_t object, TexturePosition at, int component) {
    const Texture& t = texture_of(object);
    const long low[] = {place(t, 0, at.x, true).low, place(t, 1, at.y, true).low, 0};
    constexpr unsigned kCorners[] = {2, 3, 1, 0};  // bit 0: the upper x, bit 1: the upper y
    Texel gathered{};
    for (int i = 0; i < 4; ++i) gathered.bits[i] = read(t, low, kCorners[i], 0).bits[component & 3];
    return gathered;
}

}  // namespace cuset_rt

using namespace cuset_rt;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
    if (texture == nullptr || resource == nullptr || description == nullptr) return set_error(cudaErrorInvalidValue);
    if (view != nullptr) return set_error(cudaErrorNotSupported);
    Texture made{};
    made.resource = *resource;
    made.description = *description;
    const cudaError_t error = describe(made);
    if (error == cudaSuccess) *texture = reinterpret_cast<cudaTextureObject_t>(handles<Texture>().add(made));
    return set_error(error);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
    const bool known = texture == 0 || handles<Texture>().destroy(reinterpret_cast<const void*>(texture));
    return set_error(known ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
    const Texture* found = handles<Texture>().find(reinterpret_cast<const void*>(texture));
    if (found == nullptr || resource == nullptr) return set_error(cudaErrorInvalidValue);
    *resource = found->resource;
    return set_error(cudaSuccess);
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture) {
    const Texture* found = handles<Texture>().find(reinterpret_cast<const void*>(texture));
    if (found == nullptr || description == nullptr) return set_error(cudaErrorInvalidValue);
    *description = found->description;
    return set_error(cudaSuccess);
}
