/// The standing of a value with each rule of a list, from which all its messages are derived.
///
///     let rules: ValidationRules<String> = [.minimumLength(3), .maximumLength(20)]
///     let standings = rules.standings(of: "ab")  // each rule is evaluated once, here
///     standings.firstIssue!.code.rawValue  // "tooShort"
///     standings.firstFailure  // nil: typing on can make it right
///     standings.checklist.count  // 2
public struct RuleStandings: Hashable, Sendable {
  /// A rule, without its closure, and the value's standing with it.
  struct Entry: Hashable, Sendable {
    var item: ChecklistItem
    var isListed: Bool
    var isWarning = false
    var group: ValidationIssue.Code?
  }

  /// One for each rule, in the rules' order.
  let entries: [Entry]

  /// The first issue; nil when all rules but warnings are met.
  public var firstIssue: ValidationIssue? { first(\.issue) }

  /// The first issue that more typing cannot put right.
  ///
  /// The one to show while a field is still being filled in for the first time.
  public var firstFailure: ValidationIssue? { first(\.failure) }

  /// All issues: one for each rule that is not met, and one for each group of rules.
  public var issues: [ValidationIssue] { issues(areWarnings: false) }

  /// The issues of the rules that only warn, in the rules' order.
  public var warnings: [ValidationIssue] { issues(areWarnings: true) }

  private func issues(areWarnings: Bool) -> [ValidationIssue] {
    var groups: Set<ValidationIssue.Code> = []
    return entries.compactMap { entry in
      guard entry.isWarning == areWarnings, entry.item.standing != .met else { return nil }
      if let group = entry.group, !groups.insert(group).inserted { return nil }
      return issue(of: entry, \.issue)
    }
  }

  /// Every listed rule with the value's standing, for a live checklist.
  public var checklist: [ChecklistItem] {
    entries.compactMap { $0.isListed ? $0.item : nil }
  }

  /// The same standings, whose issues have a sentence of their own.
  func saying(_ sentence: String) -> RuleStandings {
    RuleStandings(
      entries: entries.map { entry in
        var entry = entry
        entry.item.standing = entry.item.standing.saying(sentence)
        return entry
      })
  }

  private func first(_ kind: (RuleStanding) -> ValidationIssue?) -> ValidationIssue? {
    let entry = entries.first { !$0.isWarning && kind($0.item.standing) != nil }
    return entry.flatMap { issue(of: $0, kind) }
  }

  /// The rule's own issue, or its group's, which lists all its rules that are not met.
  private func issue(
    of entry: Entry, _ kind: (RuleStanding) -> ValidationIssue?
  ) -> ValidationIssue? {
    guard let group = entry.group else { return kind(entry.item.standing) }
    let missing = entries.filter { $0.group == group }.compactMap { kind($0.item.standing)?.code }
    return ValidationIssue(group, ["missing": .list(missing)])
  }
}

/// One line of a checklist: a requirement and a value's standing with it.
public struct ChecklistItem: Hashable, Sendable {
  /// The requirement, as an issue whose text describes it.
  public var requirement: ValidationIssue
  /// The standing: met, not yet, or failed.
  public var standing: RuleStanding

  /// Makes a line.
  public init(requirement: ValidationIssue, standing: RuleStanding) {
    self.requirement = requirement
    self.standing = standing
  }
}
