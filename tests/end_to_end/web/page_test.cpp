#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "coordinator/http/http_server.h"
#include "tests/end_to_end/web/browser.h"
#include "tests/support/small_lab.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;
using support::Browser;

// What an attacker would like to see run: in every text of the lab that a stranger may choose.
constexpr const char* kMarkup =
    R"(<img src=x onerror="window.stolen=1"><script>window.stolen=1</script>"'&)";

std::unique_ptr<Browser> browser_or_skip() {
  std::string why_not;
  auto browser = Browser::start(why_not);
  if (browser == nullptr) MESSAGE("SKIPPED: ", why_not);
  return browser;
}

std::unique_ptr<HttpServer> serve(Lab& lab, int port = 0) {
  HttpConfig config;
  config.port = port;
  auto server = HttpServer::start(lab, config);
  REQUIRE_MESSAGE(server.has_value(), (server ? "" : server.error().message));
  return std::move(*server);
}

std::string address(const HttpServer& server) {
  return fmt::format("http://127.0.0.1:{}/", server.port());
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string shows(const std::string& selector, const std::string& part) {
  return fmt::format("document.querySelector({})?.innerText.includes({})",
                     nlohmann::json(selector).dump(), nlohmann::json(part).dump());
}

std::filesystem::path picture(const std::string& name) {
  return std::filesystem::path(GB_BIN_DIR).parent_path() / "screenshots" / (name + ".png");
}

constexpr const char* kLive = "document.getElementById('live').dataset.state === 'live'";

}  // namespace

TEST_CASE("the page shows a lab as it is, follows it live and runs nothing that a name contains") {
  const auto browser = browser_or_skip();
  if (browser == nullptr) return;
  support::SmallLab lab;
  const auto server = serve(lab.lab());

  // An empty lab says how to begin.
  browser->open(address(*server));
  CHECK(browser->becomes_true(kLive));
  CHECK(browser->becomes_true(shows("#machines", "No agent has joined yet")));
  CHECK(contains(browser->text("#matrices"), "gb matrix submit"));
  browser->save_screenshot(picture("empty"));

  // A machine joins while somebody looks.
  lab.join("laptop", "AMD EPYC 7B13 · 2 cores · 24 GiB · Linux 6.1");
  CHECK(browser->becomes_true(shows("#machines", "laptop")));
  CHECK(contains(browser->text("#machines"), "connected"));
  CHECK(contains(browser->text("#machines"), "not probed yet"));
  lab.join("server1", kMarkup);
  lab.join("gamingpc");
  lab.heartbeat("laptop", 0.42, 3'024'291);
  lab.heartbeat("server1", 1.5, 812'000);
  CHECK(browser->becomes_true(shows("#machines", "3.02 ms (2.72 ms to 3.63 ms)")));
  CHECK(contains(browser->text("#machines"), kMarkup));

  // A matrix: one cell runs, others wait and say why.
  lab.submit("nightly sqlite", {"laptop", "server1", "gamingpc"}, {"sqlite", "sqlite-mem"});
  const auto first = lab.assigned("laptop");
  lab.progress("laptop", first, v1::RUN_PHASE_MEASURE, 4);
  CHECK(browser->becomes_true(shows("#machines", "measure, 4 of 9 queries")));
  CHECK(browser->becomes_true(shows("#matrices", "0 of 6 cells ended")));
  CHECK(browser->becomes_true(shows("#cells", "running")));
  CHECK(contains(browser->text("#cells"), "waits"));
  CHECK(contains(browser->text("#machines article[aria-label='machine laptop']"), "1 cell: "));

  // Results: a whole one, one that answered wrongly, one that was lost.
  lab.finish("laptop", first, support::plain_document("laptop", first));
  const auto wrong = lab.assigned("server1");
  lab.finish("server1", wrong, support::plain_document("server1", wrong, true));
  const auto failed = lab.assigned("gamingpc");
  lab.fail_run("gamingpc", failed, v1::CELL_END_INPUT_MISSING,
               "no library for " + std::string(kMarkup));
  CHECK(browser->becomes_true(shows("#cells", "input missing")));
  CHECK(browser->becomes_true(shows("#results", "complete")));
  CHECK(contains(browser->text("#results"), "partial"));
  CHECK(contains(browser->text("#results"), "1 query answered wrongly"));
  CHECK(contains(browser->text("#cells"), "1 answered wrongly"));
  CHECK(contains(browser->text("#cells"), kMarkup));
  CHECK(contains(browser->text("#matrices"), "3 of 6 cells ended, 2 done"));

  // The figures of a result, by keyboard alone.
  CHECK(browser->run(fmt::format("document.getElementById('figures-{}').focus(); return true",
                                 wrong.run_id())) == true);
  browser->press(support::kEnter);
  CHECK(browser->becomes_true(shows("#results", "two-hop")));
  const std::string results = browser->text("#results");
  CHECK(contains(results, "18.3 µs"));
  CHECK(contains(results, "61.7 µs"));
  CHECK(contains(results, "row 1: got 5, expected 4"));
  CHECK(browser->run("return document.activeElement.getAttribute('aria-expanded')") == "true");
  const std::string document = browser->run(fmt::format(
      "return document.querySelector('[data-run=\"{}\"] a').getAttribute('href')", wrong.run_id()));
  CHECK(document == "api/v1/results/" + wrong.run_id());
  browser->save_screenshot(picture("desktop"));

  // Nothing ran, nothing came from elsewhere, nothing was refused.
  CHECK(browser->run("return window.stolen === undefined") == true);
  CHECK(browser->run("return document.querySelectorAll('main img, main script').length") == 0);
  CHECK(browser->run("return performance.getEntriesByType('resource').every("
                     "entry => entry.name.startsWith(location.origin))") == true);
  CHECK(browser->console_errors() == nlohmann::json::array());

  CHECK(
      browser->run("return document.body.innerText.match(/undefined|null|NaN|false|\\[object/)") ==
      nullptr);

  // In the dark, and on a phone: readable without scrolling sideways.
  browser->use_dark(true);
  CHECK(browser->run("return getComputedStyle(document.body).backgroundColor") ==
        "rgb(18, 22, 28)");
  browser->save_screenshot(picture("dark"));
  browser->use_dark(false);
  browser->use_phone(true);
  CHECK(browser->run("return document.documentElement.scrollWidth <= innerWidth") == true);
  browser->save_screenshot(picture("phone"));
}

TEST_CASE("a page whose coordinator goes away says so, and is live again when it comes back") {
  const auto browser = browser_or_skip();
  if (browser == nullptr) return;
  support::SmallLab lab;
  lab.join("laptop");
  auto server = serve(lab.lab());
  const int port = server->port();
  browser->open(address(*server));
  CHECK(browser->becomes_true(kLive));
  CHECK(browser->becomes_true(shows("#machines", "laptop")));

  server.reset();
  CHECK(browser->becomes_true(shows("#live", "reconnecting")));
  CHECK(contains(browser->text("#live"), "shown as of"));
  CHECK(contains(browser->text("#machines"), "laptop"));
  browser->save_screenshot(picture("reconnecting"));

  lab.join("server1");
  server = serve(lab.lab(), port);
  CHECK(browser->becomes_true(kLive, 20));
  CHECK(browser->becomes_true(shows("#machines", "server1")));
}

TEST_CASE("everything can be reached and named without a mouse or a screen") {
  const auto browser = browser_or_skip();
  if (browser == nullptr) return;
  support::SmallLab lab;
  lab.join("laptop");
  lab.submit("first", {"laptop"});
  const auto assign = lab.assigned("laptop");
  lab.finish("laptop", assign, support::plain_document("laptop", assign));
  lab.submit("second", {"laptop"}, {"sqlite-mem"});
  const auto server = serve(lab.lab());
  browser->open(address(*server));
  CHECK(browser->becomes_true(shows("#results", "latencies")));
  CHECK(browser->becomes_true("document.querySelectorAll('.matrix').length === 2"));

  // Tab walks over the skip link, both matrices, the tables and the result's controls.
  std::string walked;
  for (int i = 0; i < 12; ++i) {
    browser->press(support::kTab);
    walked += browser->run(
        "const e = document.activeElement; return (e.getAttribute('aria-label') ?? e.innerText) + "
        "'\\n'");
  }
  for (const char* name : {"Skip to the lab", "first", "second", "latencies of sqlite on laptop",
                           "document of sqlite on laptop"}) {
    CHECK_MESSAGE(contains(walked, name), "tab order: ", walked);
  }
  // Choosing the other matrix by keyboard shows its cells and keeps the focus.
  CHECK(browser->becomes_true(shows("#cells", "Cells of second")));
  browser->run(
      "[...document.querySelectorAll('.matrix button')].find(b => b.innerText === "
      "'first').focus()");
  browser->press(support::kEnter);
  CHECK(browser->becomes_true(shows("#cells", "Cells of first")));
  CHECK(browser->text(".matrix.chosen button") == "first");
  CHECK(browser->run("return document.activeElement.innerText") == "first");

  CHECK(browser->run("return document.documentElement.lang") == "en");
  CHECK(browser->run("return [...document.querySelectorAll('button, a, progress')].every("
                     "e => (e.getAttribute('aria-label') ?? e.innerText).trim() !== '')") == true);
  CHECK(browser->run("return document.getElementById('live').getAttribute('role')") == "status");
}

}  // namespace gb
