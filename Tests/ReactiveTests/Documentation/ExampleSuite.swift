import Reactive
import TestSupport
import Testing

/// The error of the examples' `load()`.
enum LoadError: Error, Equatable {
  case offline
  case busy

  var isTemporary: Bool { self == .busy }
}

/// The error of the examples' `parse`.
enum ParseError: Error {
  case empty
}

/// A value of a marble diagram, which shows as the letter alone, in a tuple too.
struct Letter: CustomDebugStringConvertible {
  let debugDescription: String
  init(_ letter: String) { debugDescription = letter }
}

/// What a publisher sends is compared with the comment behind it.
extension ExampleSuite {
  /// Expects that a publisher sends what the comment behind it says, and then ends.
  func shows<P: Publisher>(
    _ output: String, at location: SourceLocation = #_sourceLocation, _ example: () -> P
  ) {
    var shown: [String] = []
    var isOver = false
    let cancellable = example().sink {
      isOver = true
      switch $0 {
      case .finished: if shown.isEmpty { shown = ["finishes"] }
      case .failure(let error): shown.append("fails with \(error)")
      }
    } receiveValue: {
      shown.append(description(of: $0))
    }
    #expect(isOver, sourceLocation: location)
    #expect(shown.joined(separator: ", ") == output, sourceLocation: location)
    cancellable.cancel()
  }

  /// Expects that a subscription prints what the comment behind it says.
  func shows(
    _ output: String, at location: SourceLocation = #_sourceLocation,
    _ example: () -> AnyCancellable
  ) {
    let cancellable = example()
    #expect(printed.joined(separator: ", ") == output, sourceLocation: location)
    cancellable.cancel()
  }

  /// Expects that a value describes itself as the comment behind it says.
  func shows(
    _ output: String, at location: SourceLocation = #_sourceLocation,
    _ example: () -> Subscribers.Demand
  ) {
    #expect(example().description == output, sourceLocation: location)
  }

  func check(_ number: Int) throws -> Int { number }

  private func description(of value: Any) -> String {
    (value as? String)?.debugDescription ?? "\(value)"
  }
}
