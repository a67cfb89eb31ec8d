import Expressions
import Formats

/// A text with expressions in braces, which are computed when it is shown:
/// `Total: {sum(items.amount)} EUR`.
struct DeclaredText: Sendable {
  private enum Piece: Sendable {
    case text(String)
    case expression(NamedExpression)
    /// A parameter of an issue, which a message fills in.
    case parameter(String)
  }

  private let pieces: [Piece]
  /// True for the template of a message; braces that this does not fill in are doubled.
  private let isTemplate: Bool

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - kinds: The kinds of the existing values, by name.
  ///   - parameters: For a template, the names that stay in braces if no value has them; nil for
  ///     text that is shown as it is.
  /// - Throws: The error of an expression, with its column in the text.
  init(
    _ text: String, kinds: [String: ExpressionKind], parameters: Set<String>? = nil
  ) throws(StreamExpressionError) {
    isTemplate = parameters != nil
    var pieces: [Piece] = []
    for part in BracedPart.parts(of: text) {
      if !part.isInside {
        pieces.append(.text(part.text))
      } else if kinds[part.text] == nil, parameters?.contains(part.text) == true {
        pieces.append(.parameter(part.text))
      } else {
        do throws(StreamExpressionError) {
          pieces.append(
            .expression(try NamedExpression(part.text, kinds: kinds, isCondition: false)))
        } catch {
          var moved = error
          moved.column += part.offset
          throw moved
        }
      }
    }
    self.pieces = pieces
  }

  /// The names in braces that messages of issues fill in.
  static let parameters = Set(ValidationMessages.forms.templates.values.flatMap(names))

  /// Returns the names in braces that a form's message fills in: that of an issue's code, or words
  /// of the form's own, which are in English; nil for words that have none.
  static func parameters(of code: String) -> Set<String>? {
    if ValidationMessages.forms.templates[.init(rawValue: code)] != nil { return parameters }
    let names = Set(names(in: code))
    return names.isEmpty ? nil : names
  }

  /// The names in braces, those of `{position:ordinal}` without the ending, too.
  private static func names(in template: String) -> [String] {
    BracedPart.parts(of: template).filter(\.isInside)
      .flatMap { [$0.text, String($0.text.parts(at: ":")[0])] }
  }

  /// True for text that contains braces.
  static func hasBraces(_ text: String) -> Bool { text.utf8.contains { "{}".utf8.contains($0) } }

  /// The names that its expressions read.
  var names: [String] {
    pieces.flatMap { piece -> [String] in
      if case .expression(let expression) = piece { expression.names } else { [] }
    }
  }

  /// True if it computes nothing.
  var isFixed: Bool { pieces.allSatisfy { if case .expression = $0 { false } else { true } } }

  /// Returns the text with the values of its expressions; missing values are empty.
  ///
  /// - Parameters:
  ///   - point: The character before a number's fraction.
  ///   - value: Returns the value of a name.
  func filled(point: Character, _ value: (String) -> StreamValue?) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): isTemplate ? Self.escaped(text) : text
      case .parameter(let name): "{\(name)}"
      case .expression(let expression):
        {
          let text = expression.value(value)?.words(point: point) ?? ""
          return isTemplate ? Self.escaped(text) : text
        }()
      }
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    guard hasBraces(text) else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.flatMap { "{}".unicodeScalars.contains($0) ? [$0, $0] : [$0] }))
  }
}

extension StreamValue {
  /// The value as written in a sentence: the elements of a list are separated by commas.
  fileprivate func words(point: Character) -> String {
    switch self {
    case .text(let text): text
    case .null: ""
    case .integer, .decimal, .exact: DecimalText.pointed("\(self)", by: point)
    case .truth(let isTrue): isTrue ? "true" : "false"
    case .list(let elements): elements.map { $0.words(point: point) }.joined(separator: ", ")
    case .object: "\(self)"
    }
  }
}

extension DeclarationReader {
  /// Reports the errors of expressions in some texts of an object.
  mutating func checkTexts(_ keys: [String], _ members: Members, _ kinds: [String: ExpressionKind])
  {
    for key in keys {
      guard case .string(let text)? = members[key] else { continue }
      at(key) { $0.check(text, kinds) }
    }
  }

  /// Reports the errors of expressions in the messages of an object, by their keys.
  mutating func checkMessages(
    _ members: Members, _ kinds: [String: ExpressionKind],
    parameters: (String) -> Set<String>? = { _ in DeclaredText.parameters }
  ) {
    guard case .object? = members["messages"] else { return }
    entries("messages", members) { reader, name, json in
      guard case .string(let text) = json else { return }
      reader.check(text, kinds, parameters: parameters(name))
    }
  }

  /// Reports the error of an expression in text.
  mutating func check(
    _ text: String, _ kinds: [String: ExpressionKind], parameters: Set<String>? = nil
  ) {
    do throws(StreamExpressionError) {
      _ = try DeclaredText(text, kinds: kinds, parameters: parameters)
    } catch { report(error.reason, column: error.column) }
  }
}
