// cooperative_groups::reduce over a tile or coalesced threads.
#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

#define CUSET_FUNCTION_OBJECT(name, expression)             \
    template <class T>                                      \
    struct name {                                           \
        T operator()(T a, T b) const { return expression; } \
    };
CUSET_FUNCTION_OBJECT(plus, a + b)
CUSET_FUNCTION_OBJECT(less, b < a ? b : a)
CUSET_FUNCTION_OBJECT(greater, a < b ? b : a)
CUSET_FUNCTION_OBJECT(bit_and, (a & b))
CUSET_FUNCTION_OBJECT(bit_or, a | b)
CUSET_FUNCTION_OBJECT(bit_xor, a ^ b)
#undef CUSET_FUNCTION_OBJECT

namespace details {

// The values of the group's threads by rank, and the inclusive scan of them: in each step a thread combines its value
// with that of the thread 1, 2, 4... ranks below, which is the order of a GPU's shuffles.
template <class T>
struct rank_values {
    T of[32];
    unsigned count = 0;

    rank_values(const lane_group& group, const T& value, const char* file, int line) {
        const cuset_rt::LaneExchange<T> lanes(group.get_mask(), value, file, line);
        for (unsigned rest = lanes.present(); rest != 0; rest &= rest - 1) of[count++] = lanes.of(__builtin_ctz(rest));
    }
    template <class Operation>
    void scan(Operation&& operation) {
        for (unsigned step = 1; step < count; step *= 2)
            for (unsigned rank = count - 1; rank >= step; --rank) of[rank] = operation(of[rank], of[rank - step]);
    }
};

}  // namespace details

// Pairs that are half, a quarter... of the size apart, as a butterfly of shuffles combines them; odd sizes like a scan.
template <class Group, class T, class Operation>
inline auto reduce(const Group& group, T&& value, Operation&& operation, CUSET_HERE) ->
    typename std::decay<decltype(operation(value, value))>::type {
    details::rank_values<typename std::decay<T>::type> values(group, value, file, line);
    if ((values.count & (values.count - 1)) != 0) {
        values.scan(operation);
        return values.of[values.count - 1];
    }
    for (unsigned step = values.count / 2; step > 0; step /= 2)
        for (unsigned rank = 0; rank < step; ++rank)
            values.of[rank] = operation(values.of[rank], values.of[rank + step]);
    return values.of[0];
}

}  // namespace cooperative_groups
