// Texture objects: their description, and the functions that fetch from them.
#pragma once

#include "cuset/array.h"

typedef unsigned long long cudaTextureObject_t;
typedef struct cudaMipmappedArray* cudaMipmappedArray_t;

enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3
};
enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };

struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            cudaMipmappedArray_t mipmap;
        } mipmap;
        struct {
            void* devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void* devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
    unsigned flags;
};
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc;  // reinterprets an array; refused

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture);

namespace cuset_rt {

// What a texture unit returns: the four components' bits, of floats or of integers extended to 32 bits.
struct Texel {
    unsigned bits[4];
};
struct TexturePosition {
    float x, y, z;
    int layer;
};
Texel fetch_texture(cudaTextureObject_t texture, int dimensions, TexturePosition position);
Texel fetch_linear(cudaTextureObject_t texture, int index);  // texel `index` of linear memory
// One component of the four texels that a linear filter would blend, counter-clockwise from the lower left.
Texel gather_texture(cudaTextureObject_t texture, TexturePosition position, int component);

template <class T>
inline T component(unsigned bits) {
    return static_cast<T>(bits);
}
template <>
inline float component<float>(unsigned bits) {
    return __builtin_bit_cast(float, bits);
}

template <class T>
struct TexelAs;  // T is no type of a texel
#define CUSET_TEXEL_SCALAR(T)                                             \
    template <>                                                           \
    struct TexelAs<T> {                                                   \
        static T make(const Texel& t) { return component<T>(t.bits[0]); } \
    };
#define CUSET_TEXEL(T, name)                                                                               \
    CUSET_TEXEL_SCALAR(T)                                                                                  \
    template <>                                                                                            \
    struct TexelAs<name##1> {                                                                              \
        static name##1 make(const Texel& t) { return {component<T>(t.bits[0])}; }                          \
    };                                                                                                     \
    template <>                                                                                            \
    struct TexelAs<name##2> {                                                                              \
        static name##2 make(const Texel& t) { return {component<T>(t.bits[0]), component<T>(t.bits[1])}; } \
    };                                                                                                     \
    template <>                                                                                            \
    struct TexelAs<name##4> {                                                                              \
        static name##4 make(const Texel& t) {                                                              \
            return {component<T>(t.bits[0]), component<T>(t.bits[1]), component<T>(t.bits[2]),             \
                    component<T>(t.bits[3])};                                                              \
        }                                                                                                  \
    };
CUSET_TEXEL_SCALAR(char)
CUSET_TEXEL(signed char, char)
CUSET_TEXEL(unsigned char, uchar)
CUSET_TEXEL(short, short)
CUSET_TEXEL(unsigned short, ushort)
CUSET_TEXEL(int, int)
CUSET_TEXEL(unsigned int, uint)
CUSET_TEXEL(float, float)
#undef CUSET_TEXEL
#undef CUSET_TEXEL_SCALAR

}  // namespace cuset_rt

// Each function returns the texel, or stores it through its first argument. Textures have one level of detail.
#define CUSET_TEXTURE(name, texel, ...)                                 \
    template <class T>                                                  \
    inline T name(cudaTextureObject_t texture, __VA_ARGS__) {           \
        return cuset_rt::TexelAs<T>::make(cuset_rt::texel);             \
    }                                                                   \
    template <class T>                                                  \
    inline void name(T* to, cudaTextureObject_t texture, __VA_ARGS__) { \
        *to = cuset_rt::TexelAs<T>::make(cuset_rt::texel);              \
    }
CUSET_TEXTURE(tex1Dfetch, fetch_linear(texture, x), int x)
CUSET_TEXTURE(tex1D, fetch_texture(texture, 1, {x, 0, 0, 0}), float x)
CUSET_TEXTURE(tex1DLod, fetch_texture(texture, 1, {x, 0, 0, 0}), float x, float)
CUSET_TEXTURE(tex1DGrad, fetch_texture(texture, 1, {x, 0, 0, 0}), float x, float, float)
CUSET_TEXTURE(tex1DLayered, fetch_texture(texture, 1, {x, 0, 0, layer}), float x, int layer)
CUSET_TEXTURE(tex1DLayeredLod, fetch_texture(texture, 1, {x, 0, 0, layer}), float x, int layer, float)
CUSET_TEXTURE(tex2D, fetch_texture(texture, 2, {x, y, 0, 0}), float x, float y)
CUSET_TEXTURE(tex2DLod, fetch_texture(texture, 2, {x, y, 0, 0}), float x, float y, float)
CUSET_TEXTURE(tex2DGrad, fetch_texture(texture, 2, {x, y, 0, 0}), float x, float y, float2, float2)
CUSET_TEXTURE(tex2DLayered, fetch_texture(texture, 2, {x, y, 0, layer}), float x, float y, int layer)
CUSET_TEXTURE(tex2DLayeredLod, fetch_texture(texture, 2, {x, y, 0, layer}), float x, float y, int layer, float)
CUSET_TEXTURE(tex2Dgather, gather_texture(texture, {x, y, 0, 0}, channel), float x, float y, int channel = 0)
CUSET_TEXTURE(tex3D, fetch_texture(texture, 3, {x, y, z, 0}), float x, float y, float z)
CUSET_TEXTURE(tex3DLod, fetch_texture(texture, 3, {x, y, z, 0}), float x, float y, float z, float)
CUSET_TEXTURE(tex3DGrad, fetch_texture(texture, 3, {x, y, z, 0}), float x, float y, float z, float4, float4)
#undef CUSET_TEXTURE
