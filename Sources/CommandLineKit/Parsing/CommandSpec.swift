/// The one specification of a command: its name, its arguments and its purpose.
///
/// The parser, the help, errors, completions and the manual page are made from it.
package struct CommandSpec: Sendable {
  /// Its name on the command line: a word, or a group's name and a word, `streams run`.
  package let name: String
  /// True for the command that is run if the command line names none.
  var isDefault = false
  /// Its purpose in a few words, for a list of commands.
  let summary: String
  /// Its purpose in a sentence.
  let purpose: String
  /// The operands, in order; optional ones come last.
  var operands: [Operand] = []
  /// The shortest call worth knowing.
  let synopsis: [UsagePart]
  /// Every form of a call.
  let usages: [[UsagePart]]
  /// Every option, in the order of its help.
  let options: [OptionSpec]
  /// The rules between options: those that need each other, and those that exclude each other.
  var rules: [OptionRule] = []
  /// Paragraphs below the options in its help.
  var notes: [String] = []
  /// Calls worth trying, without the program's name, and their purposes.
  let examples: [(call: String, text: String)]

  /// Makes a specification; the parts left out are empty. Without usages, there is one: the
  /// operands, and each option in brackets.
  package init(
    name: String, isDefault: Bool = false, summary: String, purpose: String,
    operands: [Operand] = [], synopsis: [UsagePart], usages: [[UsagePart]]? = nil,
    options: [OptionSpec], rules: [OptionRule] = [], notes: [String] = [],
    examples: KeyValuePairs<String, String> = [:]
  ) {
    (self.name, self.isDefault, self.summary, self.purpose) = (name, isDefault, summary, purpose)
    (self.operands, self.synopsis) = (operands, synopsis)
    self.usages = usages ?? [operands.map { .operand($0) } + options.optional]
    (self.options, self.rules, self.notes) = (options, rules, notes)
    self.examples = examples.map { ($0.key, $0.value) }
  }

  /// An operand: an argument that is not an option.
  package struct Operand: Equatable, Sendable {
    /// Its placeholder in the help: `FILE`.
    let placeholder: String
    /// Its noun: `file`.
    let noun: String
    /// The kind of text that is accepted.
    var kind = OptionValue.Kind.text
    /// True if it may be left out.
    var isOptional = false
    /// True if there may be several; it is the last operand then.
    var repeats = false
    /// True if an empty argument is accepted.
    var mayBeEmpty = false

    package init(
      placeholder: String, noun: String, kind: OptionValue.Kind = .text, isOptional: Bool = false,
      repeats: Bool = false, mayBeEmpty: Bool = false
    ) {
      (self.placeholder, self.noun, self.kind) = (placeholder, noun, kind)
      (self.isOptional, self.repeats, self.mayBeEmpty) = (isOptional, repeats, mayBeEmpty)
    }

    /// The name of a file.
    package static let file = Operand(placeholder: "FILE", noun: "file", kind: .file)

    /// Its form in a call: `FILE`, `FILE…` if there may be several, or `[FILE]` if it may be left
    /// out.
    var label: String {
      let label = repeats ? placeholder + "…" : placeholder
      return isOptional ? "[\(label)]" : label
    }
  }

  /// A part of a call of a command.
  package enum UsagePart: Sendable {
    /// An operand.
    case operand(Operand)
    /// A required option.
    case required(OptionSpec)
    /// An optional option.
    case optional(OptionSpec)

    /// True for an option that may be left out.
    var isOptional: Bool { if case .optional = self { true } else { false } }

    /// The placeholder that distinguishes calls: of an operand, or of an option with its value.
    var placeholder: String? {
      switch self {
      case .operand(let operand): operand.placeholder
      case .required(let option), .optional(let option): option.value == nil ? nil : option.label
      }
    }

    /// Its form in a call.
    var label: String {
      switch self {
      case .operand(let operand): operand.label
      case .required(let option): option.label
      case .optional(let option): "[\(option.label)]"
      }
    }
  }

  /// The first word of the name: the group's, or the whole name.
  var topic: String { CommandName(name).topic }

  /// The name within its group; nil if it is not in a group.
  var nameInGroup: String? { CommandName(name).inGroup }

  /// Returns the option with this name.
  func option(_ name: String) -> OptionSpec? { options.first { $0.isWritten(name) } }
}

extension Sequence<OptionSpec> {
  /// The options as parts of a call that may be left out.
  package var optional: [CommandSpec.UsagePart] { map { .optional($0) } }
}

/// A rule between options of a command.
package enum OptionRule: Sendable {
  /// The command needs an option.
  case required(OptionSpec, because: String)
  /// The command needs one of a few options.
  case oneOf([OptionSpec], because: String)
  /// The first option needs the second.
  case needs(OptionSpec, OptionSpec, because: String)
  /// None of the first options can be combined with any of the second.
  case apart([OptionSpec], [OptionSpec], because: String)

  /// Returns the options set by variables that have to go for the rule to be kept; empty if that
  /// does not help.
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

  /// Returns the error in the options of a command line; nil if the rule is obeyed.
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
      return "\(one) and \(other) cannot be combined: \(reason). Leave out "
        + "\(some.listed), or \(others.listed)."
    }
  }
}
