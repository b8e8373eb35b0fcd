#include "workloads/verify/person_strata.h"

#include <algorithm>

#include "workloads/verify/pool.h"

namespace gb {
namespace {

using Persons = std::vector<SocialModel::Index>;

Persons slice(const Persons& persons, std::size_t from, std::size_t to) {
  return {persons.begin() + static_cast<std::ptrdiff_t>(from),
          persons.begin() + static_cast<std::ptrdiff_t>(to)};
}

}  // namespace

std::vector<SocialModel::Index> sample_of(std::vector<SocialModel::Index> from,
                                          SplitMix64& random) {
  const std::size_t count = std::min(kPoolSize, from.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(from[i], from[i + random.below(from.size() - i)]);
  }
  from.resize(count);
  return from;
}

PersonBands bands_of(const SocialModel& model, Persons persons, SplitMix64& random) {
  std::sort(persons.begin(), persons.end(), [&](auto a, auto b) {
    const std::size_t friends_of_a = model.friends(a).size();
    const std::size_t friends_of_b = model.friends(b).size();
    if (friends_of_a != friends_of_b) return friends_of_a < friends_of_b;
    return model.persons()[a].id < model.persons()[b].id;
  });
  const std::size_t hubs = (persons.size() + 19) / 20;
  const std::size_t rest = persons.size() - hubs;
  PersonBands bands;
  bands.low = sample_of(slice(persons, 0, rest / 2), random);
  bands.middle = sample_of(slice(persons, rest / 2, rest), random);
  bands.hubs = sample_of(slice(persons, rest, persons.size()), random);
  if (!persons.empty()) {
    // The most expensive question of all is verified in every run.
    std::erase(bands.hubs, persons.back());
    bands.hubs.insert(bands.hubs.begin(), persons.back());
    bands.hubs.resize(std::min(bands.hubs.size(), kPoolSize));
  }
  return bands;
}

}  // namespace gb
