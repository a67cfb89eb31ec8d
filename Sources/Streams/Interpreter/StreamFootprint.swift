import Expressions

/// The room that a document takes while it runs, and the work for each of its values; upper bounds,
/// known without running it.
struct StreamFootprint: Equatable {
  /// The number of operators that a value may pass, with long expressions counted more often.
  var weight = 1
  /// The number of operators and streams at a time, with those of the documents that it refers to
  /// counted each time; but not the streams that `flatMap` begins.
  var parts = 1

  /// The bytes of a part, as measured with very many of them.
  static let bytesOfPart = 1_200
  /// The bytes of a value that waits for its time.
  static let bytesOfDelayed = 400

  /// The reason why the document is too large to run; nil if it is not.
  var excess: String? {
    parts > StreamLibrary.partLimit
      ? "it would run more than \(StreamLibrary.partLimit) operators and streams at a time" : nil
  }

  /// The bytes of all parts.
  var bytes: Int { parts.saturatingProduct(StreamFootprint.bytesOfPart) }
}

extension StreamFootprint {
  /// Measures a document.
  ///
  /// - Parameter other: The footprint of another document by its id; nil if it has none.
  init(of document: StreamDocument, other: (String) -> StreamFootprint?) {
    func footprints(_ ids: [String]) -> [StreamFootprint] {
      ids.map { other($0) ?? StreamFootprint() }
    }
    switch document {
    case .source(let stream):
      // One item runs at a time.
      for item in stream.items where !item.operators.isEmpty {
        var one = StreamFootprint()
        one.apply(item.operators, other)
        (weight, parts) = (max(weight, one.weight), max(parts, one.parts + 1))
      }
    case .input(let input): self = StreamFootprint(of: .source(input.testStream), other: other)
    case .chain(let chain):
      if let source = other(chain.source) { self = source }
      apply(chain.operators, other)
    case .union(let union):
      for (place, source) in footprints(union.sources).enumerated() {
        weight = union.kind == .flatMap ? sum(weight, source.weight) : max(weight, source.weight)
        parts = sum(parts, union.kind == .flatMap && place > 0 ? 1 : source.parts)
      }
      weight = sum(weight, 1)
    case .join(let join):
      for source in footprints(join.sources) {
        weight = max(weight, source.weight)
        parts = sum(parts, source.parts + 1)
      }
      // Each value is one of a combination of all.
      weight = sum(weight, 1 + join.sources.count / 4 + (join.expression?.weight ?? 0))
    }
  }

  private mutating func apply(_ operators: [Operator], _ other: (String) -> StreamFootprint?) {
    for step in operators {
      let stream = step.stream.map { other($0) ?? StreamFootprint() }
      if let stream {
        if case .flatMap = step {
          weight = sum(weight, stream.weight)
        } else {
          weight = max(weight, stream.weight)
          parts = sum(parts, stream.parts)
        }
      }
      weight = step.expressions.reduce(sum(weight, 1)) { sum($0, $1.weight) }
      parts = sum(parts, step.partCount)
    }
  }

  private func sum(_ left: Int, _ right: Int) -> Int { min(left + right, StreamExtent.most) }
}

extension Operator {
  /// The number of parts that it counts as, by what it keeps besides values.
  fileprivate var partCount: Int {
    switch self {
    case .sample, .rate, .window(.seconds, _): 3
    case .distinct, .groupBy, .sort: 2
    default: 1
    }
  }
}

extension StreamExpression {
  /// The number of steps of a stream that it counts as; none for usual ones.
  var weight: Int { stepCount / 16 }
}
