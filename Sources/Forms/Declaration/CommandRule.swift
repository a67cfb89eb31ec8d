/// The arguments of a program that checks answers, with field ids in braces: `--name={name}`.
///
/// `{{` and `}}` stand for braces. A filled-in value always stays part of its argument.
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
    let parts = BracedPart.parts(of: word)
    return parts.isEmpty ? [.text("")] : parts.map { $0.isInside ? .id($0.text) : .text($0.text) }
  }
}
