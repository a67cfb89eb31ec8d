import Reactive
import Testing

/// One line of a marble table: up to four hot inputs, what is done with them, and what comes out.
package struct MarbleRow: Sendable, CustomTestStringConvertible {
  package typealias Stream = AnyPublisher<String, TestError>

  package let name: String
  package let inputs: [String]
  package let output: String
  package let build: @Sendable ([Stream], Marbles) -> Stream

  package init<P: Publisher & SendableMetatype>(
    _ name: String, _ inputs: [String], _ output: String,
    _ build: @escaping @Sendable ([Stream], Marbles) -> P
  ) where P.Output == String, P.Failure == TestError {
    self.name = name
    self.inputs = inputs
    self.output = output
    self.build = { build($0, $1).eraseToAnyPublisher() }
  }

  /// A row of several inputs that needs no more than them.
  package init<P: Publisher & SendableMetatype>(
    _ name: String, _ inputs: [String], _ output: String,
    _ build: @escaping @Sendable ([Stream]) -> P
  ) where P.Output == String, P.Failure == TestError {
    self.init(name, inputs, output) { streams, _ in build(streams) }
  }

  /// A row of one input.
  package init<P: Publisher & SendableMetatype>(
    _ name: String, _ input: String, _ output: String,
    _ build: @escaping @Sendable (Stream, Marbles) -> P
  ) where P.Output == String, P.Failure == TestError {
    self.init(name, [input], output) { build($0[0], $1) }
  }

  package var testDescription: String { "\(name): \(inputs.joined(separator: ", "))" }

  /// The real output.
  package func draw() -> String {
    let marbles = Marbles()
    return marbles.record(build(inputs.map(marbles.hot), marbles))
  }

  /// Expects that what comes out is what the row says.
  package func check() {
    #expect(draw() == output.drawn, "\(testDescription)")
  }
}
