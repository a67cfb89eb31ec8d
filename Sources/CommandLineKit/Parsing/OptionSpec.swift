import Formats

/// An option, said once: the parser, the help and the complaints are made from it.
package struct OptionSpec: Equatable, Sendable {
  /// How it is written: `--seed`.
  package let name: String
  /// A second, short way to write it: `-h`.
  var shortName: String?
  /// What stands after it; nil where it is only there or not.
  package var value: OptionValue?
  /// What it does, in the words of its command's help.
  package let help: String
  /// What it does in a few words, where many commands are listed.
  let summary: String
  /// Whether an environment variable of its name stands for it where it is not given.
  package private(set) var hasVariable = true

  /// An option without a value, or with `value`.
  ///
  /// - Parameter summary: The help in fewer words; nil where it is short itself.
  package init(
    _ name: String, short shortName: String? = nil, value: OptionValue? = nil, help: String,
    summary: String? = nil
  ) {
    self.name = name
    self.shortName = shortName
    self.value = value
    self.help = help
    self.summary = summary ?? help
  }

  /// The same option with a fuller text for the help of one command.
  package func explained(_ help: String) -> OptionSpec {
    var option = OptionSpec(name, short: shortName, value: value, help: help, summary: summary)
    option.hasVariable = hasVariable
    return option
  }

  /// The same without a variable of its name: for what one call does, or secrets have to do with.
  package var ofCommandLineOnly: OptionSpec {
    var option = self
    option.hasVariable = false
    return option
  }

  /// How it is written with its value: `--seed N`.
  var label: String { value.map { "\(name) \($0.placeholder)" } ?? name }

  /// The same with the values that make a difference: `--theme light|dark`.
  var labelWithChoices: String {
    value.map { "\(name) \(($0.unusualChoices ?? [$0.placeholder]).joined(separator: "|"))" }
      ?? name
  }

  /// Whether it is what `name` stands for on a command line.
  func isWritten(_ name: String) -> Bool { name == self.name || name == shortName }
}

/// The value of an option, as people read it.
package struct OptionValue: Equatable, Sendable {
  /// What may be given.
  package enum Kind: Equatable, Sendable {
    /// Anything.
    case text
    /// The name of a file.
    case file
    /// One of a few words; `usual` is the one that changes nothing.
    case choice([String], usual: String?)
    /// A number, described: `whole seconds from 1 to 86400`.
    case number(String)
  }

  /// What stands for the value in the help: `SECONDS`.
  let placeholder: String
  /// What may be given.
  let kind: Kind
  /// Whether the option stands for something without a value, too.
  var isOptional = false

  package init(placeholder: String, kind: Kind, isOptional: Bool = false) {
    self.placeholder = placeholder
    self.kind = kind
    self.isOptional = isOptional
  }

  /// What a value could be, for somebody who has given none: `light|dark|auto`.
  var example: String {
    switch kind {
    case .text, .file, .number: placeholder
    case .choice(let names, _): names.joined(separator: "|")
    }
  }

  /// The choices without the usual one; nil where there is nothing to choose from.
  var unusualChoices: [String]? {
    switch kind {
    case .text, .file, .number: nil
    case .choice(let names, let usual): names.filter { $0 != usual }
    }
  }

  /// What is wrong with a value of the option `name` that cannot be used.
  func problem(with text: String, of name: String) -> String {
    switch kind {
    case .text: "\(name) cannot be '\(text)'."
    case .file: "\(name) needs the name of a file."
    case .choice(let names, _): "\(name) knows \(names.listed), not '\(text)'."
    case .number(let range): "\(name) takes \(range), not '\(text)'."
    }
  }
}
