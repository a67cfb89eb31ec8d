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
  let arguments = CommandLine.arguments
  for workload in workloads() where workload.name == arguments[2] {
    print(workload.run(Int(arguments[3])!))
  }
  for row in Growth.all where row.name == arguments[2] { row.run(Int(arguments[3])!) }
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
printAllocationTable(isWanted)
printGrowthTable(isWanted)
printTraceTable(isWanted)
printStreamTable(isWanted)
printListTable(isWanted)
printStrengthTable(isWanted)
