import Reactive

/// The fields of a form, or of the rows of a list, which give their nodes a meaning.
struct FormScope<Value: Sendable>: Sendable {
  let fields: [ScopeField<Value>]
  private let indicesByName: [String: Int]
  /// The indices of the fields with conditions or dependent texts, with options, and with
  /// questions: few of many, so that a key costs little.
  private let conditional, optional, questioned: [Int]

  /// The indices of the fields in the order of their declaration and of the output.
  let declared: [Int]

  /// Makes a scope.
  ///
  /// - Parameters:
  ///   - fields: The fields in display order.
  ///   - order: For each of them its index in the declaration; nil for the same.
  init(_ fields: [FormField<Value>], declared order: [Int]? = nil) {
    // Loops, because the first `map` over an array whose type is known only at run time takes as
    // long as this whole function, for its look-ups.
    var infos: [FieldDescription] = []
    for field in fields { infos.append(field.description) }
    var scoped: [ScopeField<Value>] = []
    for field in fields {
      let info = infos[scoped.count]
      let scopeField = ScopeField(field, info, at: scoped.count) { path in
        guard let index = infos.firstIndex(where: { $0.path == path }) else {
          preconditionFailure("a rule of \(info.name) reads \(path), which no field fills in")
        }
        return index
      }
      scoped.append(scopeField)
    }
    let fields = scoped
    let indices = 0..<fields.count
    self.fields = fields
    declared = order.map { order in indices.sorted { order[$0] < order[$1] } } ?? Array(indices)
    conditional = indices.filter { index in
      let field = fields[index].field
      return field.isShown != nil || field.isRequired != nil || field.currentTexts != nil
    }
    optional = indices.filter { fields[$0].info.control.isChoice }
    questioned = indices.filter { !fields[$0].field.checks.isEmpty }
    var indicesByName: [String: Int] = [:]
    for index in indices
    where indicesByName.updateValue(index, forKey: fields[index].info.name) != nil {
      preconditionFailure("two fields of a form have the same name")
    }
    self.indicesByName = indicesByName
  }

  /// Returns the index of the field that fills in a property.
  func index(of path: AnyKeyPath) -> Int? { fields.firstIndex { $0.info.path == path } }

  /// Returns nodes for a value that the user has not touched.
  func nodes(of value: Value, _ ids: inout RowIDs) -> [FormNode] {
    fields.map { field in
      var node: FormNode
      switch field.field.content {
      case .leaf(let leaf): node = FormNode(field.info, leaf.read(value))
      case .list(let list):
        let rows = list.rows(of: value, &ids)
        node = FormNode(field.info, .rows(rows.map(\.id)))
        node.rows = rows
      }
      if field.info.control.isChoice {
        let options = field.field.options
        node.options = OptionState(
          table: options.fixed, phase: options.load == nil ? .loaded : .loading)
      }
      node.checks = field.field.checks.map { CheckState(terms: $0.terms) }
      return node
    }
  }

  // MARK: Changing

  /// Puts contents into a field; returns false if there is no such field or they are unchanged.
  func enter(
    _ contents: FieldContents, at steps: ArraySlice<Int>, _ nodes: inout [FormNode],
    _ value: inout Value
  ) -> Bool {
    guard let index = steps.first, fields.indices.contains(index) else { return false }
    switch fields[index].field.content {
    case .leaf(let leaf):
      guard steps.count == 1, nodes[index].field.value != contents else { return false }
      nodes[index].field.edit(contents)
      nodes[index].withdrawn = nil
      nodes[index].problem = leaf.enter(contents, &value)
    case .list(let list):
      guard list.enter(contents, at: steps.dropFirst(), &nodes[index], &value) else { return false }
    }
    nodes[index].isStale = true
    return true
  }

  /// Adds, removes or moves a row; returns nil if that is not possible.
  func change(
    _ change: RowChange, at steps: ArraySlice<Int>, _ nodes: inout [FormNode],
    _ value: inout Value, _ ids: inout RowIDs
  ) -> ChangedRow? {
    guard let index = steps.first, fields.indices.contains(index),
      case .list(let list) = fields[index].field.content,
      let changed = list.change(change, at: steps.dropFirst(), &nodes[index], &value, &ids)
    else { return nil }
    nodes[index].isStale = true
    return changed
  }

  /// Takes over a field from another state of the form.
  func copy(_ index: Int, from old: Value, _ node: FormNode, to value: inout Value) {
    switch fields[index].field.content {
    case .leaf(let leaf): _ = leaf.write(node.field.value, &value)
    case .list(let list): list.copy(from: old, to: &value)
    }
  }

  // MARK: Judging

  /// Evaluates the rules that may have another outcome: those of the fields that have changed, and
  /// those that read one of them.
  func judge(
    _ nodes: inout [FormNode], _ value: Value, at prefix: FieldID, _ questions: inout Questions
  ) {
    var hasChanged = nodes.map(\.isStale)
    for index in conditional {
      if let isShown = fields[index].field.isShown?(value), isShown != nodes[index].isShown {
        nodes[index].isShown = isShown
        hasChanged[index] = true
      }
      guard nodes[index].isShown else { continue }
      let isRequired = fields[index].field.isRequired?(value) ?? false
      let texts = fields[index].field.currentTexts?(value)
      if isRequired != nodes[index].isRequired || texts != nodes[index].texts {
        (nodes[index].isRequired, nodes[index].texts) = (isRequired, texts)
        nodes[index].isStale = true
      }
    }
    for index in nodes.indices where nodes[index].isStale {
      nodes[index].own = ownStates(of: index, nodes[index], value)
    }
    for index in optional {
      judgeOptions(index, &nodes, value, at: prefix.appending(index), hasChanged, &questions)
    }
    for index in fields.indices {
      let hasNewWhole = judgeWhole(index, &nodes, value, hasChanged)
      if hasChanged[index] || hasNewWhole || nodes[index].isStale { nodes[index].unite() }
      if case .list(let list) = fields[index].field.content,
        hasChanged[index] || nodes[index].isStale
          || fields[index].rowMentions.contains(where: { hasChanged[$0] })
          || fields[index].rowReads.contains(where: { $0.contains { hasChanged[$0] } })
      {
        list.judge(
          &nodes[index], value, at: prefix.appending(index),
          canBeJudged: fields[index].rowReads.map { $0.allSatisfy { nodes[$0].isReadable } },
          &questions)
      }
      if nodes[index].isStale { nodes[index].isStale = false }
    }
    for index in questioned {
      judgeChecks(index, &nodes, value, at: prefix.appending(index), &questions)
    }
  }

  /// Finds the options that a choice has now, and evaluates the chosen ones.
  private func judgeOptions(
    _ index: Int, _ nodes: inout [FormNode], _ value: Value, at id: FieldID,
    _ hasChanged: [Bool], _ questions: inout Questions
  ) {
    let source = fields[index].field.options
    let isNew = nodes[index].choiceState == nil
    let dependsOnChange = fields[index].optionReads.contains { hasChanged[$0] }
    guard isNew || hasChanged[index] || dependsOnChange || nodes[index].isStale else { return }
    if let load = source.load {
      if nodes[index].isShown {
        questions.load(
          load.key(value), load.terms, load.question(value), &nodes[index].options, at: id)
      } else {
        questions.drop(&nodes[index].options)
      }
    }
    if isNew || dependsOnChange || source.load != nil {
      let loaded = nodes[index].options?.loaded
      if !source.isFixed { nodes[index].options?.table = source.table(value, loaded: loaded) }
    }
    let state =
      nodes[index].isShown ? nodes[index].options?.state(of: nodes[index].field.value.names) : .met
    nodes[index].choiceState = state
    nodes[index].isStale = true
    if source.takesBack { takeBack(&nodes[index], at: id, &questions) }
  }

  /// Requests the removal of chosen options that were offered and no longer are.
  private func takeBack(_ node: inout FormNode, at id: FieldID, _ questions: inout Questions) {
    guard node.isShown, let options = node.options, options.phase == .loaded else { return }
    if let back = node.withdrawn, options.table.index(of: back.name) != nil { node.withdrawn = nil }
    let rest = node.field.value.names.filter { name in
      node.isGiven || options.table.index(of: name) != nil
        || !node.offered.contains { $0.name == name }
    }
    if let gone = node.offered.first(where: { option in
      !rest.contains(option.name) && node.field.value.names.contains(option.name)
    }) {
      questions.withdrawals.append(Questions.Withdrawal(field: id, rest: rest, option: gone))
    }
    node.offered = rest.compactMap { options.table[$0] }
  }

  private func ownStates(of index: Int, _ node: FormNode, _ value: Value) -> ValidationStates {
    var states =
      if let problem = node.problem {
        ValidationStates(entries: [ValidationRule<Value>.unreadable(problem)])
      } else {
        switch fields[index].field.content {
        case .leaf(let leaf): leaf.states(value)
        case .list(let list): list.states(value)
        }
      }
    if node.isRequired, let issue = node.missing,
      !states.issues.contains(where: { $0.code == issue.code })
    {
      let rule = ValidationRule<Value>(issue) { _ in false }
      states = ValidationStates(entries: [rule.entry(state: .notYet(issue))] + states.entries)
    }
    let texts = node.allTexts
    return texts.sentence == nil ? states : states.saying(texts)
  }

  /// Evaluates the rules that read several fields and are affected by a change; returns true if a
  /// result differs.
  private func judgeWhole(
    _ index: Int, _ nodes: inout [FormNode], _ value: Value, _ hasChanged: [Bool]
  ) -> Bool {
    var isNew = false
    for (rule, reads) in fields[index].ruleReads.enumerated() {
      let isFirst = nodes[index].whole.count <= rule
      let mentions = fields[index].ruleMentions[rule]
      guard
        isFirst || reads.contains(where: { hasChanged[$0] })
          || mentions.contains(where: { hasChanged[$0] })
      else { continue }
      let whole = fields[index].field.wholeRules[rule]
      let canBeRead = reads.allSatisfy { nodes[$0].isReadable }
      let entry = whole.rule.entry(state: canBeRead ? whole.rule.evaluate(value) : .met)
      if isFirst {
        nodes[index].whole.append(entry)
      } else if nodes[index].whole[rule] != entry {
        nodes[index].whole[rule] = entry
      } else {
        continue
      }
      isNew = true
    }
    return isNew
  }

  private func judgeChecks(
    _ index: Int, _ nodes: inout [FormNode], _ value: Value, at id: FieldID,
    _ questions: inout Questions
  ) {
    for number in fields[index].field.checks.indices {
      let check = fields[index].field.checks[number]
      let reads = fields[index].checkReads[number]
      let canBeAsked =
        reads.allSatisfy { nodes[$0].isReadable && nodes[$0].states.firstIssue == nil }
        // A value that has been saved is not asked about again.
        && reads.contains { nodes[$0].isDirty }
      guard canBeAsked else {
        questions.drop(&nodes[index].checks[number])
        continue
      }
      questions.consider(
        &nodes[index].checks[number], key: check.key(value), check.question(value),
        at: id, index: number)
    }
  }

  // MARK: Reading

  /// The value without the contents of some fields: they are empty, or as in `blank` if they cannot
  /// be empty.
  func emptied(
    _ nodes: [FormNode], _ value: Value, blank: Value, where isEmptied: (FormNode) -> Bool
  ) -> Value {
    var output = value
    for (index, field) in fields.enumerated() {
      switch field.field.content {
      case .leaf(let leaf):
        if isEmptied(nodes[index]) { _ = leaf.write(leaf.blank ?? leaf.read(blank), &output) }
      case .list(let list): list.empty(nodes[index], &output, where: isEmptied)
      }
    }
    return output
  }

  /// The fields of an output that are not hidden.
  func data(_ nodes: [FormNode], _ output: Value) -> [FormDatum.Member] {
    declared.compactMap { index in
      guard nodes[index].isShown else { return nil }
      let datum: FormDatum? =
        switch fields[index].field.content {
        case .leaf(let leaf): leaf.datum(output)
        case .list(let list): list.datum(nodes[index], output)
        }
      return datum.map { FormDatum.Member(fields[index].info.name, $0) }
    }
  }

  /// Returns the publisher of suggestions for a field; nil if it has none.
  @MainActor func suggestions(
    at steps: ArraySlice<Int>, _ nodes: [FormNode], _ value: Value
  ) -> AnyPublisher<[String], Never>? {
    guard let index = steps.first, fields.indices.contains(index) else { return nil }
    switch fields[index].field.content {
    case .leaf(let leaf):
      guard steps.count == 1, let typed = nodes[index].field.value.text else { return nil }
      return leaf.suggest?(value, typed)
    case .list(let list): return list.suggestions(at: steps.dropFirst(), nodes[index], value)
    }
  }

  /// Fills in fields by name; `path` is that of the row, with a full stop.
  func fill(
    _ members: [FormDatum.Member], _ nodes: inout [FormNode], _ value: inout Value,
    _ ids: inout RowIDs, at path: String
  ) -> (filled: [Int], problems: [FillProblem]) {
    var (filled, problems): ([Int], [FillProblem]) = ([], [])
    for member in members {
      let path = path + member.name
      guard let index = indicesByName[member.name] else {
        problems.append(FillProblem(path: path, issue: ValidationIssue(.unknownField)))
        continue
      }
      if case .list(let list) = fields[index].field.content {
        guard let rows = member.value.rows else {
          problems.append(FillProblem(path: path, issue: .wrongKind(.aList)))
          continue
        }
        list.fill(rows, &nodes[index], &value, &ids, at: path, &problems)
        nodes[index].isStale = true
      } else {
        switch nodes[index].contents(of: member.value) {
        case .success(let contents):
          _ = enter(contents, at: [index], &nodes, &value)
          nodes[index].isGiven = true
        case .failure(let issue):
          problems.append(FillProblem(path: path, issue: issue))
          continue
        }
      }
      filled.append(index)
    }
    return (filled, problems)
  }
}

/// A field in its scope, shared by all states of a form.
///
/// A class, because a key reads parts of every field, and a struct of that many references is
/// copied as a whole for each of them.
final class ScopeField<Value: Sendable>: Sendable {
  let field: FormField<Value>
  let info: FieldDescription
  /// The indices of the fields that each of its rules for the whole value reads, and each check,
  /// and of those that the rules only mention.
  let ruleReads, checkReads, ruleMentions: [[Int]]
  /// The indices of the fields that its options depend on.
  let optionReads: [Int]
  /// The indices of the fields that each of a list's rules for single rows reads.
  let rowReads: [[Int]]
  /// The indices of the fields that the messages of those rules name.
  let rowMentions: [Int]

  init(_ field: FormField<Value>, _ info: FieldDescription, at own: Int, index: (AnyKeyPath) -> Int)
  {
    (self.field, self.info) = (field, info)
    ruleReads = field.wholeRules.map { [own] + $0.reads.map(index) }
    ruleMentions = field.wholeRules.map { $0.mentions.map(index) }
    checkReads = field.checks.map { [own] + $0.reads.map(index) }
    optionReads = field.options.reads.map(index)
    if case .list(let list) = field.content {
      rowReads = list.formReads.map { $0.map(index) }
      rowMentions = list.formMentions.map(index)
    } else {
      (rowReads, rowMentions) = ([], [])
    }
  }
}

extension ValidationRule {
  /// The entry that replaces a field's rules while its input cannot be read.
  static func unreadable(_ issue: ValidationIssue) -> ValidationStates.Entry {
    // More typing may help an empty or unfinished number, so it is not called wrong at once.
    ValidationStates.Entry(
      item: ChecklistItem(requirement: issue, state: .notYet(issue)), isListed: true)
  }
}
