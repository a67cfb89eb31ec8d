// The user's changes of a form.

extension FormState {
  /// Puts an input into a field, as typed.
  ///
  /// The server's refusal of the field is forgotten. A submission that waits for answers is given
  /// up; one that has been sent goes on with its output.
  public mutating func enter(_ input: FieldInput, at field: FieldID) {
    enter(.shown(input), at: field)
  }

  mutating func enter(_ input: NodeInput, at field: FieldID) {
    guard scope.enter(input, at: field.steps[...], &nodes, &value) else { return }
    changed(field)
  }

  /// Puts a property of a value into the field that fills it in.
  mutating func enter(_ path: PartialKeyPath<Value>, of value: Value) {
    guard let place = scope.place(of: path) else {
      preconditionFailure("no field of the form fills in \(path)")
    }
    let field = FieldID(steps: [place])
    switch scope.fields[place].content {
    case .leaf(let leaf): enter(.contents(leaf.read(value)), at: field)
    case .list(let list):
      var before = nodes
      forgetQuestions(of: &before, under: field)
      let node = list.node(of: value, &rowIDs)
      list.copy(from: value, to: &self.value)
      nodes[place].rows = node.rows
      nodes[place].field.edit(node.field.value)
      nodes[place].isStale = true
      forgetRemovedRow(of: [field])
      changed(field)
    }
  }

  /// Adds a row to a list, at a place counted from 0 or at the end; nil if the list is full.
  @discardableResult
  public mutating func addRow(to list: FieldID, at place: Int? = nil) -> FieldID? {
    change(.add(at: place), of: list)
  }

  /// Takes a row out, unless the list would have too few.
  public mutating func removeRow(_ row: FieldID) {
    guard let list = row.parent, let number = row.steps.last else { return }
    change(.remove(row: number), of: list)
  }

  /// Moves a row to a place counted from 0.
  public mutating func moveRow(_ row: FieldID, to place: Int) {
    guard let list = row.parent, let number = row.steps.last else { return }
    change(.move(row: number, to: place), of: list)
  }

  @discardableResult
  mutating func change(_ change: RowChange, of list: FieldID) -> FieldID? {
    var before = nodes
    guard let outcome = scope.change(change, at: list.steps[...], &nodes, &value, &rowIDs) else {
      return nil
    }
    let row = list.appending(outcome.row)
    forgetRemovedRow(of: [list, row])
    if let removed = outcome.removed {
      forgetQuestions(of: &before, under: row)
      removedRow = (list, removed)
    }
    changed(list)
    return row
  }

  /// Reports that the focus has left a field, whose issues may be shown from now on.
  public mutating func leave(_ field: FieldID) {
    revision += 1
    _ = nodes.update(at: field.steps[...]) { node in Self.leave(&node, field, &questions) }
  }

  /// Marks all fields as left, as after a script has filled them in.
  package mutating func leaveAll() {
    revision += 1
    var asked = questions
    nodes.forEach { field, node in Self.leave(&node, field, &asked) }
    questions = asked
  }

  private static func leave(
    _ node: inout FormNode, _ field: FieldID, _ questions: inout Questions
  ) {
    node.field.blur()
    for index in node.checks.indices where node.checks[index].terms.isAskedOnLeaving {
      questions.ask(&node.checks[index], at: field, index: index, again: false)
    }
  }

  private mutating func changed(_ field: FieldID) { changed([field]) }

  mutating func changed(_ fields: [FieldID]) {
    refusals.removeAll { refusal in
      refusal.fields.contains { refused in fields.contains { refused.isWithin($0) } }
    }
    rejections = []
    changedSinceSent.formUnion(fields)
    isFinishingStep = false
    refusedFirst = nil
    switch submission {
    case .failed, .validating: submission.abandon()
    case .idle, .submitting, .succeeded: break
    }
    judge()
  }

  /// Gives up outstanding questions of fields that go away.
  mutating func forgetQuestions(of nodes: inout [FormNode], under field: FieldID) {
    nodes.forEach { id, node in
      guard id.isWithin(field) else { return }
      for check in node.checks.indices { questions.drop(&node.checks[check]) }
      questions.drop(&node.options)
    }
  }

  // MARK: Starting over

  /// Goes back to the baseline and forgets the user's edits.
  ///
  /// - Parameter kept: Fields of the form that keep their contents and their edits.
  public mutating func reset(keeping kept: [FieldID] = []) {
    let old = self
    var before = nodes
    forgetQuestions(of: &before, under: FieldID(steps: []))
    (value, nodes) = (baseline, baselineNodes)
    nodes.forEach { _, node in
      // A question that was under way when this became the baseline has been given up meanwhile.
      guard node.options?.token != nil else { return }
      node.options?.key = nil
      node.options?.token = nil
    }
    (currentStep, isFinishingStep) = (0, false)
    for place in kept.compactMap(\.steps.first) {
      nodes[place] = old.nodes[place]
      nodes[place].checks = baselineNodes[place].checks
      nodes[place].options?.key = nil
      nodes[place].isStale = true
      scope.copy(place, from: old.value, old.nodes[place], to: &value)
    }
    startOver()
  }

  /// Makes the present contents the baseline, as after saving, and forgets the user's edits; the
  /// form can be submitted again.
  public mutating func rebaseline() {
    for place in nodes.indices { nodes[place].rebaseline() }
    (baseline, baselineNodes) = (value, nodes)
    startOver()
  }

  private mutating func startOver() {
    submission = .idle
    isSubmitted = false
    (refusals, rejections) = ([], [])
    (removedRow, refusedFirst) = (nil, nil)
    judge()
  }
}
