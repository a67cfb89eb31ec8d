import Foundation
import Harness
import ReactiveWorkloads

// For scripts/atomics.py and for profilers: `--rows` prints the names of the workloads, `--run NAME
// COUNT` runs one, or a row of the table of growth, for so many things.
switch CommandLine.arguments.dropFirst().first {
case "--rows":
  for workload in workloads() { print(workload.name) }
  exit(0)
case "--run" where CommandLine.arguments.count == 4:
  let (name, count) = (CommandLine.arguments[2], Int(CommandLine.arguments[3])!)
  if let workload = workloads().first(where: { $0.name == name }) {
    print(workload.run(count))
  } else if let row = Growth.all.first(where: { $0.name == name }) {
    row.run(count)
  } else {
    print("No row is called '\(name)'; --rows prints the names of the first table's.")
    exit(2)
  }
  exit(0)
default: break
}

/// Rows whose names contain one of the arguments are measured; all if there are none.
let wanted = CommandLine.arguments.dropFirst()
func isWanted(_ name: String) -> Bool {
  wanted.isEmpty || wanted.contains { name.contains($0) }
}

print(Machine.summary)
printPublisherTable(isWanted)
printHopTable(isWanted)
printAllocationTable(isWanted)
printGrowthTable(isWanted)
printTraceTable(isWanted)
printStreamTable(isWanted)
printListTable(isWanted)
printStrengthTable(isWanted)
