#include "tests/end_to_end/web/browser.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <httplib.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "core/base/clock.h"
#include "tests/support/required_tool.h"

namespace gb::support {
namespace {

constexpr std::string_view kReady = "was started successfully on port ";

/// Starts chromedriver in a process group of its own, on a port it chooses and prints.
std::pair<pid_t, int> start_driver(const std::string& program) {
  int output[2];
  REQUIRE(pipe2(output, O_CLOEXEC) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that crashes leaves no browser behind
    dup2(output[1], STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    execl(program.c_str(), program.c_str(), "--port=0", nullptr);
    _exit(127);
  }
  close(output[1]);
  std::string said;
  int port = 0;
  const Instant until = now() + std::chrono::seconds(30);
  while (port == 0 && now() < until) {
    pollfd watched{output[0], POLLIN, 0};
    if (poll(&watched, 1, 200) <= 0) continue;
    char buffer[512];
    const ssize_t count = read(output[0], buffer, sizeof(buffer));
    if (count <= 0) break;
    said.append(buffer, static_cast<std::size_t>(count));
    const auto at = said.find(kReady);
    if (at != std::string::npos && said.find('.', at) != std::string::npos) {
      port = std::atoi(said.c_str() + at + kReady.size());
    }
  }
  // Its output stays open: closing it could end a driver that prints.
  REQUIRE_MESSAGE(port > 0, "chromedriver said: ", said);
  return {child, port};
}

std::string from_base64(const std::string& text) {
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    bits = (bits << 6U) | static_cast<unsigned>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xFFU);
    }
  }
  return bytes;
}

}  // namespace

std::unique_ptr<Browser> Browser::start(std::string& why_not) {
  const auto chromium = find_program("chromium");
  const auto driver = find_program("chromedriver");
  if (!chromium || !driver) {
    why_not = "no Chromium here; get it by: apt-get install chromium chromium-driver";
    REQUIRE_MESSAGE(!tool_is_required("chromium"), why_not);
    return nullptr;
  }
  std::unique_ptr<Browser> browser(new Browser);
  std::tie(browser->driver_, browser->port_) = start_driver(*driver);

  const nlohmann::json arguments = {"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
                                    "--disable-dev-shm-usage", "--no-first-run",
                                    "--disable-background-networking", "--disable-component-update",
                                    "--disable-sync",
                                    // Over a pipe: it ends with its driver, and so with the test.
                                    "--remote-debugging-pipe", "--window-size=1280,900",
                                    "--user-data-dir=" + browser->profile_.path().string()};
  const auto session = browser->post(
      "/session", {{"capabilities",
                    {{"alwaysMatch",
                      {{"browserName", "chrome"},
                       {"goog:loggingPrefs", {{"browser", "ALL"}}},
                       {"goog:chromeOptions", {{"binary", *chromium}, {"args", arguments}}}}}}}});
  browser->session_ = session["sessionId"];
  return browser;
}

Browser::~Browser() {
  if (!session_.empty()) {
    httplib::Client client("127.0.0.1", port_);
    client.set_read_timeout(std::chrono::seconds(10));
    client.Delete("/session/" + session_);
  }
  if (driver_ > 0) {
    kill(-driver_, SIGKILL);
    waitpid(driver_, nullptr, 0);
  }
}

nlohmann::json Browser::post(const std::string& path, const nlohmann::json& body) {
  httplib::Client client("127.0.0.1", port_);
  client.set_read_timeout(std::chrono::seconds(60));
  const auto answer = client.Post(path, body.dump(), "application/json");
  REQUIRE_MESSAGE(answer, "chromedriver does not answer ", path);
  auto value = nlohmann::json::parse(answer->body)["value"];
  REQUIRE_MESSAGE(answer->status == 200, path, ": ", value.dump());
  return value;
}

nlohmann::json Browser::devtools(const std::string& command, const nlohmann::json& parameters) {
  return post(fmt::format("/session/{}/goog/cdp/execute", session_),
              {{"cmd", command}, {"params", parameters}});
}

void Browser::open(const std::string& url) {
  post(fmt::format("/session/{}/url", session_), {{"url", url}});
}

nlohmann::json Browser::run(const std::string& script) {
  return post(fmt::format("/session/{}/execute/sync", session_),
              {{"script", script}, {"args", nlohmann::json::array()}});
}

bool Browser::becomes_true(const std::string& condition, int seconds) {
  const Instant until = now() + std::chrono::seconds(seconds);
  do {
    if (run("return Boolean(" + condition + ")") == true) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  } while (now() < until);
  return false;
}

std::string Browser::text(const std::string& selector) {
  return run(fmt::format("return document.querySelector({})?.innerText ?? ''",
                         nlohmann::json(selector).dump()));
}

void Browser::press(const std::string& keys) {
  nlohmann::json actions = nlohmann::json::array();
  // One action per character; these keys are three bytes of UTF-8 each.
  for (std::size_t at = 0; at < keys.size();) {
    const std::size_t size = (keys[at] & 0x80) == 0 ? 1 : 3;
    const std::string key = keys.substr(at, size);
    actions.push_back({{"type", "keyDown"}, {"value", key}});
    actions.push_back({{"type", "keyUp"}, {"value", key}});
    at += size;
  }
  post(fmt::format("/session/{}/actions", session_),
       {{"actions", {{{"type", "key"}, {"id", "keyboard"}, {"actions", actions}}}}});
}

void Browser::use_phone(bool on) {
  if (!on) {
    devtools("Emulation.clearDeviceMetricsOverride", nlohmann::json::object());
    return;
  }
  devtools("Emulation.setDeviceMetricsOverride",
           {{"width", 390}, {"height", 844}, {"deviceScaleFactor", 2}, {"mobile", true}});
}

void Browser::use_dark(bool on) {
  devtools("Emulation.setEmulatedMedia",
           {{"features", {{{"name", "prefers-color-scheme"}, {"value", on ? "dark" : "light"}}}}});
}

void Browser::save_screenshot(const std::filesystem::path& file) {
  const auto shot =
      devtools("Page.captureScreenshot", {{"format", "png"}, {"captureBeyondViewport", true}});
  std::filesystem::create_directories(file.parent_path());
  const std::string bytes = from_base64(shot["data"]);
  REQUIRE(bytes.size() > 1000);
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
}

nlohmann::json Browser::console_errors() {
  nlohmann::json errors = nlohmann::json::array();
  for (const auto& entry :
       post(fmt::format("/session/{}/se/log", session_), {{"type", "browser"}})) {
    if (entry["level"] == "SEVERE") errors.push_back(entry["message"]);
  }
  return errors;
}

}  // namespace gb::support
