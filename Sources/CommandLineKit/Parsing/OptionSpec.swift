import Formats

/// The one specification of an option: the parser, the help and errors are made from it.
package struct OptionSpec: Equatable, Sendable {
  /// Its name: `--seed`.
  package let name: String
  /// A second, short name: `-h`.
  var shortName: String?
  /// Its value; nil if it has none.
  package var value: OptionValue?
  /// Its purpose, in the words of its command's help.
  package let help: String
  /// Its purpose in a few words, for a list of many commands.
  let summary: String
  /// True if it can be set by an environment variable of its name.
  package private(set) var hasVariable = true

  /// An option without a value, or with `value`.
  ///
  /// - Parameter summary: A shorter help; nil if the help is short.
  package init(
    _ name: String, short shortName: String? = nil, value: OptionValue? = nil, help: String,
    summary: String? = nil
  ) {
    (self.name, self.shortName, self.value, self.help) = (name, shortName, value, help)
    self.summary = summary ?? help
  }

  /// The same option, with a longer text for the help of one command.
  package func explained(_ help: String) -> OptionSpec {
    var option = OptionSpec(name, short: shortName, value: value, help: help, summary: summary)
    option.hasVariable = hasVariable
    return option
  }

  /// The same without a variable of its name: for options of one call, or about secrets.
  package var ofCommandLineOnly: OptionSpec {
    var option = self
    option.hasVariable = false
    return option
  }

  /// The same option, with completions from a list; it is read as before.
  package func completed(from listing: OptionValue.Listing) -> OptionSpec {
    var option = self
    guard let value else { return self }
    var description: String?
    if case .number(let text) = value.kind { description = text }
    option.value = OptionValue(
      placeholder: value.placeholder, kind: .listed(listing, description),
      isOptional: value.isOptional)
    return option
  }

  /// Its form with its value: `--seed N`.
  var label: String { value.map { "\(name) \($0.placeholder)" } ?? name }

  /// The same after its short name: `-q, --quiet`.
  var labelWithNames: String { (names.dropFirst() + [label]).joined(separator: ", ") }

  /// The same with the values other than the default: `--theme light|dark`.
  var labelWithChoices: String {
    value.map { "\(name) \(($0.unusualChoices ?? [$0.placeholder]).joined(separator: "|"))" }
      ?? name
  }

  /// Returns true if `name` is one of its names.
  func isWritten(_ name: String) -> Bool { name == self.name || name == shortName }
}

/// The value of an option, as the help describes it.
package struct OptionValue: Equatable, Sendable {
  /// The kind of text that is accepted.
  package enum Kind: Equatable, Sendable {
    /// Anything.
    case text
    /// The name of a file.
    case file
    /// One of a few words; `usual` is the default.
    case choice([String], usual: String?)
    /// A number, with a description: `whole seconds from 1 to 86400`.
    case number(String)
    /// Anything that fits a description; shells complete what exists of a kind.
    case listed(Listing, String? = nil)
  }

  /// A list from which shells complete a value; other values are accepted, too.
  package enum Listing: Equatable, Sendable {
    /// These words.
    case words([String])
    /// The groups of the system.
    case groups
    /// Files: the value has one in it.
    case files
    /// The lines that a call of the program prints, given the name of a list and the command line:
    /// `completions accounts -- …`; and files, if the value may be one.
    case called(String, orFile: Bool = false)

    /// True if the value may be or contain a file.
    var hasFiles: Bool {
      switch self {
      case .files, .called(_, orFile: true): true
      case .words, .groups, .called(_, orFile: false): false
      }
    }
  }

  /// Its placeholder in the help: `SECONDS`.
  let placeholder: String
  /// The kind of text that is accepted.
  let kind: Kind
  /// True if the option also has a meaning without a value.
  var isOptional = false

  package init(placeholder: String, kind: Kind, isOptional: Bool = false) {
    (self.placeholder, self.kind, self.isOptional) = (placeholder, kind, isOptional)
  }

  /// An example for a user who has given no value: `light|dark|auto`.
  var example: String {
    switch kind {
    case .text, .file, .number, .listed: placeholder
    case .choice(let names, _): names.joined(separator: "|")
    }
  }

  /// The choices without the default; nil if there are none.
  var unusualChoices: [String]? {
    switch kind {
    case .text, .file, .number, .listed: nil
    case .choice(let names, let usual): names.filter { $0 != usual }
    }
  }

  /// Returns the error for a value of the option `name` that cannot be used.
  package func problem(with text: String, of name: String) -> String {
    switch kind {
    case .text, .listed(_, nil): "\(name) cannot be '\(text)'."
    case .file: "\(name) needs a file name."
    case .choice(let names, _): "\(name) takes \(names.alternatives), not '\(text)'."
    case .number(let range), .listed(_, let range?): "\(name) takes \(range), not '\(text)'."
    }
  }
}
