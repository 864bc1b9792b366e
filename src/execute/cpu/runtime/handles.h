// The objects of one kind that a program has created and not destroyed; a handle is an object's address.
#pragma once

#include <mutex>
#include <set>
#include <utility>

namespace cuset_rt {

template <class T>
class Handles {
   public:
    T* add(T object) {
        T* made = new T(std::move(object));
        const std::lock_guard lock(mutex_);
        return *live_.insert(made).first;
    }

    // The object, or null for a handle that is none, or no longer.
    T* find(const void* handle) {
        const std::lock_guard lock(mutex_);
        const auto found = live_.find(static_cast<T*>(const_cast<void*>(handle)));
        return found == live_.end() ? nullptr : *found;
    }

    bool destroy(const void* handle) {
        const std::lock_guard lock(mutex_);
        const auto found = live_.find(static_cast<T*>(const_cast<void*>(handle)));
        if (found == live_.end()) return false;
        delete *found;
        live_.erase(found);
        return true;
    }

   private:
    std::mutex mutex_;
    std::set<T*> live_;
};

// Never destroyed: the program's own destructors may still use it.
template <class T>
Handles<T>& handles() {
    static auto* instance = new Handles<T>;
    return *instance;
}

}  // namespace cuset_rt
