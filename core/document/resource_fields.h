#pragma once

#include <array>
#include <string_view>

namespace gb {

enum class ResourceKind { Bytes, Count, Duration };

/// A counter of the resource block: its name in the document and how a reader is shown it.
struct ResourceField {
  std::string_view name;
  std::string_view label;
  ResourceKind kind;
};

/// All of them, in the order they are printed (result-document §4.6 and §7).
inline constexpr std::array<ResourceField, 30> kResourceFields{{
    {"MaxRSSBytes", "peak rss", ResourceKind::Bytes},
    {"ChildMaxRSSBytes", "peak rss (children)", ResourceKind::Bytes},
    {"HeapAllocBytes", "heap live", ResourceKind::Bytes},
    {"HeapSysBytes", "heap reserved", ResourceKind::Bytes},
    {"GoSysBytes", "runtime total", ResourceKind::Bytes},
    {"TotalAllocBytes", "allocated", ResourceKind::Bytes},
    {"NumGC", "gc cycles", ResourceKind::Count},
    {"GCPauseTotalNs", "gc pause", ResourceKind::Duration},
    {"CPUUserNs", "cpu user", ResourceKind::Duration},
    {"CPUSysNs", "cpu sys", ResourceKind::Duration},
    {"ChildCPUUserNs", "cpu user (child)", ResourceKind::Duration},
    {"ChildCPUSysNs", "cpu sys (child)", ResourceKind::Duration},
    {"MinorFaults", "minor faults", ResourceKind::Count},
    {"MajorFaults", "major faults", ResourceKind::Count},
    {"ChildMinorFaults", "minor faults (children)", ResourceKind::Count},
    {"ChildMajorFaults", "major faults (children)", ResourceKind::Count},
    {"VoluntaryCtxSwitches", "ctx switches (vol)", ResourceKind::Count},
    {"InvoluntaryCtxSwitches", "ctx switches (invol)", ResourceKind::Count},
    {"ChildVoluntaryCtxSwitches", "ctx switches (vol, children)", ResourceKind::Count},
    {"ChildInvoluntaryCtxSwitches", "ctx switches (invol, children)", ResourceKind::Count},
    {"BlockInputOps", "block ops in", ResourceKind::Count},
    {"BlockOutputOps", "block ops out", ResourceKind::Count},
    {"ChildBlockInputOps", "block ops in (children)", ResourceKind::Count},
    {"ChildBlockOutputOps", "block ops out (children)", ResourceKind::Count},
    {"DiskReadBytes", "disk read", ResourceKind::Bytes},
    {"DiskWriteBytes", "disk write", ResourceKind::Bytes},
    {"DatasetBytes", "dataset on disk", ResourceKind::Bytes},
    {"LoadBytes", "store after load", ResourceKind::Bytes},
    {"StoreBytes", "store after run", ResourceKind::Bytes},
    {"StoreGrowthBytes", "store growth", ResourceKind::Bytes},
}};

}  // namespace gb
