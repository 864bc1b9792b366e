// cooperative_groups::inclusive_scan and exclusive_scan over a tile or coalesced threads.
#pragma once

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Operation>
inline auto inclusive_scan(const Group& group, T&& value, Operation&& operation, CUSET_HERE) ->
    typename std::decay<decltype(operation(value, value))>::type {
    details::rank_values<typename std::decay<T>::type> values(group, value, file, line);
    values.scan(operation);
    return values.of[group.thread_rank()];
}
template <class Group, class T>
inline typename std::decay<T>::type inclusive_scan(const Group& group, T&& value, CUSET_HERE) {
    return inclusive_scan(group, value, plus<typename std::decay<T>::type>(), file, line);
}
// The thread of rank 0 gets a value-initialised result.
template <class Group, class T, class Operation>
inline auto exclusive_scan(const Group& group, T&& value, Operation&& operation, CUSET_HERE) ->
    typename std::decay<decltype(operation(value, value))>::type {
    details::rank_values<typename std::decay<T>::type> values(group, value, file, line);
    values.scan(operation);
    const unsigned rank = static_cast<unsigned>(group.thread_rank());
    return rank == 0 ? typename std::decay<T>::type{} : values.of[rank - 1];
}
template <class Group, class T>
inline typename std::decay<T>::type exclusive_scan(const Group& group, T&& value, CUSET_HERE) {
    return exclusive_scan(group, value, plus<typename std::decay<T>::type>(), file, line);
}

}  // namespace cooperative_groups
