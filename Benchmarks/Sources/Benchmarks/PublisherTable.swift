import Harness
import OpenCombineWorkloads
import ReactiveWorkloads

/// Measures every workload against both libraries and prints the table.
func printPublisherTable(_ isWanted: (String) -> Bool) {
  let rows = zip(ReactiveWorkloads.workloads(), OpenCombineWorkloads.workloads())
    .map { ours, theirs in
      precondition(ours.name == theirs.name, "The files of OpenCombineWorkloads must be links.")
      return Row(
        ours.name, by: ours.measure, reactive: ours.run, peer: theirs.run)
    }
    .filter { isWanted($0.name) }
  guard !rows.isEmpty else { return }
  let results = rows.map { $0.measure(rounds: 25, turn: .milliseconds(8)) }

  var table = MarkdownTable(
    heading: [
      "Nanoseconds per value", "OpenCombine 0.14.0", "±", "Reactive", "±", "in CAS", "ratio",
    ])
  for result in results {
    table.append([
      result.name,
      result.peer.nanoseconds.formatted(decimals: 1), percent(result.peer.spread),
      result.reactive.nanoseconds.formatted(decimals: 1), percent(result.reactive.spread),
      result.cost.formatted(decimals: 1),
      result.ratio.formatted(decimals: 1) + "×",
    ])
  }
  print("\n" + table.text)
  let bare = results.map(\.compareAndSwap).min()!
  let mean = geometricMean(results.map(\.ratio)).formatted(decimals: 1)
  print(
    "The least of 25 turns (of rows with 2 threads the median of 8 long ones), the libraries"
      + " taking turns; ± is how far the median lies above the least."
      + " Geometric mean of \(results.count) ratios: \(mean)×."
      + " CAS is a bare compare-and-swap that no other thread disturbs, measured beside each row:"
      + " \(bare.formatted(decimals: 1)) ns at best. A bare async on a serial queue took"
      + " \((BareOperation.asynchronousCall() / bare).formatted(decimals: 1)) of them.")
}

func percent(_ share: Double) -> String { (share * 100).formatted(decimals: 0) + "%" }
