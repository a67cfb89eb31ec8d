#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the command line asks for: `--seed N` where to begin, `--count N` how many pipelines,
/// `--failures N` how many differences to show before it stops. A seed without a count runs alone.
struct Options {
  private(set) var seed: Int?
  private(set) var count: Int?
  private(set) var failures = 1

  init(_ arguments: some Sequence<String>) {
    var words = arguments.makeIterator()
    while let word = words.next() {
      guard let number = words.next().flatMap(Int.init), number >= 0 else {
        Self.stop("\(word) needs a number.")
      }
      switch word {
      case "--seed": seed = number
      case "--count": count = number
      case "--failures": failures = number
      default: Self.stop("\(word) is not an option.")
      }
    }
  }

  /// The seeds to run.
  var seeds: Range<Int> {
    let first = seed ?? 0
    return first..<first + (count ?? (seed == nil ? 100_000 : 1))
  }

  private static func stop(_ reason: String) -> Never {
    print("\(reason) usage: Differential [--seed N] [--count N] [--failures N]")
    exit(2)
  }
}
