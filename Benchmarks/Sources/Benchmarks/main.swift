import Foundation
import Harness
import ReactiveWorkloads

// For scripts/atomics.py: `--rows` prints the names of the workloads, `--run NAME COUNT` runs one.
switch CommandLine.arguments.dropFirst().first {
case "--rows":
  for workload in workloads() { print(workload.name) }
  exit(0)
case "--run" where CommandLine.arguments.count == 4:
  let arguments = CommandLine.arguments
  for workload in workloads() where workload.name == arguments[2] {
    print(workload.run(Int(arguments[3])!))
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
printAllocationTable(isWanted)
printGrowthTable(isWanted)
printTraceTable(isWanted)
printStreamTable(isWanted)
printListTable(isWanted)
printStrengthTable(isWanted)
