import Expressions
import Reactive
import ReactiveExtras

@testable import Streams

extension StreamExpression {
  /// Parses any bytes as an expression, and computes a parsed one with values of all kinds.
  ///
  /// For fuzzing: with any bytes, this returns, and soon.
  static func fuzz(_ bytes: some Sequence<UInt8>) {
    guard let expression = try? StreamExpression(String(decoding: Array(bytes), as: UTF8.self))
    else { return }
    let values: [StreamValue] = [
      0, 1, -7, .integer(.min), .integer(.max), 0.0, 2.5, 1e308, "x", [], true, .null,
      ["a": [1, "2026-11-30T14:30:00Z", false], "b": ["a": -1.5]],
      .text(String(repeating: "a.", count: 500)),
    ]
    for value in values {
      for use in [Use.filter, .map] { expression.fuzz([value], for: use) }
      for use in [Use.fold, .join(of: 2)] { expression.fuzz([value, values[1]], for: use) }
    }
  }

  /// Computes in both ways, as a step of a stream does and in general, which have to agree.
  private func fuzz(_ values: [StreamValue], for use: Use) {
    _ = try? result(of: values, for: use)
    guard let ofStream = try? ExpressionEvaluation(self, for: use),
      let general = try? ExpressionEvaluation(self, for: use)
    else { return }
    let found = Result { () throws(StreamExpressionError) -> StreamValue in
      try values.count == 1
        ? ofStream.result(of: values[0]) : ofStream.result(of: values[0], values[1])
    }
    let expected = Result { () throws(StreamExpressionError) -> StreamValue in
      try general.result(of: values)
    }
    precondition(found == expected, "\(found) was expected to be \(expected)")
  }
}

extension StreamDocumentFile {
  /// Reads any bytes as a file of documents, writes the readable ones and reads them again, and
  /// runs each of its documents on virtual time.
  ///
  /// For fuzzing: with any bytes, this returns, and soon. Documents with too much work are not run.
  static func fuzz(_ bytes: some Sequence<UInt8>) {
    guard let file = try? StreamDocumentFile(bytes: Array(bytes), named: "fuzz") else { return }
    let written = file.bytes
    guard let again = try? StreamDocumentFile(bytes: written, named: "fuzz") else {
      preconditionFailure("what is written cannot be read")
    }
    precondition(again.bytes == written, "what is written is not what is read again")
    precondition(again.documents == file.documents, "what is written is something else")
    for error in file.errors { precondition(!error.description.isEmpty) }
    file.library.fuzz()
  }
}

extension StreamLibrary {
  fileprivate func fuzz() {
    for (id, extent) in extents.sorted(by: { $0.key < $1.key }) where extent.work <= 2_000 {
      let time = VirtualTimeScheduler()
      let budget = StreamBudget(bytes: 8 << 20, steps: 1_000_000)
      guard let stream = try? publisher(of: id, on: time, budget: budget) else { continue }
      var (values, isFinished) = (0, false)
      let subscription = stream.sink { _ in
        isFinished = true
      } receiveValue: { _ in
        values += 1
      }
      time.run()
      precondition(isFinished, "a stream has not ended")
      precondition(values <= extent.values, "a stream has sent more values than it may")
      precondition(budget.keptBytes <= budget.bytes, "a stream keeps more than it may")
      subscription.cancel()
      runRows(of: id)
    }
  }

  private func runRows(of id: String) {
    let time = VirtualTimeScheduler()
    let budget = StreamBudget(bytes: 8 << 20, steps: 1_000_000)
    let subscriptions = (try? rows(of: id, on: time, budget: budget))?.map { row in
      row.publisher.sink { _ in }
    }
    time.run()
    withExtendedLifetime(subscriptions) {}
  }
}
