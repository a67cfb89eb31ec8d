import Harness

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
