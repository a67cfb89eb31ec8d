extension CompletionList {
  /// Returns the list, given the words of the command line as they are typed; empty if there is
  /// none, because a shell cannot show errors.
  func lines(for words: [String]) -> [String] {
    switch self {
    case .accounts: Self.accounts(in: words)
    case .devices: Self.devices()
    }
  }

  private static func accounts(in words: [String]) -> [String] {
    let option = AccountOptions.accounts.spec
    let variable = Program.specification.variable(for: option).flatMap { getenv($0) }
    let typed = value(of: option.name, in: words) ?? variable.map { String(cString: $0) }
    let path = typed.map { try? AccountPath.expanded($0) } ?? (try? AccountPath.usual)
    let list = path.flatMap { try? HtpasswdAccountStore(path: $0).list() } ?? []
    // A name that would be more than one line, or a key to the terminal, is typed by hand.
    return list.map(\.name).filter { name in
      !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }

  /// Returns the last value of an option, as a shell would read it.
  static func value(of option: String, in words: [String]) -> String? {
    var value: String?
    for (index, word) in words.enumerated() {
      var rest = words[(index + 1)...]
      if let behind = word.rest(behind: option + "=") {
        value = String(behind)
      } else if word == option {
        // Bash treats an equals sign as a separate word.
        if rest.first == "=" { rest.removeFirst() }
        if let next = rest.first { value = next }
      }
    }
    return value.map(unquoted)
  }

  /// Returns a word without its quotes and backslashes.
  private static func unquoted(_ word: String) -> String {
    var text = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in word.unicodeScalars {
      if isEscaped {
        text.append(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  private static func devices() -> [String] {
    (FilePath.names(in: "/dev") ?? []).filter { name in kinds.contains(where: name.begins) }
      .map { "/dev/" + $0 }.sorted()
  }

  /// The beginnings of the names of serial lines: over USB, of boards, Bluetooth and the machine's
  /// own.
  private static let kinds = [
    "ttyUSB", "ttyACM", "ttyAMA", "ttyS", "rfcomm", "serial", "gps", "cu.",
  ]
}
