import Harness
import ViewModels

/// A row of the lists that are measured.
private struct Entry: Identifiable, Equatable, Sendable {
  var id: String
  var text: String
}

/// Measures snapshots of lists and their differences, and prints the table.
///
/// Of 100,000 rows one in a hundred has changed: half of them look different, a quarter has been
/// replaced by others, a quarter stands elsewhere. What `Array.difference(from:)` of the standard
/// library takes for the identities alone stands beside it.
func printListTable(_ isWanted: (String) -> Bool) {
  let names = (
    make: "List: a snapshot of 100,000 rows", compare: "List: difference, 1% changed",
    standard: "List: difference of the standard library, identities alone",
    apply: "List: difference applied"
  )
  guard [names.make, names.compare, names.standard, names.apply].contains(where: isWanted)
  else { return }
  let count = 100_000
  let old = (0..<count).map { Entry(id: "account-\($0)", text: "yescrypt") }
  var new = old
  for place in stride(from: 0, to: count, by: 400) {
    new[place].text = "bcrypt"
    new[place + 100].text = "sha512"
    new[place + 200] = Entry(id: "new-\(place)", text: "yescrypt")
    new.swapAt(place + 300, place + 301)
  }
  let (before, after) = (ListSnapshot<Never, Entry>(old), ListSnapshot<Never, Entry>(new))
  let difference = after.difference(from: before)
  precondition(before.applying(difference) == after, "The difference does not give the new list.")
  precondition(
    difference.updates.count == 500 && difference.insertions.count == 250
      && difference.removals.count == 250 && difference.moves.count == 250,
    "The difference is not what was changed.")

  var output = MarkdownTable(heading: ["Lists of 100,000 rows", "ms", "±"])
  func append(_ name: String, _ work: () -> Int, _ expected: Int) {
    guard isWanted(name) else { return }
    var turns: [Duration] = []
    for _ in 0..<15 {
      var result = 0
      turns.append(ContinuousClock().measure { result = work() })
      precondition(result == expected, "\(name): \(result) came out instead of \(expected).")
    }
    let timing = Timing(of: turns, per: 1)
    output.append([name, (timing.nanoseconds / 1e6).formatted(decimals: 1), percent(timing.spread)])
  }
  append(names.make, { ListSnapshot<Never, Entry>(new).count }, count)
  append(names.compare, { after.difference(from: before).updates.count }, 500)
  append(
    names.standard, { new.map(\.id).difference(from: old.map(\.id)).count },
    difference.removals.count * 2 + difference.moves.count * 2)
  append(names.apply, { before.applying(difference)?.count ?? 0 }, count)
  print("\n" + output.text)
}
