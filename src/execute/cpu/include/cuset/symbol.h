// Copies to and from `__device__`, `__constant__` and `__managed__` variables.
#pragma once

#include "cuset/memory.h"

namespace cuset_rt {

// What a program names: the variable itself, or its address as `const void*`, whose size is not known. Anything else,
// such as the variable's name in quotes, is no symbol and has no address.
struct Symbol {
    const volatile void* address;
    size_t bytes;
};
template <class S>
struct SymbolOf {
    static Symbol get(const S&) { return {nullptr, 0}; }
};
template <class T>
struct SymbolOf<T&> {
    static Symbol get(T& variable) { return {__builtin_addressof(variable), sizeof(T)}; }
};
template <size_t n>
struct SymbolOf<const char (&)[n]> {
    static Symbol get(const char (&)[n]) { return {nullptr, 0}; }
};
struct SymbolAddress {
    static Symbol get(const void* address) { return {address, ~size_t{0}}; }
};
template <>
struct SymbolOf<const void*> : SymbolAddress {};
template <>
struct SymbolOf<const void*&> : SymbolAddress {};
template <>
struct SymbolOf<const void* const&> : SymbolAddress {};

// The copy may not leave the symbol's bytes; `offset` is already part of the symbol's side.
cudaError_t copy_symbol(void* to, const void* from, size_t bytes, size_t offset, size_t symbol_bytes);
cudaError_t symbol_address(void** pointer, const void* symbol, size_t bytes);

inline cudaError_t write_symbol(Symbol symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
    if (symbol.address == nullptr) return set_error(cudaErrorInvalidSymbol);
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return set_error(cudaErrorInvalidMemcpyDirection);
    char* address = static_cast<char*>(const_cast<void*>(symbol.address));
    return copy_symbol(address + offset, from, bytes, offset, symbol.bytes);
}
inline cudaError_t read_symbol(void* to, Symbol symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
    if (symbol.address == nullptr) return set_error(cudaErrorInvalidSymbol);
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return set_error(cudaErrorInvalidMemcpyDirection);
    const char* address = static_cast<const char*>(const_cast<const void*>(symbol.address));
    return copy_symbol(to, address + offset, bytes, offset, symbol.bytes);
}

}  // namespace cuset_rt

template <class S>
inline cudaError_t cudaMemcpyToSymbol(S&& symbol, const void* from, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cuset_rt::write_symbol(cuset_rt::SymbolOf<S>::get(symbol), from, bytes, offset, kind);
}
template <class S>
inline cudaError_t cudaMemcpyFromSymbol(void* to, S&& symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cuset_rt::read_symbol(to, cuset_rt::SymbolOf<S>::get(symbol), bytes, offset, kind);
}
template <class S>
inline cudaError_t cudaMemcpyToSymbolAsync(S&& symbol, const void* from, size_t bytes, size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t = nullptr) {
    return cuset_rt::write_symbol(cuset_rt::SymbolOf<S>::get(symbol), from, bytes, offset, kind);
}
template <class S>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, S&& symbol, size_t bytes, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t = nullptr) {
    return cuset_rt::read_symbol(to, cuset_rt::SymbolOf<S>::get(symbol), bytes, offset, kind);
}
template <class P, class S>
inline cudaError_t cudaGetSymbolAddress(P** pointer, S&& variable) {
    const cuset_rt::Symbol symbol = cuset_rt::SymbolOf<S>::get(variable);
    if (symbol.address == nullptr) return cuset_rt::set_error(cudaErrorInvalidSymbol);
    return cuset_rt::symbol_address(reinterpret_cast<void**>(pointer), const_cast<const void*>(symbol.address),
                                    symbol.bytes);
}
template <class S>
inline cudaError_t cudaGetSymbolSize(size_t* bytes, S&& variable) {
    const cuset_rt::Symbol symbol = cuset_rt::SymbolOf<S>::get(variable);
    if (symbol.address == nullptr) return cuset_rt::set_error(cudaErrorInvalidSymbol);
    *bytes = symbol.bytes;
    return cudaSuccess;
}
