#pragma once

#include <string>
#include <vector>

#include "core/document/result_document.h"

namespace gb {

/// What a document says that cannot be so, each as a sentence with the field in front: percentiles
/// that do not ascend, more errors than operations, an interval beside its percentile, samples that
/// do not add up, an end before the start. Empty for a sound one. Samples are unpacked for this.
std::vector<std::string> contradictions(const ResultDocument& document);

}  // namespace gb
