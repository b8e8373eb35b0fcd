#pragma once

#include <span>

#include "workloads/verify/pool_rule.h"

namespace gb {

/// The pools of fb-read and fb-write (workloads §7.4, with strata and random draws added), keyed as
/// their queries. Windows are the quarters of the time of all transfers, and the whole of it.
///
/// fb-tcr1, fb-sr2: hub or other account, quarter or whole; none that answers nothing.
/// fb-tcr2, fb-tcr12: quarter, whole; the threshold is half of the largest count there.
/// fb-tcr3: near: one transfer away; far: as far as four transfers go; cycle: back to the start;
///   unreachable. All within a quarter.
/// fb-tcr4: loops: some; none.
/// fb-tcr5: breach, kept: a threshold of half, and twice, the true ratio; nothing-out.
/// fb-tcr8: three-days from a deposit; whole; before: the loan's deposits are not in the window.
/// fb-tcr11: decay-0.5 to decay-2: neither nobody reached nor everybody, where there is a choice.
/// fb-sr1: hub, other, absent. fb-w1: pair: an account and the next in file order.
std::span<const PoolRule> finance_pool_rules();

}  // namespace gb
