/// The state of a value under each rule of a list, from which all its messages are derived.
///
///     let rules: ValidationRules<String> = [.minimumLength(3), .maximumLength(20)]
///     let states = rules.states(of: "ab")  // each rule is evaluated once, here
///     states.firstIssue!.code.rawValue  // "tooShort"
///     states.firstFailure  // nil: typing on can make it right
///     states.checklist.count  // 2
package struct ValidationStates: Hashable, Sendable {
  /// A rule, without its closure, and the value's state under it.
  struct Entry: Hashable, Sendable {
    var item: ChecklistItem
    var isListed: Bool
    var isWarning = false
    var group: ValidationIssue.Code?
  }

  /// One for each rule, in the rules' order.
  let entries: [Entry]

  /// All issues: one for each rule that is not met, and one for each group of rules.
  package let issues: [ValidationIssue]

  /// The issues of the rules that only warn, in the rules' order.
  package let warnings: [ValidationIssue]

  /// Every listed rule with the value's state, for a live checklist.
  package let checklist: [ChecklistItem]

  /// Derives the messages once: a form reads them for every key, but evaluates few fields again.
  init(entries: [Entry]) {
    self.entries = entries
    checklist = entries.compactMap { $0.isListed ? $0.item : nil }
    let open = entries.filter { $0.item.state != .met }
    issues = Self.issues(of: open, areWarnings: false)
    warnings = Self.issues(of: open, areWarnings: true)
  }

  private static func issues(of open: [Entry], areWarnings: Bool) -> [ValidationIssue] {
    guard open.contains(where: { $0.isWarning == areWarnings }) else { return [] }
    var groups: Set<ValidationIssue.Code> = []
    return open.compactMap { entry in
      guard entry.isWarning == areWarnings else { return nil }
      if let group = entry.group, !groups.insert(group).inserted { return nil }
      return issue(of: entry, in: open, \.issue)
    }
  }

  /// The first issue; nil when all rules but warnings are met.
  package var firstIssue: ValidationIssue? { issues.first }

  /// The first issue that more typing cannot correct.
  ///
  /// The one to show while a field is still being filled in for the first time.
  package var firstFailure: ValidationIssue? { issues.isEmpty ? nil : first(\.failure) }

  /// The same states; their issues get the templates of their codes, or else a sentence.
  func saying(_ texts: FieldTexts) -> ValidationStates {
    ValidationStates(entries: entries.map { $0.saying(texts) })
  }

  private func first(_ kind: (ValidationState) -> ValidationIssue?) -> ValidationIssue? {
    let entry = entries.first { !$0.isWarning && kind($0.item.state) != nil }
    return entry.flatMap { Self.issue(of: $0, in: entries, kind) }
  }

  /// The rule's own issue, or its group's, which lists all its rules that are not met.
  private static func issue(
    of entry: Entry, in entries: [Entry], _ kind: (ValidationState) -> ValidationIssue?
  ) -> ValidationIssue? {
    guard let group = entry.group else { return kind(entry.item.state) }
    let missing = entries.filter { $0.group == group }.compactMap { kind($0.item.state)?.code }
    return ValidationIssue(group, ["missing": .list(missing)])
  }
}

extension ValidationStates.Entry {
  /// The same entry; its issue gets the template of its code, or else a sentence. Keeps a message
  /// of its own.
  func saying(_ texts: FieldTexts) -> Self {
    guard let issue = item.state.issue, issue.parameters["sentence"] == nil else { return self }
    var entry = self
    if let template = texts.messages[issue.code] {
      entry.item.state = item.state.changed { $0.worded(template) }
    } else if let sentence = texts.sentence {
      entry.item.state = item.state.changed { $0.saying(sentence) }
    }
    return entry
  }
}

extension ValidationStates {
  /// Returns true if the states are the same, from which all else follows.
  package static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }

  /// Hashes the states.
  package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

/// One line of a checklist: a requirement and a value's state under it.
public struct ChecklistItem: Hashable, Sendable {
  /// The requirement, as an issue whose text describes it.
  public var requirement: ValidationIssue
  /// The state: met, not yet, or failed.
  public var state: ValidationState

  /// Makes a line.
  public init(requirement: ValidationIssue, state: ValidationState) {
    (self.requirement, self.state) = (requirement, state)
  }
}
