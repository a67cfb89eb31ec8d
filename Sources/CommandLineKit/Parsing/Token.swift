import Formats

/// A piece of a command line.
enum Token {
  /// An argument that begins with a dash, and the value after its equals sign.
  case option(String, value: String?)
  /// Any other argument, and every argument after the separator.
  case word(String)
  /// Two dashes, after which every argument is an operand.
  case separator

  /// True if it is not an option.
  var isWord: Bool { if case .word = self { true } else { false } }

  /// The pieces of a command line, in order.
  static func tokens(of arguments: [String]) -> [Token] {
    guard let end = arguments.firstIndex(of: "--") else { return arguments.map(Token.init) }
    return arguments[..<end].map(Token.init) + [.separator]
      + arguments[(end + 1)...].map { .word($0) }
  }

  /// A piece in front of the separator.
  private init(_ argument: String) {
    // A lone dash is a word, also as the first one of a list, `-,lat,lon`, and so is a negative
    // number, with any continuation: `-33.9,18.4`.
    let second = argument.utf8.dropFirst().first
    let isNumber = second.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    let isWord = Double(argument) != nil || isNumber || second == UInt8(ascii: ",")
    guard argument.begins(with: "-"), argument.utf8.count > 1, !isWord else {
      self = .word(argument)
      return
    }
    if argument.begins(with: "--"), let (name, value) = argument.halves(at: "=") {
      self = .option(String(name), value: String(value))
    } else {
      self = .option(argument, value: nil)
    }
  }
}
