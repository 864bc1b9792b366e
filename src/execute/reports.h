// The records of a checked run, with their addresses resolved to lines of the user's files.
#pragma once

#include <filesystem>
#include <vector>

#include "execute/cpu/runtime/status.h"
#include "execute/execute.h"

namespace cuset::execute {

std::vector<Report> read_reports(const cpu::ProgramStatus& status, const std::filesystem::path& executable);

}  // namespace cuset::execute
