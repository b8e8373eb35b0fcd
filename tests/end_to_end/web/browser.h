#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tests/support/temporary_folder.h"

namespace gb::support {

/// A real, headless Chromium with a fresh profile, driven through chromedriver over the W3C
/// WebDriver protocol. Every method fails the test when the browser does not do as told.
class Browser {
 public:
  /// Nothing when Chromium or its driver is not installed; the reason says how to get them.
  static std::unique_ptr<Browser> start(std::string& why_not);
  ~Browser();

  void open(const std::string& url);
  /// Runs the body of a function in the page and returns what it returns.
  nlohmann::json run(const std::string& script);
  /// Runs it again and again until it returns something true; false after `seconds`.
  bool becomes_true(const std::string& condition, int seconds = 10);
  /// The text a reader sees in the first element that matches.
  std::string text(const std::string& selector);
  /// Presses keys as a person would; WebDriver's private-use characters name the special ones.
  void press(const std::string& keys);

  void use_phone(bool on);
  void use_dark(bool on);
  /// The whole page, as PNG.
  void save_screenshot(const std::filesystem::path& file);
  /// What the browser's console says of errors: uncaught exceptions, refused content, failed loads.
  nlohmann::json console_errors();

 private:
  Browser() = default;
  nlohmann::json post(const std::string& path, const nlohmann::json& body);
  nlohmann::json devtools(const std::string& command, const nlohmann::json& parameters);

  pid_t driver_ = -1;
  int port_ = 0;
  std::string session_;
  TemporaryFolder profile_;
};

inline constexpr const char* kTab = "\uE004";
inline constexpr const char* kEnter = "\uE007";

}  // namespace gb::support
