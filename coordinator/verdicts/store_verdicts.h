#pragma once

#include <string_view>

#include "coordinator/lab/lab.h"
#include "core/base/error.h"
#include "graphbench/v1/verdict_service.pb.h"

namespace gb {

/// Documents of one side at most; each is read and decoded for an answer.
inline constexpr std::uint32_t kMostVerdictDocuments = 500;
inline constexpr std::uint32_t kUsualVerdictDocuments = 200;

/// Answers over what the lab has stored, by the lab's rules. verb: "noise", "ab", "gate",
/// "history". Reads through the lab page by page and document by document, and decides on the
/// caller's thread. InvalidArgument for a side or a setting that the verb does not have; NotFound
/// without documents.
Result<graphbench::v1::VerdictView> store_verdict(Lab& lab, std::string_view verb,
                                                  const graphbench::v1::VerdictRequest& request);

}  // namespace gb
