import Harness

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs random pipelines through Reactive and through OpenCombine and compares what happens; see
/// `Options` for what can be asked for.
let options = Options(CommandLine.arguments.dropFirst())
print(Machine.summary)
var comparison = Comparison()
Watchdog.start()
for seed in options.seeds {
  Watchdog.isLookingAt(seed)
  comparison.compare(seed: seed)
  if comparison.failures.count >= options.failures { break }
}
Watchdog.stop()
print(comparison.report)
exit(comparison.failures.isEmpty ? 0 : 1)
