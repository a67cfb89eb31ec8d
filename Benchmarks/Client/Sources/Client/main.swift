#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Measures the pipelines here and in the program that is named, which is made of the same files,
// and prints both; with no name, prints the figures of this one for the other to read. A program's
// layout in memory moves a figure, too, so both run several times, in turns; the least counts.

let times = 100_000

/// The least of several turns of each pipeline, in nanoseconds.
func measured() -> [Double] {
  pipelines.map { pipeline in
    var least = Duration.seconds(3600)
    for _ in 0..<25 { least = min(least, ContinuousClock().measure { pipeline.run(times) }) }
    return least / .nanoseconds(1) / Double(times)
  }
}

/// What another program of the same files measures.
func measured(by program: String) -> [Double] {
  guard let output = popen("'\(program)'", "r") else { return [] }
  defer { pclose(output) }
  var figures: [Double] = []
  var buffer = [CChar](repeating: 0, count: 128)
  while fgets(&buffer, Int32(buffer.count), output) != nil {
    let line = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    figures.append(Double(line.filter { !$0.isWhitespace }) ?? .nan)
  }
  return figures
}

/// A figure with one decimal.
func text(_ figure: Double) -> String {
  let tenths = Int((figure * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

// For scripts/atomics.py, as in the benchmarks' program.
switch CommandLine.arguments.dropFirst().first {
case "--rows":
  for pipeline in pipelines { print(pipeline.name) }
  exit(0)
case "--run" where CommandLine.arguments.count == 4:
  pipelines.first { $0.name == CommandLine.arguments[2] }?.run(Int(CommandLine.arguments[3])!)
  exit(0)
default: break
}

if CommandLine.arguments.count < 2 {
  for figure in measured() { print(figure) }
  exit(0)
}

let program = CommandLine.arguments[1]
var here = measured()
var there = measured(by: program)
guard here.count == there.count else {
  print("\(program) has not measured; it must be built of the same files.")
  exit(2)
}
for _ in 1..<4 {
  here = zip(here, measured()).map(min)
  there = zip(there, measured(by: program)).map(min)
}
print("| Nanoseconds per round | in the benchmarks' package | in a client's | ratio |")
print("| --- | --: | --: | --: |")
for (index, pipeline) in pipelines.enumerated() {
  let ratio = here[index] / there[index]
  print("| \(pipeline.name) | \(text(there[index])) | \(text(here[index])) | \(text(ratio))× |")
}
