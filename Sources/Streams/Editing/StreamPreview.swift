import Expressions

/// The results of an edited document for the first values of its streams, computed at once.
///
///     let preview = StreamPreview(of: form, in: file)
///     preview.timeline.rows.count  // 3: the source, and a row for each operator
///     preview.results(at: place, of: form).map(\.result!)  // ["10", "30"]
///
/// Only the beginning of each stream is run, so that the preview is ready by the next keystroke.
public struct StreamPreview: Sendable {
  /// The rows of the document: those of its sources, and its own; of an unreadable one the part
  /// before the error.
  public private(set) var timeline = MarbleTimeline()
  /// Values that an operator could not compute with, each once.
  public private(set) var failures: [StreamFailure] = []
  /// The reason why the document cannot be run; nil if it can.
  public private(set) var problem: StreamDocumentError?

  /// The number of items of a stream that are run.
  public static let itemLimit = 12

  /// Runs an edited document among the others of its file.
  public init(of form: StreamForm, in file: StreamDocumentFile) {
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

  /// Returns the values that come to an operator of a chain, and its result for each.
  ///
  /// - Returns: Values and results as text, at most five; the result is nil for a value that is
  ///     left out. Empty for an operator that does not compute value by value.
  public func results(
    at place: StreamForm.OperatorPlace, of form: StreamForm
  ) -> [(value: String, result: String?)] {
    guard let operatorForm = form[place], let step = try? operatorForm.step() else { return [] }
    let values = inputs(at: place, of: form)
    var results: [(String, String?)] = []
    func add(
      _ value: StreamValue, _ result: () throws(StreamExpressionError) -> StreamValue?
    ) {
      do throws(StreamExpressionError) {
        results.append((value.description, try result()?.description))
      } catch { results.append((value.description, "✗ \(error.reason)")) }
    }
    for value in values.prefix(5) {
      switch step {
      case .filter(let expression):
        add(value) { () throws(StreamExpressionError) in
          try expression.result(of: [value], for: .filter)
        }
      case .map(let expression):
        add(value) { () throws(StreamExpressionError) in
          try expression.result(of: [value], for: .map)
        }
      case .distinct(let key?), .sort(let key?, _), .groupBy(let key, _):
        add(value) { () throws(StreamExpressionError) in
          try key.result(of: [value], for: .map)
        }
      case .scan(let initial, let expression), .reduce(let initial, let expression):
        var folded = initial
        for value in values.prefix(results.count) {
          folded = (try? expression.result(of: [folded, value], for: .fold)) ?? folded
        }
        add(value) { () throws(StreamExpressionError) in
          try expression.result(of: [folded, value], for: .fold)
        }
      default: return []
      }
    }
    return results
  }

  /// Returns the values that come to an operator.
  private func inputs(at place: StreamForm.OperatorPlace, of form: StreamForm) -> [StreamValue] {
    if let item = place.item {
      guard place.index == 0, form.items.indices.contains(item) else { return [] }
      return StreamValue(editedText: form.items[item].text).map { [$0] } ?? []
    }
    guard timeline.rows.indices.contains(place.index) else { return [] }
    return timeline.rows[place.index].marbles.compactMap { marble in
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
