/// An operator, or a source, without its upstreams: what both libraries have.
///
/// Every stream in a case carries integers and can fail with a ``Fault``, so that any operator fits
/// behind any other. Where Combine's changes the type, a `map` behind it makes an integer again.
public enum Operator: Hashable, Sendable, CustomStringConvertible {
  /// Has no upstream.
  case source(Source)
  /// Looks at one value at a time.
  case element(ElementOperator)
  /// Makes one answer of many values.
  case fold(FoldOperator)
  /// Lets a part of the stream through.
  case slice(SliceOperator)
  /// Has several upstreams, at the same time or one after the other.
  case combination(Combination)
  /// Does something about a failure.
  case recovery(Recovery)
  /// Has to do with time or a scheduler.
  case timing(Timing)
  /// Keeps, shares or shows values.
  case plumbing(Plumbing)

  /// How many upstreams there are, children that a value chooses among included.
  public var arity: Int {
    switch self {
    case .source(let source): source.arity
    case .element, .fold, .timing, .plumbing: 1
    case .slice(let slice): slice.arity
    case .combination(let combination): combination.arity
    case .recovery(let recovery): recovery.arity
    }
  }

  /// What it is called when differences are sorted: the name of the case, without its numbers.
  public var name: String { String(description.prefix { $0 != "(" }) }

  public var description: String {
    switch self {
    case .source(let source): "\(source)"
    case .element(let element): "\(element)"
    case .fold(let fold): "\(fold)"
    case .slice(let slice): "\(slice)"
    case .combination(let combination): "\(combination)"
    case .recovery(let recovery): "\(recovery)"
    case .timing(let timing): "\(timing)"
    case .plumbing(let plumbing): "\(plumbing)"
    }
  }
}

/// A question about a value that has the same answer in both libraries: whether its remainder is
/// the given one.
public struct Question: Hashable, Sendable, CustomStringConvertible {
  /// What to divide by, and what is to be left.
  public let divisor, remainder: Int

  /// Answers it.
  public func callAsFunction(_ value: Int) -> Bool { Self.remainder(value, divisor) == remainder }

  /// The remainder that is never negative.
  public static func remainder(_ value: Int, _ divisor: Int) -> Int {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  public var description: String { "$0 % \(divisor) == \(remainder)" }
}

/// What a closure does besides answering: whether it throws at some values.
public struct Throwing: Hashable, Sendable, CustomStringConvertible {
  /// Whose `yes` it throws at; nil for the operator that cannot throw.
  public let at: Question?

  /// Throws if it is to.
  public func check(_ value: Int) throws {
    if let at, at(value) { throw Fault(code: 1000 + Question.remainder(value, 100)) }
  }

  public var description: String { at.map { "throws at \($0)" } ?? "no throw" }
}

/// The failure of all streams.
public struct Fault: Error, Hashable, Sendable {
  /// Which one it is.
  public let code: Int

  /// Makes one.
  public init(code: Int) { self.code = code }

  /// What a `try` operator's failure was.
  public init(_ error: any Error) { self = error as? Fault ?? Fault(code: -1) }
}

/// Makes one integer of several, so that their number and their order can be seen in it.
public func digest(_ values: some Sequence<Int>) -> Int {
  values.reduce(7) { $0 &* 31 &+ $1 }
}
