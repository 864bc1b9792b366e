#include "execute/reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "execute/sandbox.h"
#include "execute/toolchain.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

using Lines = std::map<uint64_t, Location>;

// The innermost frame of each address that lies in a file of the user's: not in our headers, nor in the system's.
Lines parse(const std::string& text) {
    const std::string ours = toolchain().runtime.string();
    Lines lines;
    uint64_t address = 0;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.substr(0, 2) == "0x") {
            address = std::strtoull(line.c_str(), nullptr, 16);
            continue;
        }
        const size_t colon = line.rfind(':');
        if (colon == std::string::npos || lines.contains(address)) continue;
        std::string file = line.substr(0, colon);
        if (file.substr(0, 2) == "./") file.erase(0, 2);
        const int number = std::atoi(line.c_str() + colon + 1);
        const bool hidden = file.substr(0, ours.size()) == ours || file.substr(0, 5) == "/usr/" || file == "??";
        if (!hidden && number > 0) lines[address] = {file, number};
    }
    return lines;
}

// An address is the one that a call returns to: the call's line is that of the byte before.
Lines resolve(const std::set<uint64_t>& addresses, const fs::path& executable) {
    if (addresses.empty()) return {};
    const TemporaryDirectory directory;
    SandboxOptions sandbox;
    sandbox.argv = {"addr2line", "-a", "-i", "-e", fs::absolute(executable)};
    for (const uint64_t address : addresses) sandbox.argv.push_back(fmt::format("{:#x}", address - 1));
    sandbox.working_directory = directory.path();
    sandbox.readable = {executable};
    sandbox.timeout_s = 30;
    sandbox.memory_bytes = sandbox.address_bytes = 2L << 30;
    return parse(run_sandboxed(sandbox).out);
}

Location locate(const cpu::Place& place, const Lines& lines) {
    if (place.line > 0) return {place.file, static_cast<int>(place.line)};
    for (const uint64_t address : place.addresses)
        if (const auto found = lines.find(address - 1); address != 0 && found != lines.end()) return found->second;
    return {};
}

std::string at(const Location& location) {
    return location.line > 0 ? fmt::format(" at {}:{}", location.file, location.line) : "";
}

}  // namespace

std::vector<Report> read_reports(const cpu::ProgramStatus& status, const fs::path& executable) {
    const uint32_t count = std::min(status.reports_used, cpu::kMaxReports);
    std::set<uint64_t> addresses;
    for (uint32_t i = 0; i < count; ++i)
        for (const cpu::Place* place : {&status.reports[i].at, &status.reports[i].other})
            for (const uint64_t address : place->addresses)
                if (address != 0) addresses.insert(address);
    const Lines lines = resolve(addresses, executable);
    std::vector<Report> reports;
    for (uint32_t i = 0; i < count; ++i) {
        const cpu::FaultReport& record = status.reports[i];
        Report report;
        const auto kind = std::min<size_t>(static_cast<size_t>(record.kind), std::size(cpu::kKindNames) - 1);
        report.kind = cpu::kKindNames[kind];
        report.severity = record.kind == cpu::Kind::leak                     ? Report::Severity::note
                          : record.kind == cpu::Kind::unchecked_launch_error ? Report::Severity::warning
                                                                             : Report::Severity::error;
        report.at = locate(record.at, lines);
        report.in_kernel = record.in_kernel != 0;
        std::copy(std::begin(record.block), std::end(record.block), report.block.begin());
        std::copy(std::begin(record.thread), std::end(record.thread), report.thread.begin());
        report.text.assign(record.text, ::strnlen(record.text, sizeof record.text));
        report.other_text.assign(record.other_text, ::strnlen(record.other_text, sizeof record.other_text));
        report.other = locate(record.other, lines);
        report.count = record.count;
        // One line of the source may have several addresses (a loop that was unrolled).
        const auto same = std::find_if(reports.begin(), reports.end(), [&](const Report& r) {
            return r.kind == report.kind && r.at.line == report.at.line && r.at.file == report.at.file && r.at.line > 0;
        });
        if (same == reports.end()) {
            reports.push_back(std::move(report));
        } else {
            same->count += report.count;
        }
    }
    return reports;
}

std::string describe(const Report& r) {
    std::string text = r.kind + at(r.at);
    if (r.in_kernel)
        text += fmt::format(", block ({},{},{}) thread ({},{},{})", r.block[0], r.block[1], r.block[2], r.thread[0],
                            r.thread[1], r.thread[2]);
    text += ": " + r.text;
    if (!r.other_text.empty()) text += fmt::format("; {}{}", r.other_text, at(r.other));
    if (r.count > 1) text += fmt::format(" ({} times)", r.count);
    return text;
}

}  // namespace cuset::execute
