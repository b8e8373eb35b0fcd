// The tables of the specification (workloads §8.3), computed for full approval.
#include "agent/runner/mix_schedule.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "workloads/catalogue/catalogue.h"

using namespace gb;

namespace {

using Slots = std::map<std::string, std::uint32_t>;

Slots slots(const std::map<std::string, double>& weights, std::uint32_t total) {
  const MixSchedule schedule = schedule_mix(weights, total, Seed{1});
  Slots by_id;
  for (std::size_t i = 0; i < schedule.queries.size(); ++i) {
    by_id[schedule.queries[i]] = schedule.slots[i];
    const auto turns = std::count(schedule.turns.begin(), schedule.turns.end(), i);
    CHECK(turns == schedule.slots[i]);
  }
  CHECK(schedule.turns.size() == total);
  return by_id;
}

std::map<std::string, double> weights_of(const char* workload) {
  static const Catalogue kCatalogue = *Catalogue::built_in();
  const auto found = kCatalogue.find(workload);
  REQUIRE(found);
  return (*found)->weights;
}

}  // namespace

TEST_CASE("micro-mix gets the slots the specification computed") {
  const auto weights = weights_of("micro-mix");
  CHECK(slots(weights, 200) == Slots{{"micro-point", 70},
                                     {"micro-khop1", 50},
                                     {"micro-edge", 30},
                                     {"micro-point-miss", 20},
                                     {"micro-khop2", 20},
                                     {"micro-scan-count", 6},
                                     {"micro-scan-stats", 4}});
  CHECK(slots(weights, 2000).at("micro-scan-stats") == 40);
}

TEST_CASE("linkbench gets the slots the specification computed") {
  const auto weights = weights_of("linkbench");
  CHECK(slots(weights, 200) == Slots{{"lb-get-links", 101},
                                     {"lb-get-node", 26},
                                     {"lb-add-link", 18},
                                     {"lb-update-link", 16},
                                     {"lb-update-node", 15},
                                     {"lb-count-link", 10},
                                     {"lb-delete-link", 6},
                                     {"lb-add-node", 5},
                                     {"lb-delete-node", 2},
                                     {"lb-get-link", 1}});
  CHECK(slots(weights, 2000) == Slots{{"lb-get-links", 1014},
                                      {"lb-get-node", 258},
                                      {"lb-add-link", 180},
                                      {"lb-update-link", 160},
                                      {"lb-update-node", 148},
                                      {"lb-count-link", 98},
                                      {"lb-delete-link", 60},
                                      {"lb-add-node", 52},
                                      {"lb-delete-node", 20},
                                      {"lb-get-link", 10}});
}

TEST_CASE("equal shares that do not divide the total go to the ids that sort first") {
  std::map<std::string, double> weights;
  for (int i = 1; i <= 7; ++i) weights["snb-is" + std::to_string(i)] = 72.0 / 7;
  for (const char* id : {"ic1", "ic13", "ic2", "ic4", "ic5", "ic9"}) {
    weights[std::string("snb-") + id] = 8.0 / 6;
  }
  for (const char* id : {"iu1", "iu3", "iu6", "iu8"}) weights[std::string("snb-") + id] = 4.95;
  for (const char* id : {"id2", "id3"}) weights[std::string("snb-") + id] = 0.1;
  const Slots few = slots(weights, 200);
  CHECK(few.at("snb-is1") == 21);
  CHECK(few.at("snb-is2") == 21);
  CHECK(few.at("snb-is3") == 20);
  CHECK(few.at("snb-ic1") == 3);
  CHECK(few.at("snb-iu8") == 10);
  CHECK(few.at("snb-id2") == 0);
  const Slots many = slots(weights, 2000);
  CHECK(many.at("snb-is7") == 206);
  CHECK(many.at("snb-ic1") == 27);
  CHECK(many.at("snb-ic13") == 27);
  CHECK(many.at("snb-ic2") == 26);
  CHECK(many.at("snb-iu1") == 99);
  CHECK(many.at("snb-id3") == 2);
}

TEST_CASE("the seed alone decides the order") {
  const auto weights = weights_of("micro-mix");
  CHECK(schedule_mix(weights, 500, Seed{7}).turns == schedule_mix(weights, 500, Seed{7}).turns);
  CHECK(schedule_mix(weights, 500, Seed{7}).turns != schedule_mix(weights, 500, Seed{8}).turns);
}
