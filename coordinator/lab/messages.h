#pragma once

#include <google/protobuf/timestamp.pb.h>

#include "coordinator/scheduler/plan.h"
#include "coordinator/store/store.h"
#include "graphbench/v1/agent_service.pb.h"
#include "graphbench/v1/control_service.pb.h"

namespace gb {

/// Between the words of the wire and those of scheduler and store.

google::protobuf::Timestamp to_timestamp(WallTime time);
WallTime to_wall_time(const google::protobuf::Timestamp& time);

graphbench::v1::CellEnd to_message(CellEnd end);
/// InvalidArgument for a number this version does not know.
Result<CellEnd> to_cell_end(graphbench::v1::CellEnd end);

graphbench::v1::EngineSpec to_message(const EngineChoice& engine);
graphbench::v1::RunSettings to_message(const RunPlan& plan);
MatrixRequest to_request(const graphbench::v1::MatrixSpec& spec);

/// InvalidArgument, naming the agent and what is wrong with its Hello. last_seen is left empty.
Result<AgentRecord> to_record(const graphbench::v1::Hello& hello);
/// Runs with malformed ids are left out: they can be none of ours.
std::vector<HeldRun> to_held(
    const google::protobuf::RepeatedPtrField<graphbench::v1::RunningRun>& running);

graphbench::v1::MatrixView to_view(const MatrixRow& row);
graphbench::v1::CellView to_view(const CellRow& row);
graphbench::v1::AgentView to_view(const AgentRecord& record);
graphbench::v1::ResultView to_view(const ResultRow& row);

}  // namespace gb
