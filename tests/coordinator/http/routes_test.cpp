#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/base/sha256.h"
#include "core/document/codec.h"
#include "tests/coordinator/http/raw_client.h"
#include "tests/coordinator/http/served_lab.h"
#include "web/assets.h"

namespace gb {

TEST_CASE("a lab that can work says so, to a person and to Prometheus") {
  ServedLab served;
  served.join("laptop");
  CHECK(served.get("/healthz").body == "ok\n");
  CHECK(served.get("/readyz").body == "ready\n");
  const auto metrics = served.get("/metrics");
  CHECK(metrics.status == 200);
  CHECK(metrics.get_header_value("Content-Type") == "text/plain; version=0.0.4; charset=utf-8");
  CHECK(contains(metrics.body, "graphbench_agents{state=\"connected\"} 1\n"));
}

TEST_CASE("a lab that has stopped is not ready and says why") {
  ServedLab served;
  served.lab().stop();
  CHECK(served.get("/healthz").status == 200);
  CHECK(served.problem("/readyz", 503)["detail"] != "");
}

TEST_CASE("agents, matrices and results are served as the messages of ControlService") {
  ServedLab served;
  served.join("laptop", "Test CPU · 2 cores");
  served.heartbeat("laptop", 0.5, 3'000'000);
  const std::string matrix = served.submit("nightly", {"laptop"}, {"sqlite", "sqlite-mem"});
  const auto assign = served.assigned("laptop");
  served.progress("laptop", assign, graphbench::v1::RUN_PHASE_MEASURE, 4);

  const auto agent = served.json("/api/v1/agents")["agents"][0];
  CHECK(agent["name"] == "laptop");
  CHECK(agent["state"] == "STATE_CONNECTED");
  CHECK(agent["hostSummary"] == "Test CPU · 2 cores");
  CHECK(agent["load1m"] == 0.5);
  CHECK(agent["syncMedianNanos"] == "3000000");
  CHECK(agent["runId"] == assign.run_id());
  CHECK(agent["phase"] == "RUN_PHASE_MEASURE");

  const auto listed = served.json("/api/v1/matrices")["matrices"][0];
  CHECK(listed["matrixId"] == matrix);
  CHECK(listed["name"] == "nightly");
  CHECK(listed["cellCount"] == 2);
  CHECK(listed["cells"].empty());

  auto cells = served.json("/api/v1/matrices/" + matrix)["cells"];
  REQUIRE(cells.size() == 2);
  CHECK(std::count_if(cells.begin(), cells.end(), [](const nlohmann::json& cell) {
          return cell["state"] == "STATE_RUNNING" && cell["queriesDone"] == 4;
        }) == 1);
  CHECK(std::count_if(cells.begin(), cells.end(), [](const nlohmann::json& cell) {
          return cell["state"] == "STATE_QUEUED" && cell["reason"] != "";
        }) == 1);

  served.finish("laptop", assign, support::plain_document("laptop", assign, true));
  const auto result = served.json("/api/v1/results")["results"][0];
  CHECK(result["runId"] == assign.run_id());
  CHECK(result["engineVersion"] == "3.40.1");
  CHECK(result["partial"] == true);
  CHECK(result["failedCount"] == 1);
}

TEST_CASE("a document is served byte for byte, and not again to a client that has it") {
  ServedLab served;
  served.join("laptop");
  served.submit("one", {"laptop"});
  const auto assign = served.assigned("laptop");
  const auto document = support::plain_document("laptop", assign);
  served.finish("laptop", assign, document);
  const std::string bytes = encode_document(document);

  const std::string path = "/api/v1/results/" + assign.run_id();
  const auto answer = served.get(path);
  CHECK(answer.status == 200);
  CHECK(answer.body == bytes);
  CHECK(answer.get_header_value("Content-Type") == "application/json");
  const std::string tag = answer.get_header_value("ETag");
  CHECK(tag == "\"" + sha256_hex(bytes) + "\"");

  const auto again = served.get(path, {{"If-None-Match", tag}});
  CHECK(again.status == 304);
  CHECK(again.body.empty());
  CHECK(served.get(path, {{"If-None-Match", "\"another\""}}).status == 200);
}

TEST_CASE("results can be filtered and are handed out page by page, newest first") {
  ServedLab served;
  for (const char* machine : {"laptop", "server1"}) served.join(machine);
  served.submit("both", {"laptop", "server1"}, {"sqlite", "sqlite-mem"});
  for (const char* machine : {"laptop", "server1"}) {
    for (int i = 0; i < 2; ++i) {
      const auto assign = served.assigned(machine);
      served.finish(machine, assign, support::plain_document(machine, assign));
    }
  }
  CHECK(served.json("/api/v1/results")["results"].size() == 4);
  CHECK(served.json("/api/v1/results?machine=server1")["results"].size() == 2);
  CHECK(served.json("/api/v1/results?machine=server1&engine=sqlite-mem")["results"].size() == 1);
  CHECK(served.json("/api/v1/results?workload=another")["results"].empty());

  std::vector<std::string> runs;
  std::string token;
  do {
    const auto page = served.json("/api/v1/results?page_size=3&page_token=" + token);
    CHECK(page["results"].size() <= 3);
    for (const auto& result : page["results"]) runs.push_back(result["runId"]);
    token = page["nextPageToken"];
  } while (!token.empty());
  CHECK(runs.size() == 4);
  std::sort(runs.begin(), runs.end());
  CHECK(std::unique(runs.begin(), runs.end()) == runs.end());
}

TEST_CASE("a request that cannot be answered is told what is wrong with it") {
  ServedLab served;
  CHECK(contains(served.problem("/nowhere", 404)["detail"], "/api/v1/"));
  CHECK(contains(served.problem("/api/v1/nothing", 404)["detail"], "agents"));
  CHECK(contains(served.problem("/api/v1/matrices/unknown-id", 404)["detail"], "unknown-id"));
  CHECK(contains(served.problem("/api/v1/results/unknown-id", 404)["detail"], "unknown-id"));
  CHECK(contains(served.problem("/api/v1/results?engin=sqlite", 400)["detail"], "engin"));
  CHECK(contains(served.problem("/api/v1/results?page_size=-1", 400)["detail"], "page_size"));
  CHECK(contains(served.problem("/api/v1/results?page_size=501", 400)["detail"], "500"));
  CHECK(served.problem("/api/v1/results?page_token=%27;--", 400)["detail"] != "");
  CHECK(served.problem("/api/v1/results?include_superseded=perhaps", 400)["detail"] != "");
  for (const char* path : {"/api/v1/results/..%2f..%2fetc%2fpasswd", "/api/v1/results/a%00b",
                           "/api/v1/results/%22%3Cscript%3E", "/api/v1/matrices/x'%20OR%201=1",
                           "/api/v1/results/%ff%fe"}) {
    CHECK(contains(served.problem(path, 400)["detail"], "is no id"));
  }
}

TEST_CASE("HTTP reads only, and only for this machine by name") {
  ServedLab served;
  httplib::Client client("127.0.0.1", served.port());
  const auto posted = client.Post("/api/v1/matrices", R"({"spec":{}})", "application/json");
  REQUIRE(posted);
  CHECK(posted->status == 405);
  CHECK(posted->get_header_value("Allow") == "GET, HEAD");

  CHECK(served.get("/healthz", {{"Host", "localhost:1234"}}).status == 200);
  CHECK(served.get("/healthz", {{"Host", "[::1]:7451"}}).status == 200);
  for (const char* host :
       {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example", ""}) {
    CHECK(served.get("/api/v1/agents", {{"Host", host}}).status == 421);
  }
}

TEST_CASE("every answer carries the headers that keep a browser from being fooled") {
  ServedLab served;
  for (const char* path : {"/", "/app.js", "/api/v1/agents", "/nowhere", "/metrics"}) {
    const auto answer = served.get(path);
    CHECK(answer.get_header_value("X-Content-Type-Options") == "nosniff");
    CHECK(answer.get_header_value("X-Frame-Options") == "DENY");
    const std::string policy = answer.get_header_value("Content-Security-Policy");
    CHECK(contains(policy, "default-src 'none'"));
    CHECK(contains(policy, "script-src 'self';"));
    CHECK(!contains(policy, "unsafe"));
    CHECK(!answer.has_header("Access-Control-Allow-Origin"));
  }
}

TEST_CASE(
    "the page and everything it needs is in the program, and in it nothing turns text into "
    "markup") {
  ServedLab served;
  const auto page = served.get("/");
  CHECK(page.get_header_value("Content-Type") == "text/html; charset=utf-8");
  for (const char* name :
       {"index.html", "style.css", "icon.svg", "app.js", "view.js", "format.js"}) {
    const std::string path = std::string("/") + name;
    const auto answer = served.get(path);
    std::ifstream file(std::string(GB_SOURCE_DIR) + "/web/" + name, std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    CHECK(answer.status == 200);
    CHECK(answer.body == bytes.str());
    CHECK(served.get(path, {{"If-None-Match", answer.get_header_value("ETag")}}).status == 304);
    for (const char* danger : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                               "eval(", "new Function", "https://", "//cdn"}) {
      CHECK_MESSAGE(!contains(answer.body, danger), name, " has ", danger);
    }
  }
  for (const char* part : {" onclick=", " onload=", " style=", "<script>", "<style"}) {
    CHECK(!contains(page.body, part));
  }
  CHECK(served.get("/assets.h").status == 404);
  CHECK(served.get("/../CMakeLists.txt").status == 404);
}

TEST_CASE("with a web folder the page comes from there, and nothing else does") {
  TemporaryFolder folder;
  folder.write("app.js", "// changed\n");
  folder.write("secret.txt", "no");
  HttpConfig config;
  config.web_folder = folder.path();
  ServedLab served(config);
  CHECK(served.get("/app.js").body == "// changed\n");
  CHECK(served.get("/secret.txt").status == 404);
  CHECK(served.get("/view.js").status == 404);
}

TEST_CASE("a name with markup in it arrives as data that no browser sniffs") {
  ServedLab served;
  const std::string name = "<img src=x onerror=alert(1)>";
  served.join("laptop", name);
  const auto answer = served.get("/api/v1/agents");
  CHECK(answer.get_header_value("Content-Type") == "application/json");
  CHECK(nlohmann::json::parse(answer.body)["agents"][0]["hostSummary"] == name);
}

TEST_CASE("it listens on loopback alone, on a port that is free, and names what is wrong") {
  ServedLab served;
  HttpConfig config;
  config.port = served.port();
  const auto taken = HttpServer::start(served.lab(), config);
  REQUIRE(!taken);
  CHECK(taken.error().code == ErrorCode::Unavailable);
  CHECK(contains(taken.error().message, std::to_string(served.port())));

  for (const char* host :
       {"0.0.0.0", "::", "192.168.1.5", "example.org", "", "127.0.0.1 ", "128.0.0.1"}) {
    HttpConfig open;
    open.host = host;
    open.port = 0;
    const auto refused = HttpServer::start(served.lab(), open);
    REQUIRE(!refused);
    CHECK(refused.error().code == ErrorCode::InvalidArgument);
    CHECK(contains(refused.error().message, "loopback"));
  }
  HttpConfig local;
  local.host = "localhost";
  local.port = 0;
  CHECK(HttpServer::start(served.lab(), local).has_value());

  HttpConfig starved;
  starved.port = 0;
  starved.limits.event_clients = starved.limits.workers;
  CHECK(HttpServer::start(served.lab(), starved).error().code == ErrorCode::InvalidArgument);
  HttpConfig nowhere;
  nowhere.port = 70000;
  CHECK(HttpServer::start(served.lab(), nowhere).error().code == ErrorCode::InvalidArgument);
}

}  // namespace gb
