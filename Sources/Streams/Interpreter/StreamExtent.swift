import Expressions

/// The extent of a document: the room and the work that it takes while it runs, including each
/// reference to another document. Upper bounds, known without running it.
struct StreamExtent {
  /// The number of running streams.
  var streams = 1
  /// The number of operators, unions and joins that a value passes.
  var depth = 0
  /// The number of values sent.
  var values = 0
  /// The number of values that pass an operator, a union or a join, plus that of streams that
  /// begin.
  var work = 1
  /// The number of operators that a value may pass; long expressions count more than once.
  var weight = 1
  /// The number of simultaneous operators and streams, without the streams that `flatMap` begins.
  var parts = 1

  /// The number at which counting ends, to avoid overflow.
  static let most = 1 << 31
  /// The bytes of a part, as measured with a large number of parts.
  static let bytesOfPart = 1_200
  /// The bytes of a value that is waiting for its time.
  static let bytesOfDelayed = 400

  /// The bytes of all parts.
  var bytes: Int { parts.saturatingProduct(Self.bytesOfPart) }

  /// The reason why the document is too large to run; nil if it can run.
  var excess: String? {
    if streams > StreamLibrary.streamLimit {
      return "it would run more than \(StreamLibrary.streamLimit) streams"
    }
    if depth > StreamLibrary.depthLimit {
      return "more than \(StreamLibrary.depthLimit) operators follow each other"
    }
    if work > StreamLibrary.workLimit {
      return "its operators would take more than \(StreamLibrary.workLimit) values"
    }
    if parts > StreamLibrary.partLimit {
      return "it would run more than \(StreamLibrary.partLimit) operators and streams at a time"
    }
    return nil
  }
}

extension StreamExtent {
  /// Measures a document.
  ///
  /// - Parameter other: The extent of another document by its id; nil counts as nothing.
  init(of document: StreamDocument, other: (String) -> StreamExtent?) {
    func extents(of ids: [String]) -> [StreamExtent] { ids.map { other($0) ?? StreamExtent() } }
    switch document {
    case .source(let stream):
      for item in stream.items {
        // An item does not count as a stream, because it is small and only one runs at a time.
        var one = StreamExtent(streams: 0, values: 1)
        one.apply(item.operators, other)
        run(beside: one)
        values = sum(values, one.values)
        if !item.operators.isEmpty {
          (weight, parts) = (max(weight, one.weight), max(parts, one.parts + 1))
        }
      }
    // At least the work for one value: the number of values is unknown.
    case .input(let input):
      self = StreamExtent(of: .source(input.testStream), other: other)
      values = max(values, 1)
    case .chain(let chain):
      if let source = other(chain.source) {
        self = source
        (streams, work) = (sum(1, source.streams), sum(1, source.work))
      }
      apply(chain.operators, other)
    case .union(let union):
      let sources = extents(of: union.sources)
      switch union.kind {
      case .merge, .append:
        for source in sources {
          run(beside: source)
          weight = max(weight, source.weight)
          parts = sum(parts, source.parts)
        }
        values = sources.reduce(0) { sum($0, $1.values) }
        depth += 1
      case .flatMap:
        values = 1
        for (index, source) in sources.enumerated() {
          run(beside: source, times: values)
          values = product(values, source.values)
          weight = sum(weight, source.weight)
          parts = sum(parts, index > 0 ? 1 : source.parts)
        }
        depth += sources.count
      }
      (work, weight) = (sum(work, values), sum(weight, 1))
    case .join(let join):
      let sources = extents(of: join.sources)
      for source in sources {
        run(beside: source)
        weight = max(weight, source.weight)
        parts = sum(parts, source.parts + 1)
      }
      let counts = sources.map(\.values)
      values = join.kind == .zip ? counts.min() ?? 0 : counts.reduce(0, sum)
      work = counts.reduce(work, sum)
      depth += 1
      // Each value belongs to a combination of all.
      weight = sum(weight, 1 + join.sources.count / 4 + (join.expression?.weight ?? 0))
      weight = join.allKeys.reduce(weight) { sum($0, $1.weight) }
    }
  }

  /// Counts operators that are applied to what has been measured so far.
  private mutating func apply(_ operators: [Operator], _ other: (String) -> StreamExtent?) {
    // A value passes its own operators, and before them those of another stream.
    let before = depth
    var deepest = 0
    for step in operators {
      let id = step.stream
      let stream = id.flatMap(other) ?? StreamExtent()
      deepest = max(deepest, stream.depth)
      if id != nil {
        if case .flatMap = step {
          run(beside: stream, times: values)
          weight = sum(weight, stream.weight)
        } else {
          run(beside: stream)
          weight = max(weight, stream.weight)
          parts = sum(parts, stream.parts)
        }
      }
      work = sum(work, values)
      values = step.valueCount(of: values, with: stream.values)
      weight = step.expressions.reduce(sum(weight, 1)) { sum($0, $1.weight) }
      parts = sum(parts, step.partCount)
    }
    depth = max(before, deepest) + operators.runs.count
  }

  /// Counts another stream that runs `times` times, consecutively or at the same time.
  private mutating func run(beside other: StreamExtent, times: Int = 1) {
    streams = sum(streams, other.streams)
    depth = max(depth, other.depth)
    work = sum(work, product(times, other.work))
  }

  private func sum(_ left: Int, _ right: Int) -> Int { left.saturatingSum(right) }

  private func product(_ left: Int, _ right: Int) -> Int { left.saturatingProduct(right) }
}

extension Operator {
  /// The number of parts that it counts as, by what it keeps in addition to values.
  fileprivate var partCount: Int {
    switch self {
    case .sample, .rate: 3
    case .window(let window, _): if case .seconds = window.length { 3 } else { 1 }
    case .distinct, .groupBy, .sort: 2
    default: 1
    }
  }
}

extension StreamExpression {
  /// The additional steps of a stream that it counts as; 0 for an ordinary expression.
  fileprivate var weight: Int { stepCount / 16 }
}
