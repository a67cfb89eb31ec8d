import Reactive
import Testing

/// The law of the operators that are worked out when they are written down: they call their closure
/// then, and send what the operator of the same name sends on a publisher whose type is hidden.
///
/// The closures that the operators are given are this object's, so that it knows of each call.
final class EagerLaw {
  private var calls = 0
  /// How many overloads have been looked at.
  private(set) var count = 0

  private func note<T>(_ answer: T) -> T {
    calls += 1
    return answer
  }

  func doubled(_ number: Int) -> Int { note(number * 2) }
  func small(_ number: Int) -> Int? { note(number < 3 ? number : nil) }
  func large(_ number: Int) -> Bool { note(number > 1) }
  /// Compares by the last digit alone, so that different numbers can be equal.
  func less(_ left: Int, _ right: Int) -> Bool { note(left % 10 < right % 10) }
  func joined(_ text: String, _ number: Int) -> String { note(text + ",\(number)") }

  // These throw for numbers above 3.
  func tryDoubled(_ number: Int) throws -> Int { try note(number).checked() * 2 }
  func tryLarge(_ number: Int) throws -> Bool { try note(number).checked() > 1 }
  func tryJoined(_ text: String, _ number: Int) throws -> String {
    try text + ",\(note(number).checked())"
  }

  /// Expects that making `eager` took a number of calls, that subscribing takes no more, and that
  /// it sends what `plain` does.
  func holds<Output, Failure: Error>(
    _ name: String, calls expected: Int? = nil, _ eager: some Publisher<Output, Failure>,
    _ plain: some Publisher<Output, Failure>, at location: SourceLocation = #_sourceLocation
  ) {
    count += 1
    if let expected {
      #expect(calls == expected, "calls of \(name)", sourceLocation: location)
    }
    let before = calls
    let log = eager.log()
    #expect(eager.log() == log && calls == before, "\(name), again", sourceLocation: location)
    #expect(log == plain.log(), "\(name)", sourceLocation: location)
    calls = 0
  }
}
