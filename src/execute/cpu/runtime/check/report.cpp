// Faults become records in the status page, once for each kind and place.
#include <execinfo.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "check/cells.h"
#include "internal.h"

namespace cuset_rt::check {
namespace {

using cuset::execute::cpu::FaultReport;
using cuset::execute::cpu::kMaxReports;
using cuset::execute::cpu::Place;
using cuset::execute::cpu::ProgramStatus;

FaultReport* last_report = nullptr;  // null when it was a repetition

bool same_place(const Place& a, const Place& b) {
    return std::memcmp(a.addresses, b.addresses, sizeof a.addresses) == 0 && a.line == b.line &&
           std::strcmp(a.file, b.file) == 0;
}

Place place_of(const char* file, int line) {
    Place place{};
    place.line = static_cast<uint32_t>(line);
    std::snprintf(place.file, sizeof place.file, "%s", file);
    return place;
}

Place place_of(uintptr_t code) {
    Place place{};
    if (code != 0) place.addresses[0] = symbol_address(code);
    return place;
}

Place place_of(const Callers& callers) {
    Place place{};
    std::memcpy(place.addresses, callers.addresses, sizeof place.addresses);
    return place;
}

void add(Kind kind, const Place& place, const char* text) {
    ProgramStatus& status = *program_status();
    last_report = nullptr;
    for (uint32_t i = 0; i < status.reports_used; ++i) {
        if (status.reports[i].kind != kind || !same_place(status.reports[i].at, place)) continue;
        ++status.reports[i].count;
        return;
    }
    if (status.reports_used == kMaxReports) return;
    FaultReport& report = status.reports[status.reports_used];
    report = {};
    report.kind = kind;
    report.count = 1;
    report.at = place;
    report.in_kernel = in_kernel;
    if (in_kernel) {
        const unsigned block[3] = {blockIdx.x, blockIdx.y, blockIdx.z};
        const unsigned thread[3] = {threadIdx.x, threadIdx.y, threadIdx.z};
        std::memcpy(report.block, block, sizeof block);
        std::memcpy(report.thread, thread, sizeof thread);
    }
    std::snprintf(report.text, sizeof report.text, "%s", text);
    last_report = &report;
    ++status.reports_used;
}

}  // namespace

Callers callers() {
    void* frames[12];
    const int count = ::backtrace(frames, 12);
    Callers found{};
    size_t used = 0;
    for (int i = 1; i < count && used < sizeof found.addresses / sizeof found.addresses[0]; ++i) {
        const auto code = reinterpret_cast<uintptr_t>(frames[i]);
        if (is_program_code(code)) found.addresses[used++] = symbol_address(code);
    }
    return found;
}

void report_callers(Kind kind, const Callers& callers, const char* text) {
    add(kind, place_of(callers), text);
}

struct FailedLaunch {
    Callers callers;
    char error[60];
};
// Of launches whose error nobody has asked for yet; the first ones of very many.
constexpr size_t kMostUnseen = 64;
FailedLaunch unseen[kMostUnseen];
size_t unseen_used = 0;

void launch_failed(const char* error) {
    if (unseen_used == kMostUnseen) return;
    FailedLaunch& launch = unseen[unseen_used++];
    launch.callers = callers();
    std::snprintf(launch.error, sizeof launch.error, "%s", error);
}
void error_was_seen() {
    unseen_used = 0;
}
void report_unseen_error() {
    for (size_t i = 0; i < unseen_used; ++i) {
        char text[120];
        std::snprintf(text, sizeof text, "the program never asks for this launch's error (%s)", unseen[i].error);
        report_callers(Kind::unchecked_launch_error, unseen[i].callers, text);
    }
}

void report(Kind kind, const char* format, ...) {
    char text[sizeof(FaultReport::text)];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add(kind, place_of(callers()), text);
}

void report_at(Kind kind, const char* file, int line, const char* format, ...) {
    char text[sizeof(FaultReport::text)];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add(kind, place_of(file, line), text);
}

void report_address(Kind kind, uintptr_t code, const char* text) {
    add(kind, place_of(code), text);
}

void report_pair(Kind kind, uintptr_t code, const char* text, uintptr_t other_code, const char* other) {
    add(kind, place_of(code), text);
    if (last_report == nullptr) return;
    last_report->other = place_of(other_code);
    std::snprintf(last_report->other_text, sizeof last_report->other_text, "%s", other);
}

void other_side(const char* file, int line, const char* format, ...) {
    if (last_report == nullptr) return;
    last_report->other = place_of(file, line);
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(last_report->other_text, sizeof last_report->other_text, format, arguments);
    va_end(arguments);
}

void out_of_steps() {
    report(Kind::timeout, "the budget of steps is used up: an endless loop?");
    stop_program();
}

}  // namespace cuset_rt::check
