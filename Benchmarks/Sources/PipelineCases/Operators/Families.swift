/// What has no upstream.
public enum Source: Hashable, Sendable {
  /// One of the case's subjects, by its number.
  case subject(Int)
  /// One of the case's shared pipelines, by its number.
  case shared(Int)
  /// The value that a `flatMap`, `switchToLatest` or `deferred` was building for.
  case current
  case just(Int)
  case optional(Int?)
  case result(Int?)
  case empty(completes: Bool)
  case fail
  case sequence([Int])
  case record([Int], fails: Bool)
  /// Builds its upstream anew for each subscriber.
  case deferred

  var arity: Int { self == .deferred ? 1 : 0 }
}

/// What looks at one value at a time.
public enum ElementOperator: Hashable, Sendable {
  case map(Int)
  case tryMap(Throwing)
  case compactMap(Question)
  case tryCompactMap(Question, Throwing)
  case filter(Question)
  case tryFilter(Question, Throwing)
  case removeDuplicates(divisor: Int)
  case tryRemoveDuplicates(divisor: Int, Throwing)
  case replaceNil(Question)
  case scan
  case tryScan(Throwing)
  case encode(Throwing)
  case decode(Throwing)
}

/// What makes one answer of many values.
public enum FoldOperator: Hashable, Sendable {
  case collect
  case collectCount(Int)
  case count
  case reduce
  case tryReduce(Throwing)
  case min(divisor: Int)
  case tryMin(Throwing)
  case max(divisor: Int)
  case tryMax(Throwing)
  case contains(Int)
  case containsWhere(Question)
  case tryContains(Question, Throwing)
  case allSatisfy(Question)
  case tryAllSatisfy(Question, Throwing)
  case ignoreOutput
  case replaceEmpty
  case first
  case firstWhere(Question)
  case tryFirst(Question, Throwing)
  case last
  case lastWhere(Question)
  case tryLast(Question, Throwing)
}

/// What lets a part of the stream through.
public enum SliceOperator: Hashable, Sendable {
  case prefix(Int)
  case dropFirst(Int)
  case outputAt(Int)
  case outputIn(Range<Int>)
  case prefixWhile(Question)
  case tryPrefixWhile(Question, Throwing)
  case dropWhile(Question)
  case tryDropWhile(Question, Throwing)
  case prefixUntilOutput
  case dropUntilOutput

  var arity: Int { self == .prefixUntilOutput || self == .dropUntilOutput ? 2 : 1 }
}

/// What has several upstreams.
public enum Combination: Hashable, Sendable {
  case zip(Int)
  case append
  case prepend
  case appendValues([Int])
  case prependValues([Int])
  case flatMap(children: Int, maximum: Int?)
  case switchToLatest(children: Int)

  var arity: Int {
    switch self {
    case .zip(let count): count
    case .append, .prepend: 2
    case .appendValues, .prependValues: 1
    case .flatMap(let children, _), .switchToLatest(let children): 1 + children
    }
  }
}

/// What does something about a failure.
public enum Recovery: Hashable, Sendable {
  case `catch`
  case tryCatch(throws: Bool)
  case retry(Int)
  case replaceError
  case mapError

  var arity: Int {
    switch self {
    case .catch, .tryCatch: 2
    case .retry, .replaceError, .mapError: 1
    }
  }
}

/// What has to do with time or a scheduler.
public enum Timing: Hashable, Sendable {
  case debounce(Int)
  case throttle(Int, latest: Bool)
  case delay(Int)
  case timeout(Int, fails: Bool)
  case measureInterval
  case receiveOn
  case subscribeOn
  case receiveImmediately
}

/// What keeps, shares or shows values.
public enum Plumbing: Hashable, Sendable {
  case buffer(Int, keepsFull: Bool, whenFull: Overflow)
  case share
  case multicast
  case makeConnectable
  case handleEvents
  case print
  case breakpoint

  /// What a buffer does when it is full.
  public enum Overflow: Hashable, Sendable, CaseIterable { case dropNewest, dropOldest, fails }
}
