#include "agent/probe/resources.h"

#include <string>

namespace gb {
namespace {

void put_usage(std::map<std::string, std::int64_t>& rows, const std::string& prefix,
               const Usage& before, const Usage& after) {
  const bool known = before.known && after.known;
  const auto grown = [&](std::int64_t Usage::*field) {
    return known ? after.*field - before.*field : -1;
  };
  rows[prefix + "MaxRSSBytes"] = known ? after.max_rss_bytes : -1;
  rows[prefix + "CPUUserNs"] = grown(&Usage::user_ns);
  rows[prefix + "CPUSysNs"] = grown(&Usage::system_ns);
  rows[prefix + "MinorFaults"] = grown(&Usage::minor_faults);
  rows[prefix + "MajorFaults"] = grown(&Usage::major_faults);
  rows[prefix + "VoluntaryCtxSwitches"] = grown(&Usage::voluntary_switches);
  rows[prefix + "InvoluntaryCtxSwitches"] = grown(&Usage::involuntary_switches);
  rows[prefix + "BlockInputOps"] = grown(&Usage::block_input);
  rows[prefix + "BlockOutputOps"] = grown(&Usage::block_output);
}

}  // namespace

ResourceReading read_resources() {
  return {.self = usage_of_self(), .children = usage_of_children(), .disk = disk_usage()};
}

ResourceFields resource_fields(const ResourceReading& before, const ResourceReading& after,
                               const ResourceSizes& sizes) {
  ResourceFields fields;
  auto& rows = fields.values;
  for (const char* heap : {"HeapAllocBytes", "HeapSysBytes", "GoSysBytes", "TotalAllocBytes",
                           "NumGC", "GCPauseTotalNs"}) {
    rows[heap] = -1;
  }
  put_usage(rows, "", before.self, after.self);
  put_usage(rows, "Child", before.children, after.children);
  const bool disk = before.disk.known && after.disk.known;
  rows["DiskReadBytes"] = disk ? after.disk.read_bytes - before.disk.read_bytes : -1;
  rows["DiskWriteBytes"] = disk ? after.disk.write_bytes - before.disk.write_bytes : -1;
  rows["DatasetBytes"] = sizes.dataset_bytes;
  rows["LoadBytes"] = sizes.load_bytes;
  rows["StoreBytes"] = sizes.store_bytes;
  rows["StoreGrowthBytes"] =
      sizes.load_bytes < 0 || sizes.store_bytes < 0 ? -1 : sizes.store_bytes - sizes.load_bytes;
  return fields;
}

}  // namespace gb
