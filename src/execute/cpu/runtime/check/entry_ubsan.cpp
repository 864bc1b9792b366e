// What g++ -fsanitize=alignment,bounds calls when a pointer is misaligned for its type or an index is outside its
// array.
#include <cstdio>

#include "internal.h"

using namespace cuset_rt;

namespace {

struct Location {
    const char* file;
    unsigned line, column;
};
struct TypeName {
    unsigned short kind, info;
    char name[1];
};
struct Misaligned {
    Location location;
    const TypeName* type;
    unsigned char alignment_log2, access;
};
struct OutOfBounds {
    Location location;
    const TypeName *array, *index;
};

}  // namespace

extern "C" {
void __ubsan_handle_type_mismatch_v1(Misaligned* data, void* pointer) {
    check::report_at(Kind::misaligned, data->location.file, static_cast<int>(data->location.line),
                     "%s a %s at %p, which is no multiple of %u", data->access == 1 ? "stores" : "accesses",
                     data->type->name, pointer, 1u << data->alignment_log2);
}
void __ubsan_handle_out_of_bounds(OutOfBounds* data, unsigned long index) {
    check::report_at(Kind::out_of_bounds, data->location.file, static_cast<int>(data->location.line),
                     "index %ld is outside an array of type %s", static_cast<long>(index), data->array->name);
}
}
