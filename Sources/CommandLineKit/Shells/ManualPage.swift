import Formats
import TerminalKit

/// The manual page in the language of man(7), made from the commands' specifications.
package struct ManualPage {
  private let program: ProgramSpec
  private let texts: Texts
  private let commands: [CommandSpec]

  /// The parts of a page that are not made from the commands.
  package struct Texts {
    /// Paragraphs about the program as a whole.
    let description: [String]
    /// Exit statuses and their meanings.
    let statuses: [Row]
    /// Environment variables that are not options.
    let variables: [Row]
    /// Sections about the syntax of options' values, each with its heading, a paragraph, and terms
    /// with their meanings.
    let grammars: [Grammar]
    /// Files and their contents.
    let files: [Row]
    /// Paragraphs about commands, by command name, that are too long for the help.
    let details: [String: [String]]
    /// Other pages, with their sections.
    let seeAlso: [Row]

    /// The syntax of an option's values.
    package struct Grammar: Sendable {
      let heading: String
      let text: String
      let terms: [Row]
    }

    /// A term of a table, and its description.
    typealias Row = (name: String, text: String)

    /// Reads the parts from JSON in which a row is a list of two strings.
    ///
    /// - Parameters:
    ///   - json: The program's own JSON: an error in it ends the process.
    ///   - names: The replacements for names in braces.
    package init(json: [UInt8], _ names: [String: String]) {
      let json = names.reduce(json) { $0.replacing(bytesOf: "{\($1.key)}", with: $1.value) }
      do throws(DocumentError) {
        func rows(_ key: String, _ object: JSONFields) throws(DocumentError) -> [Row] {
          try object(key, as: [[String]].self).map { ($0[0], $0[1]) }
        }
        let page = try JSONFields(JSONReader.read(json))
        description = try page("description")
        (statuses, variables) = (try rows("statuses", page), try rows("variables", page))
        var grammars: [Grammar] = []
        for grammar in try page("grammars", as: [JSONValue].self) {
          let grammar = try JSONFields(grammar)
          grammars.append(
            Grammar(
              heading: try grammar("heading"), text: try grammar("text"),
              terms: try rows("terms", grammar)))
        }
        self.grammars = grammars
        files = try rows("files", page)
        var details: [String: [String]] = [:]
        for member in try JSONFields(page("details", as: JSONValue.self)).members {
          details[member.key] = try [String](json: member.value)
        }
        self.details = details
        seeAlso = try rows("seeAlso", page)
      } catch { preconditionFailure("\(error)") }
    }
  }

  /// A page about a program.
  package init(_ program: ProgramSpec, _ texts: Texts) {
    (self.program, self.texts) = (program, texts)
    commands = program.specifications
  }

  /// The whole page.
  package var text: String {
    ([head, synopsis, description] + [".SH COMMANDS"] + commands.map(section) + [ends])
      .joined(separator: "\n") + "\n"
  }

  private var head: String {
    """
    .TH \(program.name.uppercased()) 1 "" \(line(HelpText(program).version).quotedForRoff) "User Commands"
    .SH NAME
    \(program.name) \\- \(program.subject)
    """
  }

  private var synopsis: String {
    let calls = commands.map { line(program.call(of: $0, $0.synopsis)) }
    return ".SH SYNOPSIS\n.nf\n" + calls.joined(separator: "\n") + "\n.fi"
  }

  private var description: String {
    ".SH DESCRIPTION\n" + texts.description.map(roff).joined(separator: "\n.PP\n")
  }

  private func section(of command: CommandSpec) -> String {
    var lines = [".SS \(line(command.name).quotedForRoff)", roff(command.purpose)]
    for usage in command.usages {
      lines += [".PP", ".B \(line(program.call(of: command, usage)).quotedForRoff)"]
    }
    for option in command.options {
      lines += [".TP", ".B \(line(option.labelWithNames).quotedForRoff)", roff(option.help)]
    }
    for text in command.notes + texts.details[command.name, default: []] {
      lines += [".PP", roff(text)]
    }
    return lines.joined(separator: "\n")
  }

  private var ends: String {
    let grammars: [String] = texts.grammars.flatMap { grammar in
      [".SH \(line(grammar.heading).quotedForRoff)", roff(grammar.text), table(grammar.terms)]
    }
    let files = texts.files.isEmpty ? [] : [".SH FILES", table(texts.files)]
    let examples: [String] = commands.flatMap(\.examples).flatMap { example in
      let call = line("\(program.name) \(example.call)")
      return [".PP", roff(example.text + ":"), ".PP", ".nf", ".B \(call.quotedForRoff)", ".fi"]
    }
    let statuses: [String] = [
      ".SH EXIT STATUS", table(texts.statuses), ".SH ENVIRONMENT",
      table(texts.variables + optionVariables),
    ]
    let seeAlso = texts.seeAlso.map { ".BR \($0.name) (\($0.text))" }
    let all: [[String]] = [
      grammars, statuses, files, examples.isEmpty ? [] : [".SH EXAMPLES"] + examples,
      [".SH SEE ALSO", seeAlso.joined(separator: ",\n")],
    ]
    return all.joined().joined(separator: "\n")
  }

  /// The environment variables that set options, each once.
  private var optionVariables: [Texts.Row] {
    var seen: Set<String> = []
    return commands.flatMap(\.options).compactMap { option in
      guard let variable = program.variable(for: option), seen.insert(variable).inserted else {
        return nil
      }
      let value = option.value == nil ? "set to 1: the same as" : "the same as"
      return (variable, "\(value) \(option.label), unless that is given")
    }
  }

  private func table(_ rows: [Texts.Row]) -> String {
    rows.map { ".TP\n.B \(line($0.name))\n\(roff($0.text))" }.joined(separator: "\n")
  }

  /// Returns text in lines as man(7) requires; its hyphens are ASCII ones.
  private func roff(_ text: String) -> String {
    TextWrapping.lines(of: text, width: 72).map(line).joined(separator: "\n")
  }

  /// Returns a line in which nothing is parsed as a request or an escape.
  private func line(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      default:
        scalar.isASCII
          ? String(scalar)
          : "\\[u" + String(hexadecimal: scalar.value, width: 4, uppercase: true) + "]"
      }
    }
    .joined()
    return escaped.begins(with: ".") ? "\\&" + escaped : escaped
  }
}

extension String {
  /// The text as one argument of a request.
  fileprivate var quotedForRoff: String {
    "\"" + unicodeScalars.map { $0 == "\"" ? "\\(dq" : String($0) }.joined() + "\""
  }
}
