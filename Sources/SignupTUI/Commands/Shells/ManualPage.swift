import TerminalKit

/// The manual page in the language of man(7), made from the commands' specifications.
struct ManualPage {
  private let commands: [CommandSpec]

  /// A page about these commands.
  init(_ commands: [CommandSpec]) { self.commands = commands }

  /// The whole page.
  var text: String {
    ([head, synopsis, description] + [".SH COMMANDS"] + commands.map(section) + [ends])
      .joined(separator: "\n") + "\n"
  }

  private var head: String {
    """
    .TH \(Program.name.uppercased()) 1 "" \(line(HelpText.version).quotedForRoff) "User Commands"
    .SH NAME
    \(Program.name) \\- accounts, GPS logs, the weather and streams in a terminal
    """
  }

  private var synopsis: String {
    let calls = commands.map { line(HelpText.call(of: $0, $0.synopsis)) }
    return ".SH SYNOPSIS\n.nf\n" + calls.joined(separator: "\n") + "\n.fi"
  }

  private var description: String {
    """
    .SH DESCRIPTION
    \(roff("Without a command, \(Program.name) fills in a form and makes an account."))
    \(roff("Each screen lists its keys when F1 or ^G is pressed, or ? where no text is typed."))
    \(roff("The mouse goes to fields, presses buttons, chooses rows and pages, and scrolls; with "
      + "Shift it selects text as ever."))
    \(roff("Options may stand anywhere, as --name value or --name=value; after -- nothing is one."))
    """
  }

  private func section(of command: CommandSpec) -> String {
    var lines = [".SS \(line(command.name).quotedForRoff)", roff(command.purpose)]
    for usage in command.usages {
      lines += [".PP", ".B \(line(HelpText.call(of: command, usage)).quotedForRoff)"]
    }
    for option in command.options {
      let names = option.names.dropFirst() + [option.label]
      lines += [
        ".TP", ".B \(line(names.joined(separator: ", ")).quotedForRoff)", roff(option.help),
      ]
    }
    for note in command.notes { lines += [".PP", roff(note)] }
    return lines.joined(separator: "\n")
  }

  private var ends: String {
    let statuses: [(String, String)] = [
      ("0", "done"), ("1", "bad data, refused, wrong password, or cancelled"),
      ("2", "bad command line, or no terminal where one is needed"),
      ("3", "the account's name is taken"),
      ("4", "the account file cannot be read, locked or written"), ("130", "interrupted"),
    ]
    let variables: [(String, String)] = [
      ("NO_COLOR", "not empty, it leaves out colours"),
      ("COLORTERM", "truecolor: all colours there are; else TERM says how many"),
      ("COLORFGBG", "which background the colours are for, where --theme does not say it"),
      ("ACCESSIBLE", "set to 1, questions and answers take the place of screens"),
      ("TERM", "dumb or not set, it does the same; of a console, signs are those of its font"),
      ("LC_ALL", "or LC_CTYPE or LANG: without UTF-8 in it, everything is written in ASCII"),
      ("XDG_DATA_HOME", "the folder of signup-tui, with accounts and streams; else ~/.local/share"),
      (WeatherKeyInput.variable, "the key for weather, where --key-file names no file"),
    ]
    let allVariables: [(String, String)] = variables + optionVariables
    return [
      ".SH EXIT STATUS", table(statuses), ".SH ENVIRONMENT",
      table(allVariables), ".SH SEE ALSO",
      ".BR htpasswd (1),\n.BR crypt (5),\n.BR gpsd (8)",
    ].joined(separator: "\n")
  }

  /// The variables that stand for options, each once.
  private var optionVariables: [(String, String)] {
    var seen: Set<String> = []
    return commands.flatMap(\.options).compactMap { option in
      guard let variable = option.variable, seen.insert(variable).inserted else { return nil }
      let value = option.value == nil ? "set to 1, the same as" : "the same as"
      return (variable, "\(value) \(option.label), where that is not given")
    }
  }

  private func table(_ rows: [(name: String, text: String)]) -> String {
    rows.map { ".TP\n.B \(line($0.name))\n\(roff($0.text))" }.joined(separator: "\n")
  }

  /// A text in lines as man(7) likes them; hyphens are those of a keyboard.
  private func roff(_ text: String) -> String {
    TextWrapping.lines(of: text, width: 72).map(line).joined(separator: "\n")
  }

  /// A line in which nothing is a request or an escape.
  private func line(_ text: String) -> String {
    let escaped = text.map { character -> String in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      default:
        character.isASCII
          ? String(character)
          : character.unicodeScalars.map { "\\[u" + $0.fourDigits + "]" }.joined()
      }
    }
    .joined()
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}

extension Unicode.Scalar {
  /// Its number in hexadecimal digits, at least four.
  fileprivate var fourDigits: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension String {
  /// The text as one argument of a request.
  fileprivate var quotedForRoff: String {
    "\"" + map { $0 == "\"" ? "\\(dq" : String($0) }.joined() + "\""
  }
}
