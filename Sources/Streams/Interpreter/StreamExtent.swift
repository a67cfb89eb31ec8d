/// The extent of a document, with those that it refers to counted each time; upper bounds, known
/// without running it.
struct StreamExtent: Equatable {
  /// The number of streams that run.
  var streams = 1
  /// The number of operators, unions and joins that a value passes.
  var depth = 0
  /// The number of values that are sent.
  var values = 0
  /// The number of values that pass an operator, a union or a join, and of streams that begin.
  var work = 1

  /// The number where counting ends, so that nothing overflows.
  static let most = 1 << 31
}

extension StreamExtent {
  /// The reason why the document is too large to run; nil if it is not.
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
    return nil
  }

  /// Measures a document.
  ///
  /// - Parameter other: The extent of another document by its id; nil if it has none, which counts
  ///     as nothing.
  init(of document: StreamDocument, other: (String) -> StreamExtent?) {
    func extents(of ids: [String]) -> [StreamExtent] { ids.map { other($0) ?? StreamExtent() } }
    switch document {
    case .source(let stream):
      for item in stream.items {
        // An item is no stream of its own, as little as it takes.
        var one = StreamExtent(streams: 0, values: 1)
        one.apply(item.operators, other)
        run(beside: one)
        values = sum(values, one.values)
      }
    // At least as much as there is for one value of it: how many will come is not known.
    case .input(let input):
      self = StreamExtent(of: .source(input.testStream), other: other)
      values = max(values, 1)
    case .chain(let chain):
      if let source = other(chain.source) {
        (depth, values, work) = (source.depth, source.values, sum(work, source.work))
        streams = sum(streams, source.streams)
      }
      apply(chain.operators, other)
    case .union(let union):
      let sources = extents(of: union.sources)
      switch union.kind {
      case .merge, .append:
        for source in sources { run(beside: source) }
        values = sources.reduce(0) { sum($0, $1.values) }
        depth += 1
      case .flatMap:
        values = 1
        for source in sources {
          run(beside: source, times: values)
          values = product(values, source.values)
        }
        depth += sources.count
      }
      work = sum(work, values)
    case .join(let join):
      let sources = extents(of: join.sources)
      for source in sources { run(beside: source) }
      let counts = sources.map(\.values)
      values = join.kind == .zip ? counts.min() ?? 0 : counts.reduce(0, sum)
      work = counts.reduce(work, sum)
      depth += 1
    }
  }

  /// Counts operators that are applied to the part measured so far.
  private mutating func apply(_ operators: [Operator], _ other: (String) -> StreamExtent?) {
    // A value passes its own operators, and those of another stream before.
    let before = depth
    var deepest = 0
    for step in operators {
      let stream = step.stream.flatMap(other) ?? StreamExtent()
      deepest = max(deepest, stream.depth)
      if step.stream != nil {
        if case .flatMap = step {
          run(beside: stream, times: values)
        } else {
          run(beside: stream)
        }
      }
      work = sum(work, values)
      values = step.valueCount(of: values, with: stream.values)
    }
    depth = max(before, deepest) + operators.runs.count
  }

  /// Counts another stream that runs `times` times, one after another or side by side.
  private mutating func run(beside other: StreamExtent, times: Int = 1) {
    streams = sum(streams, other.streams)
    depth = max(depth, other.depth)
    work = sum(work, product(times, other.work))
  }

  private func sum(_ left: Int, _ right: Int) -> Int { left.saturatingSum(right) }

  private func product(_ left: Int, _ right: Int) -> Int { left.saturatingProduct(right) }
}
