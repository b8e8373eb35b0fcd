// The distribution's gRPC is not built for the thread sanitizer, which therefore does not see how
// it hands memory from thread to thread and takes each hand-over for a race. Reports with gRPC in a
// stack are left out; races between our own threads are still found.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:grpc::\n"
         "race:grpc_core::\n"
         "race:libgrpc\n"
         "race:libgpr\n"
         "race:libupb\n"
         "race:libabsl\n"
         "race:libprotobuf\n"
         "called_from_lib:libgrpc.so\n"
         "called_from_lib:libgrpc++.so\n"
         "mutex:libgrpc\n"
         "deadlock:libgrpc\n";
}
