import Harness
import ViewModels

/// Measures how long the estimate of a password takes and prints the table.
func printStrengthTable(_ isWanted: (String) -> Bool) {
  let samples = [
    ("Strength: 12 characters at random", "kT7#pQ2zL9vX", 1000),
    ("Strength: 12 characters, replaced letters", "p455w0rd1!7@", 1000),
    ("Strength: 100,000 characters, replaced letters", long, 20),
  ]
  var output = MarkdownTable(heading: ["Password strength", "µs per password", "±"])
  for (name, password, count) in samples where isWanted(name) {
    var turns: [Duration] = []
    for _ in 0..<9 {
      var sum = 0.0
      turns.append(
        ContinuousClock().measure {
          for _ in 0..<count {
            sum += PasswordStrength(of: password, userInputs: ["annie"]).log10Guesses
          }
        })
      precondition(sum > 0, "\(name): no guesses")
    }
    let timing = Timing(of: turns, per: count)
    output.append([
      name, (timing.nanoseconds / 1000).formatted(decimals: 1), percent(timing.spread),
    ])
  }
  if samples.contains(where: { isWanted($0.0) }) { print("\n" + output.text) }
}

private let long = String(repeating: "p@55w0rd!1aaqwerty24", count: 5000)
