/// A command, said once: its name, what it takes, and what it does.
///
/// Parser, help and complaints are made from it, and so can completions and a manual page be.
package struct CommandSpec: Sendable {
  /// Its name on the command line: a word, or a group's name and a word, `streams run`.
  package let name: String
  /// Whether it is meant where a command line names none.
  var isDefault = false
  /// What it does in a few words, for a list of commands.
  let summary: String
  /// What it does in a sentence.
  let purpose: String
  /// What stands on its command line without being an option, in order; those that may be left
  /// out come last.
  var operands: [Operand] = []
  /// The shortest call that is worth knowing.
  let synopsis: [UsagePart]
  /// Every way to call it.
  let usages: [[UsagePart]]
  /// Every option that it has, in the order of its help.
  let options: [OptionSpec]
  /// Which options need each other, and which cannot go together.
  var rules: [OptionRule] = []
  /// Paragraphs below the options in its help.
  var notes: [String] = []

  /// Makes a specification; what is left out, a command does without.
  package init(
    name: String, isDefault: Bool = false, summary: String, purpose: String,
    operands: [Operand] = [], synopsis: [UsagePart], usages: [[UsagePart]], options: [OptionSpec],
    rules: [OptionRule] = [], notes: [String] = []
  ) {
    self.name = name
    self.isDefault = isDefault
    self.summary = summary
    self.purpose = purpose
    self.operands = operands
    self.synopsis = synopsis
    self.usages = usages
    self.options = options
    self.rules = rules
    self.notes = notes
  }

  /// What stands on a command line without being an option.
  package struct Operand: Equatable, Sendable {
    /// What stands for it in the help: `FILE`.
    let placeholder: String
    /// What it is, in words: `file`.
    let noun: String
    /// What may be given.
    var kind = OptionValue.Kind.text
    /// Whether it may be left out.
    var isOptional = false
    /// Whether there may be more than one; it is the last one then.
    var repeats = false

    package init(
      placeholder: String, noun: String, kind: OptionValue.Kind = .text, isOptional: Bool = false,
      repeats: Bool = false
    ) {
      self.placeholder = placeholder
      self.noun = noun
      self.kind = kind
      self.isOptional = isOptional
      self.repeats = repeats
    }

    /// The name of a file.
    package static let file = Operand(placeholder: "FILE", noun: "file", kind: .file)

    /// How it is written in a call: `FILE`, `FILE…` where there may be more, or `[FILE]` where it
    /// may be left out.
    var label: String {
      let label = repeats ? placeholder + "…" : placeholder
      return isOptional ? "[\(label)]" : label
    }
  }

  /// A word or two of how a command is called.
  package enum UsagePart: Sendable {
    /// What is no option.
    case operand(Operand)
    /// An option that has to be there.
    case required(OptionSpec)
    /// An option that may be left out.
    case optional(OptionSpec)

    /// How it is written in a call.
    var label: String {
      switch self {
      case .operand(let operand): operand.label
      case .required(let option): option.label
      case .optional(let option): "[\(option.label)]"
      }
    }
  }

  /// The first word of the name: the group's, or the whole name.
  var topic: String { String(name.prefix { $0 != " " }) }

  /// The word that names it within its group; nil where it is in none.
  var nameInGroup: String? {
    name.firstIndex(of: " ").map { String(name[name.index(after: $0)...]) }
  }

  /// The option that is written so.
  func option(_ name: String) -> OptionSpec? { options.first { $0.isWritten(name) } }
}

/// What options of a command have to do with each other.
package enum OptionRule: Sendable {
  /// The command is of no use without an option.
  case required(OptionSpec, because: String)
  /// The command is of no use without one of a few options.
  case oneOf([OptionSpec], because: String)
  /// The first option is of use only with the second.
  case needs(OptionSpec, OptionSpec, because: String)
  /// None of the first options can go together with any of the second.
  case apart([OptionSpec], [OptionSpec], because: String)

  /// The options that a variable stands for and that have to go for the rule to be kept; empty
  /// where that is of no use.
  func dispensable(in arguments: Arguments) -> [OptionSpec] {
    func isVariable(_ option: OptionSpec) -> Bool { arguments.variables[option.name] != nil }
    switch self {
    case .required, .oneOf: return []
    case .needs(let option, _, _): return isVariable(option) ? [option] : []
    case .apart(let some, let others, _):
      let (some, others) = (some.filter(arguments.has), others.filter(arguments.has))
      return others.allSatisfy(isVariable) ? others : some.allSatisfy(isVariable) ? some : []
    }
  }

  /// What is wrong with the options of a command line; nil where the rule is kept.
  func problem(in arguments: Arguments, of command: String) -> String? {
    switch self {
    case .required(let option, let reason):
      return arguments.has(option) ? nil : "\(command) needs \(option.label): \(reason)"
    case .oneOf(let options, let reason):
      guard !options.contains(where: arguments.has) else { return nil }
      let labels = options.map(\.label)
      return "\(command) needs \(labels.joined(separator: " or ")): \(reason)"
    case .needs(let option, let other, let reason):
      guard arguments.has(option), !arguments.has(other) else { return nil }
      return "\(option.name) needs \(other.label): \(reason)"
    case .apart(let some, let others, let reason):
      let some = some.filter(arguments.has).map(\.name)
      let others = others.filter(arguments.has).map(\.name)
      guard let one = some.first, let other = others.first else { return nil }
      return "\(one) and \(other) cannot go together: \(reason); leave out "
        + "\(some.listed), or \(others.listed)."
    }
  }
}
