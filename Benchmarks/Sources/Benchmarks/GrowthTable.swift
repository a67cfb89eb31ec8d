import Harness
import ReactiveWorkloads

/// Measures how work grows with the number of things it is done to, and prints the table.
func printGrowthTable(_ isWanted: (String) -> Bool) {
  let rows = Growth.all.filter { isWanted($0.name) }
  guard !rows.isEmpty else { return }
  var table = MarkdownTable(heading: ["Milliseconds for n things", "n", "n", "4 n", "growth"])
  var steep: [String] = []
  for row in rows {
    let growth = GrowthFactor(from: row.count, row.run)
    if growth.factor > 5 { steep.append(row.name) }
    table.append([
      row.name, "\(row.count)", growth.once.formatted(decimals: 2),
      growth.fourfold.formatted(decimals: 2), growth.factor.formatted(decimals: 1) + "×",
    ])
  }
  print("\n" + table.text)
  print(
    steep.isEmpty
      ? "Four times as many take at most five times as long."
      : "More than five times as long: " + steep.joined(separator: "; ") + ".")
}
