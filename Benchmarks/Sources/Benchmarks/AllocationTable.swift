import AllocationCounter
import Harness
import OpenCombineWorkloads
import ReactiveWorkloads

/// Counts what each library allocates for a subscription, and prints the table.
func printAllocationTable(_ isWanted: (String) -> Bool) {
  guard allocation_count() >= 0 else { return print("\nAllocations are counted on glibc alone.") }
  let rows = zip(ReactiveWorkloads.subscriptions(), OpenCombineWorkloads.subscriptions())
    .filter { isWanted($0.0.name) }
  guard !rows.isEmpty else { return }

  var table = MarkdownTable(
    heading: ["Allocations per subscription", "OpenCombine 0.14.0", "Reactive", "ratio"])
  for (ours, theirs) in rows {
    let (reactive, openCombine) = (allocations(of: ours), allocations(of: theirs))
    table.append([
      ours.name, openCombine.formatted(decimals: 1), reactive.formatted(decimals: 1),
      reactive >= 0.05 ? (openCombine / reactive).formatted(decimals: 1) + "×" : "",
    ])
  }
  print("\n" + table.text)
}

/// How many pieces of memory one piece of work takes, the cancellable and what holds it included.
private func allocations(of workload: Workload) -> Double {
  let count = 10_000
  // Once without counting: what is made once for a type is no part of a subscription.
  _ = workload.run(count)
  let before = allocation_count()
  _ = workload.run(count)
  return Double(allocation_count() - before) / Double(count)
}
