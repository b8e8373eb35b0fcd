#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/client.h"
#include "core/base/error.h"

namespace gb {

struct EmbeddedLabConfig {
  std::filesystem::path datasets_folder;   // kept from one run to the next
  std::filesystem::path workloads_folder;  // of one's own, beside those built in; empty: none
};

/// A coordinator and one agent inside this process, over an in-process channel, on a store in a
/// temporary folder: what `gb run` uses when there is no lab. The runs still happen in gb-runner,
/// one process each: the same path as the lab.
class EmbeddedLab {
 public:
  static Result<std::unique_ptr<EmbeddedLab>> start(const EmbeddedLabConfig& config);
  /// Stops the agent, kills a live run, removes the folder.
  ~EmbeddedLab();

  LabClient& client();
  /// The one agent's name: this host's.
  const std::string& machine() const;
  /// Fine, or why its store takes no changes now.
  Result<void> ready();

 private:
  struct Inside;
  explicit EmbeddedLab(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace gb
