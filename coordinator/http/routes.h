#pragma once

#include <httplib.h>

#include <filesystem>

#include "coordinator/http/events.h"
#include "coordinator/lab/lab.h"

namespace gb {

/// What is answered to which request. Every method may be called from any thread.
class Routes {
 public:
  /// web_folder: empty serves the page that is built in.
  Routes(Lab& lab, EventHub& events, std::filesystem::path web_folder);

  /// Answers every request there can be, with a problem document where nothing else fits. Only GET
  /// and HEAD, and only for a Host that means this machine: a foreign name there is a page of
  /// somebody else that had its name resolve to loopback.
  void answer(const httplib::Request& request, httplib::Response& response) const;

 private:
  void route(const httplib::Request& request, httplib::Response& response) const;
  bool answer_page(const httplib::Request& request, httplib::Response& response) const;
  void answer_ready(httplib::Response& response) const;
  void answer_metrics(httplib::Response& response) const;
  void answer_events(httplib::Response& response) const;

  Lab& lab_;
  EventHub& events_;
  std::filesystem::path web_folder_;
};

}  // namespace gb
