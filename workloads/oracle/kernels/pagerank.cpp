#include <algorithm>
#include <cmath>
#include <span>

#include "workloads/oracle/kernels/ranking.h"

namespace gb {
namespace {

using Index = GraphModel::Index;

constexpr std::size_t kGrain = 1024;  // part of the result: sums are taken piece by piece

/// One sum, in order: several side by side were slower, for most lists are short.
double sum_over(std::span<const Index> tails, const std::vector<double>& given) {
  double sum = 0;
  for (const Index tail : tails) sum += given[tail];
  return sum;
}

/// Of one piece of the nodes, after a round.
struct Piece {
  double dangling = 0;  // score of nodes without out-edges
  double largest_move = 0;
};

}  // namespace

std::vector<double> pagerank(const GraphModel& graph, Team& team,
                             const PageRankSettings& settings) {
  const std::size_t nodes = graph.node_count();
  const double n = static_cast<double>(nodes);
  std::vector<double> scores(nodes, 0);
  std::vector<double> given(nodes);  // score per out-edge, of the round before
  std::vector<double> next_given(nodes);
  std::vector<Piece> pieces((nodes + kGrain - 1) / kGrain);

  const auto round = [&](const auto& score_of) {
    team.pieces(nodes, kGrain, [&](std::size_t from, std::size_t to, unsigned /*worker*/) {
      Piece piece;
      for (std::size_t at = from; at < to; ++at) {
        const auto node = static_cast<Index>(at);
        const double score = score_of(node);
        piece.largest_move = std::max(piece.largest_move, std::fabs(score - scores[at]));
        scores[at] = score;
        const std::size_t degree = graph.out(node).size();
        if (degree == 0) piece.dangling += score;
        next_given[at] = degree == 0 ? 0 : score / static_cast<double>(degree);
      }
      pieces[from / kGrain] = piece;
    });
    given.swap(next_given);
    Piece all;
    for (const Piece& piece : pieces) {
      all.dangling += piece.dangling;
      all.largest_move = std::max(all.largest_move, piece.largest_move);
    }
    return all;
  };

  Piece before = round([&](Index /*node*/) { return 1 / n; });
  for (int i = 0; i < settings.rounds; ++i) {
    const double base = (1 - settings.damping) / n + settings.damping * before.dangling / n;
    before = round(
        [&](Index node) { return base + settings.damping * sum_over(graph.in(node), given); });
    if (before.largest_move < settings.tolerance) break;
  }
  return scores;
}

}  // namespace gb
