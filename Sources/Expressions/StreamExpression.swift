/// A computation over the values of streams, written as text and parsed once.
///
///     let step: StreamExpression = "%d % 2 == 0 ? %d / 2 : 3 * value + 1"
///     try step.result(of: [21], for: .map)  // 64
///
/// Its grammar, with the loosest binding first; parts in braces may be repeated:
///
/// ```text
/// expression  = or [ "?" expression ":" expression ]
/// or          = and { ( "or" | "||" ) and }
/// and         = negation { ( "and" | "&&" ) negation }
/// negation    = "not" negation | comparison
/// comparison  = sum [ ( "==" | "=" | "!=" | "<>" | "<" | "<=" | ">" | ">=" | "in" ) sum ]
/// sum         = product { ( "+" | "-" ) product }
/// product     = unary { ( "*" | "/" | "%" ) unary }
/// unary       = ( "-" | "!" ) unary | operand
/// operand     = primary { "." name | "[" expression "]" }
/// primary     = integer | decimal | text | "true" | "false" | "null" | placeholder | name
///             | "(" expression ")" | function "(" [ expression { "," expression } ] ")"
///             | "[" [ expression { "," expression } ] "]"
///             | "{" [ key ":" expression { "," key ":" expression } ] "}"
///             | "if" expression "then" expression "else" expression
///             | "let" name "=" expression "in" expression
/// placeholder = "%d" | "%f" | "%@"
/// text        = characters between ' or ", with \ before a quotation mark or a \, \n and \t
/// key         = name | text
/// ```
///
/// Words of the grammar may be in capitals. Placeholders stand for the values in order: the first
/// for the first value, and so on; if there is only one value, all of them stand for it. `%d` takes
/// a whole number, also 20.0, as an integer; `%f` any number, as a decimal; and `%@` any value.
/// Names stand for the same values: `value` in `filter` and `map`; `result` and `value` in `scan`
/// and `reduce`; `a`, `b`, … in joins; and everywhere `index`, the number of previous values. The
/// functions, each with an example, are in the repository's `docs/language.md`.
///
/// Integers stay integers and must fit in 64 bits; with a decimal they become decimals. `7 / 2` is
/// 3.5 and `8 / 2` is 4; `quotient(7, 2)` is 3, and so is `7 / 2` in an expression with `%d`, as in
/// NSExpression. `+` joins strings. Numbers are compared by amount, strings character by character,
/// and any value with `null`. `and`, `or` and the conditional compute only the operands that they
/// need. `filter` takes a condition, all others take any value.
///
/// Overflow, division by zero and values of the wrong kind are failures with a sentence and a
/// column; if the text alone reveals them, they are reported before a computation. There are no
/// loops and no user-defined functions: an expression of at most 4,096 bytes, nested at most 64
/// deep, takes time and memory that its text bounds. A string that an expression makes has at most
/// 65,536 bytes, a list or an object 262,144, and one computation reads at most 1 MiB of strings,
/// lists and objects.
public struct StreamExpression: Hashable, Sendable {
  /// The expression as it was written.
  public let text: String
  let code: ExpressionCode

  /// Parses an expression.
  public init(_ text: String) throws(StreamExpressionError) {
    self.text = text
    code = try ExpressionParser.parse(text)
  }

  /// The number of steps of a computation.
  package var stepCount: Int { code.steps.count }

  /// Returns true if two expressions have the same text.
  public static func == (left: Self, right: Self) -> Bool { left.text == right.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension StreamExpression {
  /// The maximum number of bytes of strings and lists that one computation may read.
  static let loadLimit = 1 << 20
}

extension StreamExpression: ExpressibleByStringLiteral {
  /// Parses a literal, which must be valid: an error in it stops the program.
  public init(stringLiteral text: String) {
    do throws(StreamExpressionError) { try self.init(text) } catch {
      preconditionFailure("“\(text)”, \(error)")
    }
  }
}

extension StreamExpression: Codable, CustomStringConvertible {
  /// Decodes and parses a string.
  public init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    do throws(StreamExpressionError) { try self.init(text) } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
  public var description: String { text }
}

/// The reason why an expression cannot be parsed, does not suit its use, or had no result.
public struct StreamExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the error in the text: the number of a character, from 1.
  public var column: Int
  /// The problem, in words.
  public var reason: String

  /// The column and the reason.
  public var description: String { "column \(column): \(reason)" }
}

extension StreamExpression {
  /// The use of an expression, which defines its inputs and the kind of its result.
  public struct Use: Hashable, Sendable {
    /// The names of its values, in order.
    public let names: [String]
    /// True if it must give a condition, not a value.
    public let isCondition: Bool

    /// The use in `filter`: a condition on one value.
    public static let filter = Use(names: ["value"], isCondition: true)
    /// The use in `map`: one value.
    public static let map = Use(names: ["value"], isCondition: false)
    /// The use in `scan` and `reduce`: the result before, and a value.
    public static let fold = Use(names: ["result", "value"], isCondition: false)
    /// The use in a join of a number of streams, whose values are `a`, `b`, … as far as letters go.
    public static func join(of count: Int) -> Use {
      let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
      let names = (0..<count).map { $0 < letters.count ? letters[$0] : "value\($0 + 1)" }
      return Use(names: names, isCondition: false)
    }
  }

  /// True if the expression gives a condition, not a value.
  public var isCondition: Bool { code.isCondition }

  /// Throws if the expression does not suit a use: it has names or placeholders without a value, or
  /// gives a value where a condition is needed.
  package func check(for use: Use) throws(StreamExpressionError) {
    _ = try code.bound(to: use, text)
  }

  /// Returns the result for some values, as a preview shows it; nil if a condition does not hold.
  ///
  ///     try StreamExpression(text).result(of: [21], for: .map)  // 42, if the text is %d * 2
  ///
  /// A condition that holds returns the value itself.
  public func result(
    of values: [StreamValue], for use: Use
  ) throws(StreamExpressionError) -> StreamValue? {
    let evaluation = try ExpressionEvaluation(self, for: use)
    let result = try evaluation.result(of: values)
    if use.isCondition { return result.isTrue ? values.first : nil }
    return result
  }
}
