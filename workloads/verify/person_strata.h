#pragma once

#include <utility>
#include <vector>

#include "core/base/random.h"
#include "workloads/oracle/social/social_model.h"

namespace gb {

/// Persons by how many friends they have, for pools to draw from: each list in drawn order, at most
/// kPoolSize of each.
struct PersonBands {
  std::vector<SocialModel::Index> hubs;    // the upper twentieth, the most befriended first
  std::vector<SocialModel::Index> middle;  // the halves of the rest
  std::vector<SocialModel::Index> low;
};

/// Up to kPoolSize different entries, by the head of a Fisher-Yates shuffle.
std::vector<SocialModel::Index> sample_of(std::vector<SocialModel::Index> from, SplitMix64& random);

/// Of `persons`.
PersonBands bands_of(const SocialModel& model, std::vector<SocialModel::Index> persons,
                     SplitMix64& random);

/// Of the persons `suits` holds for.
template <class Suits>
PersonBands person_bands(const SocialModel& model, SplitMix64& random, const Suits& suits) {
  std::vector<SocialModel::Index> persons;
  for (SocialModel::Index person = 0; person < model.persons().size(); ++person) {
    if (suits(person)) persons.push_back(person);
  }
  return bands_of(model, std::move(persons), random);
}

}  // namespace gb
