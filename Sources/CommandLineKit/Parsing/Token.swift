/// A piece of a command line.
enum Token {
  /// A word that begins with a dash, and the value behind its equals sign.
  case option(String, value: String?)
  /// Any other word, and every word behind the separator.
  case word(String)
  /// Two dashes, behind which every word is an operand.
  case separator

  /// True if it is a word.
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
    let second = argument.dropFirst().first
    let isWord = Double(argument) != nil || second?.isNumber == true || second == ","
    guard argument.hasPrefix("-"), argument.count > 1, !isWord else {
      self = .word(argument)
      return
    }
    if argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") {
      self = .option(
        String(argument[..<sign]), value: String(argument[argument.index(after: sign)...]))
    } else {
      self = .option(argument, value: nil)
    }
  }
}
