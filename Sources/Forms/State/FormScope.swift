import Reactive

/// The fields of a form, or of the rows of a list, which give their nodes a meaning.
struct FormScope<Value: Sendable>: Sendable {
  let fields: [ScopeField<Value>]
  /// For each field, the places of the fields that each of its rules for the whole value reads.
  private let ruleReads: [[[Int]]]
  /// For each field, the places of the fields that each of its checks reads.
  private let checkReads: [[[Int]]]
  /// For each field, the places of the fields that its options depend on.
  private let optionReads: [[Int]]
  /// For each list, the places of the fields that each of its rules for single rows reads.
  private let rowReads: [[[Int]]]

  private let placesByName: [String: Int]
  /// The places of the fields with a condition, with options that depend on others, with questions:
  /// few of many, so that a key costs little.
  private let conditional, optional, questioned: [Int]

  /// The places of the fields in the order in which they were declared, which is the output's.
  let declared: [Int]

  /// Makes a scope.
  ///
  /// - Parameters:
  ///   - fields: The fields in display order.
  ///   - order: For each of them its place in the declaration; nil for the same.
  init(_ fields: [FormField<Value>], declared order: [Int]? = nil) {
    // Loops: the first `map` of an array whose type is known at run time only takes as long as all
    // of this, to look up what it needs.
    var scoped: [ScopeField<Value>] = []
    for field in fields { scoped.append(ScopeField(field)) }
    let fields = scoped
    let places = 0..<fields.count
    self.fields = fields
    declared = order.map { order in places.sorted { order[$0] < order[$1] } } ?? Array(places)
    conditional = places.filter { fields[$0].isShown != nil }
    optional = places.filter { fields[$0].firstOptions != nil }
    questioned = places.filter { !fields[$0].checks.isEmpty }
    var placesByName: [String: Int] = [:]
    for place in places where placesByName.updateValue(place, forKey: fields[place].name) != nil {
      preconditionFailure("two fields of a form have the same name")
    }
    self.placesByName = placesByName
    func read(by field: ScopeField<Value>, _ paths: [PartialKeyPath<Value> & Sendable]) -> [Int] {
      func place(_ path: PartialKeyPath<Value>) -> Int {
        guard let place = fields.firstIndex(where: { $0.path == path }) else {
          preconditionFailure("a rule of \(field.name) reads \(path), which no field fills in")
        }
        return place
      }
      var places = [place(field.path)]
      for path in paths { places.append(place(path)) }
      return places
    }
    var (ruleReads, checkReads, optionReads): ([[[Int]]], [[[Int]]], [[Int]]) = ([], [], [])
    var rowReads: [[[Int]]] = []
    for field in fields {
      ruleReads.append(field.wholeRules.map { read(by: field, $0.reads) })
      checkReads.append(field.checks.map { read(by: field, $0.reads) })
      let options = field.options.reads
      optionReads.append(options.isEmpty ? [] : Array(read(by: field, options).dropFirst()))
      if case .list(let list) = field.content {
        rowReads.append(list.formReads.map { Array(read(by: field, $0).dropFirst()) })
      } else {
        rowReads.append([])
      }
    }
    self.rowReads = rowReads
    (self.ruleReads, self.checkReads, self.optionReads) = (ruleReads, checkReads, optionReads)
  }

  /// Returns the place of the field that fills in a property.
  func place(of path: AnyKeyPath) -> Int? { fields.firstIndex { $0.path == path } }

  /// Returns the place of the field with a name.
  func place(named name: String) -> Int? { placesByName[name] }

  /// Returns nodes for a value that the user has not touched.
  func nodes(of value: Value, _ ids: inout RowIDs) -> [FormNode] {
    fields.map { field in
      var node =
        switch field.content {
        case .leaf(let leaf): FormNode(leaf.read(value), options: field.firstOptions)
        case .list(let list): list.node(of: value, &ids)
        }
      node.checks = field.checks.map { CheckState(terms: $0.terms) }
      return node
    }
  }

  // MARK: Changing

  /// Puts an input into a field; false if there is no such field or it has that input already.
  ///
  func enter(
    _ input: NodeInput, at steps: ArraySlice<Int>, _ nodes: inout [FormNode],
    _ value: inout Value
  ) -> Bool {
    guard let place = steps.first, fields.indices.contains(place) else { return false }
    switch fields[place].content {
    case .leaf(let leaf):
      guard steps.count == 1,
        let contents = input.contents(leaf.control, nodes[place].options?.table ?? .empty),
        nodes[place].field.value != contents
      else { return false }
      nodes[place].field.edit(contents)
      nodes[place].problem = leaf.enter(contents, &value)
    case .list(let list):
      guard list.enter(input, at: steps.dropFirst(), &nodes[place], &value) else { return false }
    }
    nodes[place].isStale = true
    return true
  }

  /// Adds, removes or moves a row; nil if that cannot be done.
  func change(
    _ change: RowChange, at steps: ArraySlice<Int>, _ nodes: inout [FormNode],
    _ value: inout Value, _ ids: inout RowIDs
  ) -> ChangedRow? {
    guard let place = steps.first, fields.indices.contains(place),
      case .list(let list) = fields[place].content,
      let changed = list.change(change, at: steps.dropFirst(), &nodes[place], &value, &ids)
    else { return nil }
    nodes[place].isStale = true
    return changed
  }

  /// Takes over a field from another state of the form.
  func copy(_ place: Int, from old: Value, _ node: FormNode, to value: inout Value) {
    switch fields[place].content {
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
    for place in conditional {
      if let isShown = fields[place].isShown?(value), isShown != nodes[place].isShown {
        nodes[place].isShown = isShown
        hasChanged[place] = true
      }
    }
    for place in nodes.indices where nodes[place].isStale {
      nodes[place].own = ownStandings(of: place, nodes[place], value)
    }
    for place in optional {
      judgeOptions(place, &nodes, value, at: prefix.appending(place), hasChanged, &questions)
    }
    for place in fields.indices {
      let hasNewWhole = judgeWhole(place, &nodes, value, hasChanged)
      if hasChanged[place] || hasNewWhole || nodes[place].isStale { nodes[place].unite() }
      if case .list(let list) = fields[place].content,
        hasChanged[place] || rowReads[place].contains(where: { $0.contains { hasChanged[$0] } })
      {
        list.judge(
          &nodes[place], value, at: prefix.appending(place),
          canBeJudged: rowReads[place].map { $0.allSatisfy { nodes[$0].isReadable } }, &questions)
      }
      if nodes[place].isStale { nodes[place].isStale = false }
    }
    for place in questioned {
      judgeChecks(place, &nodes, value, at: prefix.appending(place), &questions)
    }
  }

  /// Finds the options that a choice has now, and judges what has been chosen among them.
  private func judgeOptions(
    _ place: Int, _ nodes: inout [FormNode], _ value: Value, at id: FieldID,
    _ hasChanged: [Bool], _ questions: inout Questions
  ) {
    let source = fields[place].options
    let isNew = nodes[place].optionStanding == nil
    let dependsOnChange = optionReads[place].contains { hasChanged[$0] }
    guard isNew || hasChanged[place] || dependsOnChange || nodes[place].isStale else { return }
    if let load = source.load {
      questions.load(load, value, isShown: nodes[place].isShown, &nodes[place].options, at: id)
    }
    if isNew || dependsOnChange || source.load != nil {
      let loaded = nodes[place].options?.loaded
      if !source.isFixed { nodes[place].options?.table = source.table(value, loaded: loaded) }
    }
    let standing =
      nodes[place].isShown
      ? nodes[place].options?.standing(of: nodes[place].field.value.names) : .met
    nodes[place].optionStanding = standing
    nodes[place].isStale = true
  }

  private func ownStandings(of place: Int, _ node: FormNode, _ value: Value) -> RuleStandings {
    let standings =
      if let problem = node.problem {
        RuleStandings(entries: [ValidationRule<Value>.unreadable(problem)])
      } else {
        switch fields[place].content {
        case .leaf(let leaf): leaf.standings(value)
        case .list(let list): list.standings(value)
        }
      }
    return fields[place].field.sentence.map(standings.saying) ?? standings
  }

  /// Evaluates the rules that read several fields, one of which has changed; returns true if one of
  /// them has another outcome.
  private func judgeWhole(
    _ place: Int, _ nodes: inout [FormNode], _ value: Value, _ hasChanged: [Bool]
  ) -> Bool {
    var isNew = false
    for (index, reads) in ruleReads[place].enumerated() {
      let isFirst = nodes[place].whole.count <= index
      guard isFirst || reads.contains(where: { hasChanged[$0] }) else { continue }
      let whole = fields[place].wholeRules[index]
      let canBeRead = reads.allSatisfy { nodes[$0].isReadable }
      let entry = whole.rule.entry(standing: canBeRead ? whole.rule.evaluate(value) : .met)
      if isFirst {
        nodes[place].whole.append(entry)
      } else if nodes[place].whole[index] != entry {
        nodes[place].whole[index] = entry
      } else {
        continue
      }
      isNew = true
    }
    return isNew
  }

  private func judgeChecks(
    _ place: Int, _ nodes: inout [FormNode], _ value: Value, at id: FieldID,
    _ questions: inout Questions
  ) {
    for index in fields[place].checks.indices {
      let check = fields[place].checks[index]
      let reads = checkReads[place][index]
      let canBeAsked =
        reads.allSatisfy { nodes[$0].isReadable && nodes[$0].standings.firstIssue == nil }
        // A value that has been saved is not asked about again.
        && reads.contains { nodes[$0].isDirty }
      guard canBeAsked else {
        questions.drop(&nodes[place].checks[index])
        continue
      }
      questions.consider(
        &nodes[place].checks[index], key: check.key(value), check.question(value),
        at: id, index: index)
    }
  }

  // MARK: Reading

  /// The value without the contents of hidden fields: they are empty, or as in `blank` if they
  /// cannot be empty.
  func output(_ nodes: [FormNode], _ value: Value, blank: Value) -> Value {
    var output = value
    for (place, field) in fields.enumerated() {
      switch field.content {
      case .leaf(let leaf):
        if !nodes[place].isShown { _ = leaf.write(leaf.blank ?? leaf.read(blank), &output) }
      case .list(let list):
        list.trim(nodes[place], &output)
      }
    }
    return output
  }

  /// The value with its secrets empty.
  func withoutSecrets(_ value: Value) -> Value {
    var value = value
    for field in fields {
      switch field.content {
      case .leaf(let leaf):
        if leaf.control.isSecret { _ = leaf.write(.text(""), &value) }
      case .list(let list): list.dropSecrets(&value)
      }
    }
    return value
  }

  /// The fields of an output that are not hidden.
  func data(_ nodes: [FormNode], _ output: Value) -> [FormDatum.Member] {
    declared.compactMap { place in
      guard nodes[place].isShown else { return nil }
      let datum: FormDatum? =
        switch fields[place].content {
        case .leaf(let leaf): leaf.datum(output)
        case .list(let list): list.datum(nodes[place], output)
        }
      return datum.map { FormDatum.Member(fields[place].name, $0) }
    }
  }

  /// Returns the publisher of suggestions for a field; nil if it has none.
  @MainActor func suggestions(
    at steps: ArraySlice<Int>, _ nodes: [FormNode], _ value: Value
  ) -> AnyPublisher<[String], Never>? {
    guard let place = steps.first, fields.indices.contains(place) else { return nil }
    switch fields[place].content {
    case .leaf(let leaf):
      guard steps.count == 1, let typed = nodes[place].field.value.text else { return nil }
      return leaf.suggest?(value, typed)
    case .list(let list): return list.suggestions(at: steps.dropFirst(), nodes[place], value)
    }
  }

  /// Returns the field of a path such as `phones[1].number`.
  func id(of path: [PathStep], _ nodes: [FormNode], at prefix: FieldID) -> FieldID? {
    guard case .name(let name)? = path.first, let place = place(named: name) else { return nil }
    let id = prefix.appending(place)
    guard path.count > 1 else { return id }
    guard case .list(let list) = fields[place].content else { return nil }
    return list.id(of: Array(path.dropFirst()), nodes[place], at: id)
  }
}

extension ValidationRule {
  /// The entry in place of a field's rules while its input cannot be read.
  static func unreadable(_ issue: ValidationIssue) -> RuleStandings.Entry {
    // More typing may help an empty or unfinished number, so it is not called wrong at once.
    RuleStandings.Entry(
      item: ChecklistItem(requirement: issue, standing: .notYet(issue)), isListed: true)
  }
}

/// The numbers of rows, each given once.
struct RowIDs: Sendable {
  private var last = 0

  mutating func next() -> Int {
    last += 1
    return last
  }
}

/// A part of a path such as `phones[1].number`.
enum PathStep: Equatable, Sendable {
  case name(String)
  /// A row, counted from 0.
  case index(Int)

  /// Returns the parts of a path; nil if it is none. `phones.1.number` is one, too.
  static func steps(of path: String) -> [PathStep]? {
    let words = path.utf8.split(omittingEmptySubsequences: false) { ".[".utf8.contains($0) }
    var steps: [PathStep] = []
    for word in words {
      let word = String(Substring(word.last == UInt8(ascii: "]") ? word.dropLast() : word))
      guard !word.isEmpty else { return nil }
      steps.append(Int(word).map(PathStep.index) ?? .name(word))
    }
    return steps
  }
}
