import Expressions

/// The immediate results of an edited document for the first values of its streams.
///
///     let preview = StreamPreview(of: form, in: file)
///     preview.timeline.rows.count  // 3: the source, and a row for each operator
///     preview.results(at: position, of: form).map(\.result!)  // ["10", "30"]
///
/// Only the beginning of each stream is run, to finish before the next keystroke.
package struct StreamPreview: Sendable {
  /// The rows of the document: those of its sources, and its own; of an unreadable document, the
  /// part before the error.
  package private(set) var timeline = MarbleTimeline()
  /// Values that an operator could not process, without duplicates.
  package private(set) var failures: [StreamFailure] = []
  /// The reason why the document cannot be run; nil if it can.
  package private(set) var problem: StreamDocumentError?

  /// The number of items of a stream that are run.
  package static let itemLimit = 12

  /// Runs an edited document among the others of its file.
  package init(of form: StreamForm, in file: StreamDocumentFile) {
    let part = form.readablePart
    do throws(StreamDocumentError) {
      var sample = file
      sample.replace(try part.document())
      sample = StreamDocumentFile(sample.excerpt(of: [form.id]).documents.map(\.beginning))
      var failures: [StreamFailure] = []
      timeline = try sample.library.timeline(of: form.id, limit: 2 * StreamPreview.itemLimit) {
        if failures.count < 8, !failures.contains($0) { failures.append($0) }
      }
      self.failures = failures
    } catch { problem = error }
  }

  /// Returns the values that reach an operator of a chain, and its result for each.
  ///
  /// - Returns: At most five values and results as text; the result is nil for a dropped value.
  ///   Empty for an operator that does not compute value by value.
  package func results(
    at position: StreamForm.OperatorPosition, of form: StreamForm
  ) -> [(value: String, result: String?)] {
    guard let operatorForm = form[position], let step = try? operatorForm.step() else { return [] }
    let (expression, use): (StreamExpression, StreamExpression.Use)
    var folded: StreamValue?
    switch step {
    case .filter(let condition): (expression, use) = (condition, .filter)
    case .map(let key), .distinct(let key?, _, _), .sort(let key?, _), .groupBy(let key, _):
      (expression, use) = (key, .map)
    case .scan(let initial, let sum), .reduce(let initial, let sum):
      (expression, use, folded) = (sum, .fold, initial)
    default: return []
    }
    return inputs(at: position, of: form).prefix(5).map { value in
      do throws(StreamExpressionError) {
        let result = try expression.result(of: folded.map { [$0, value] } ?? [value], for: use)
        if folded != nil { folded = result ?? folded }
        return (value.description, result?.description)
      } catch { return (value.description, "✗ \(error.reason)") }
    }
  }

  /// Returns the values that reach an operator.
  private func inputs(at position: StreamForm.OperatorPosition, of form: StreamForm)
    -> [StreamValue]
  {
    if form.kind == .source {
      guard position.index == 0, form.items.indices.contains(position.item) else { return [] }
      return StreamValue(editedText: form.items[position.item].text).map { [$0] } ?? []
    }
    guard timeline.rows.indices.contains(position.index) else { return [] }
    return timeline.rows[position.index].marbles.compactMap { marble in
      guard case .value(let text) = marble.event else { return nil }
      return StreamValue(editedText: text)
    }
  }
}

extension StreamDocument {
  /// The document with only the first items of a source.
  fileprivate var beginning: StreamDocument {
    guard case .source(var stream) = self else { return self }
    stream.items = Array(stream.items.prefix(StreamPreview.itemLimit))
    return .source(stream)
  }
}
