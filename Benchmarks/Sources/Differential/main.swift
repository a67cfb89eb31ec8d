#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Runs random pipelines through Reactive and through OpenCombine and compares what can be seen of
// them; `Options` says what can be asked for. Status 1 if something differs for no known reason,
// 2 if the arguments are wrong, 3 if Reactive crashes or never ends.

Watchdog.start(Options(CommandLine.arguments.dropFirst()))
while Watchdog.comparison.isToGoOn {
  Watchdog.feed()
  Watchdog.comparison.compareNext()
}
alarm(0)
print(Watchdog.comparison.report)
exit(Watchdog.comparison.failures == 0 ? 0 : 1)
