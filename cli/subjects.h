#pragma once

#include <string>

#include "cli/context.h"

namespace gb {

// Verbs that are reachable by two names: under their subject, and as an alias (aliases_verb.cpp).
void add_workload_list(CLI::App& parent, Context& context, const std::string& name);
void add_engine_list(CLI::App& parent, Context& context, const std::string& name);
void add_dataset_list(CLI::App& parent, Context& context, const std::string& name);
void add_dataset_generate(CLI::App& parent, Context& context, const std::string& name);

// A part of `gb dataset` in a file of its own.
void add_dataset_import(CLI::App& parent, Context& context, const std::string& name);

}  // namespace gb
