/// The words of a program that judges answers, with the ids of fields in braces: `--name={name}`.
///
/// `{{` and `}}` stand for braces. What is filled in stays part of its word, whatever is in it.
struct CommandRule: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case text(String)
    case id(String)
  }

  private let pieces: [[Piece]]

  /// Takes the program and its arguments apart.
  init(_ words: [String]) { pieces = words.map { Self.pieces(of: $0) } }

  /// The program.
  var program: String { words { "{\($0)}" }[0] }

  /// The ids in braces, in their order, each once.
  var ids: [String] {
    var ids: [String] = []
    for case .id(let id) in pieces.joined() where !ids.contains(id) { ids.append(id) }
    return ids
  }

  /// Returns the ids in one of the words.
  func ids(in word: Int) -> [String] {
    pieces[word].compactMap { if case .id(let id) = $0 { id } else { nil } }
  }

  /// Returns the program and its arguments, filled in.
  func words(_ value: (String) -> String) -> [String] {
    pieces.map { word in
      word.map { piece in
        switch piece {
        case .text(let text): text
        case .id(let id): value(id)
        }
      }.joined()
    }
  }

  private static func pieces(of word: String) -> [Piece] {
    var pieces: [Piece] = []
    var text = String.UnicodeScalarView()
    var rest = word.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "{" || scalar == "}", rest.first == scalar {
        text.append(scalar)
        rest.removeFirst()
      } else if scalar == "{", let end = rest.firstIndex(of: "}") {
        if !text.isEmpty { pieces.append(.text(String(text))) }
        pieces.append(.id(String(rest[..<end])))
        (text, rest) = (String.UnicodeScalarView(), rest[end...].dropFirst())
      } else {
        text.append(scalar)
      }
    }
    if !text.isEmpty || pieces.isEmpty { pieces.append(.text(String(text))) }
    return pieces
  }
}
