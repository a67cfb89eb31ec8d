// The user's changes of a form.

extension FormState {
  /// Enters an input into a field, as typed.
  ///
  /// The server's refusal of the field is forgotten. A submission that waits for answers is
  /// cancelled; one that has been sent continues with its output.
  package mutating func enter(_ input: FieldInput, at field: FieldID) {
    guard let node = nodes.node(at: field.steps[...]),
      let contents = node.info.control.contents(of: input, node.options?.table ?? .empty)
    else { return }
    put(contents, at: field)
  }

  /// Puts contents into a field that can have them.
  package mutating func put(_ contents: FieldContents, at field: FieldID) {
    guard scope.enter(contents, at: field.steps[...], &nodes, &value) else { return }
    changed([field])
  }

  /// Puts a property of a value into the field that fills it in.
  mutating func enter(_ path: PartialKeyPath<Value>, of value: Value) {
    guard let index = scope.index(of: path) else {
      preconditionFailure("no field of the form fills in \(path)")
    }
    let field = FieldID(steps: [index])
    switch scope.fields[index].field.content {
    case .leaf(let leaf): put(leaf.read(value), at: field)
    case .list(let list):
      var before = nodes
      forgetQuestions(of: &before, under: field)
      list.copy(from: value, to: &self.value)
      nodes[index].rows = list.rows(of: value, &rowIDs)
      nodes[index].field.edit(.rows(nodes[index].rows.map(\.id)))
      nodes[index].isStale = true
      forgetRemovedRow(of: [field])
      changed([field])
    }
  }

  /// Adds a row to a list, at an index counted from 0 or at the end; nil if the list is full.
  @discardableResult
  package mutating func addRow(to list: FieldID, at index: Int? = nil) -> FieldID? {
    change(.add(at: index), of: list)
  }

  /// Removes a row, unless the list would have too few.
  package mutating func removeRow(_ row: FieldID) {
    guard let list = row.parent, let number = row.steps.last else { return }
    change(.remove(row: number), of: list)
  }

  /// Moves a row to an index counted from 0.
  package mutating func moveRow(_ row: FieldID, to index: Int) {
    guard let list = row.parent, let number = row.steps.last else { return }
    change(.move(row: number, to: index), of: list)
  }

  @discardableResult mutating func change(_ change: RowChange, of list: FieldID) -> FieldID? {
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
    changed([list])
    return row
  }

  /// Reports that the focus has left a field, whose issues may be shown from now on.
  package mutating func leave(_ field: FieldID) {
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

  private static func leave(_ node: inout FormNode, _ field: FieldID, _ questions: inout Questions)
  {
    node.field.blur()
    questions.ask(&node, at: field, again: false) { $0.isAskedOnLeaving }
  }

  /// Judges the form after a change.
  ///
  /// - Parameter isGiven: True if fields were filled in from outside, and not by the user.
  mutating func changed(_ fields: [FieldID], isGiven: Bool = false) {
    mark(isGiven: isGiven)
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
      questions.dropAll(of: &node)
    }
  }

  // MARK: Starting over

  /// Resets the form to the baseline and forgets the user's edits.
  ///
  /// - Parameter kept: Fields of the form that keep their contents and their edits.
  package mutating func reset(keeping kept: [FieldID] = []) {
    let old = self
    var before = nodes
    forgetQuestions(of: &before, under: .form)
    (value, nodes) = (baseline, baselineNodes)
    nodes.forEach { _, node in
      // A question that was running when this became the baseline has since been cancelled.
      guard node.options?.token != nil else { return }
      node.options?.key = nil
      node.options?.token = nil
    }
    isFinishingStep = false
    for index in kept.compactMap(\.steps.first) {
      nodes[index] = old.nodes[index]
      nodes[index].checks = baselineNodes[index].checks
      nodes[index].options?.key = nil
      nodes[index].isStale = true
      scope.copy(index, from: old.value, old.nodes[index], to: &value)
    }
    startOver()
    currentStep = firstStep
  }

  /// Makes the current contents the baseline, as after saving, and forgets the user's edits; the
  /// form can be submitted again.
  package mutating func rebaseline() {
    for index in nodes.indices { nodes[index].rebaseline() }
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
