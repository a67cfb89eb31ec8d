/// The state of a field, or of a list with its rows.
package struct FormNode: Sendable {
  /// True if the field's condition holds.
  var isShown = true
  /// The input, and what the user has done to the field.
  package var field: FieldState<FieldContents>
  /// The reason why the input cannot be read.
  var problem: ValidationIssue?
  /// Its standing with its own rules.
  var own = RuleStandings(entries: [])
  /// Its standing with those of its rules that read other fields.
  var whole: [RuleStandings.Entry] = []
  /// The standing of what has been chosen with the options that there are; nil until it is known.
  var optionStanding: RuleStanding?
  /// Its standing with rules for all rows of its list, as far as it is the field to be put right.
  var placed: [RuleStandings.Entry] = []
  /// Its standing with all of them.
  package var standings = RuleStandings(entries: [])
  package var checks: [CheckState] = []
  /// The options of a choice; nil for a field of another kind.
  var options: OptionState?
  /// True if it has been submitted since it was last reset.
  var wasSubmitted = false
  /// True if it has been changed since its rules were last evaluated.
  var isStale = true
  /// The rows of a list.
  var rows: [FormRow] = []

  init(_ contents: FieldContents, options: OptionState? = nil) {
    field = FieldState(contents)
    self.options = options
  }

  /// True if something in it differs from the baseline.
  var isDirty: Bool {
    field.isDirty || rows.contains { row in row.nodes.contains { $0.isShown && $0.isDirty } }
  }

  /// Brings together its standings with all its rules.
  mutating func unite() {
    var entries = own.entries
    if let issue = optionStanding?.issue {
      entries.append(
        RuleStandings.Entry(
          item: ChecklistItem(requirement: issue, standing: .failed(issue)), isListed: false))
    }
    standings = RuleStandings(entries: entries + placed + whole)
  }

  /// True if the input can be read.
  var isReadable: Bool { isShown && problem == nil }

  mutating func rebaseline() {
    field.rebaseline()
    wasSubmitted = false
    isStale = true
    for row in rows.indices {
      rows[row].isStale = true
      for node in rows[row].nodes.indices { rows[row].nodes[node].rebaseline() }
    }
  }
}

/// A row of a list.
struct FormRow: Sendable {
  /// Its number, which it keeps as long as the form exists.
  let id: Int
  var nodes: [FormNode]
  /// True if something in it has been changed since its rules were last evaluated.
  var isStale = true
}

extension [FormNode] {
  /// Lets a function change the node of a field; nil if it no longer exists.
  mutating func update<Result>(
    at steps: ArraySlice<Int>, _ body: (inout FormNode) -> Result
  ) -> Result? {
    guard let place = steps.first, indices.contains(place) else { return nil }
    guard steps.count > 1 else { return body(&self[place]) }
    let rest = steps.dropFirst()
    guard let row = self[place].rows.firstIndex(where: { $0.id == rest.first }) else { return nil }
    return self[place].rows[row].nodes.update(at: rest.dropFirst(), body)
  }

  /// Has a field judged anew, and therefore the rows that contain it.
  mutating func markStale(at steps: ArraySlice<Int>) {
    guard let place = steps.first, indices.contains(place) else { return }
    self[place].isStale = true
    let rest = steps.dropFirst()
    guard let row = self[place].rows.firstIndex(where: { $0.id == rest.first }) else { return }
    self[place].rows[row].isStale = true
    self[place].rows[row].nodes.markStale(at: rest.dropFirst())
  }

  /// Returns the node of a field; nil if it no longer exists.
  func node(at steps: ArraySlice<Int>) -> FormNode? {
    guard let place = steps.first, indices.contains(place) else { return nil }
    guard steps.count > 1 else { return self[place] }
    let rest = steps.dropFirst()
    return self[place].rows.first { $0.id == rest.first }?.nodes.node(at: rest.dropFirst())
  }

  /// Calls a function with each field that is shown, in display order, until it returns false.
  @discardableResult
  func walk(
    at prefix: FieldID = FieldID(steps: []), _ body: (FieldID, FormNode) -> Bool
  ) -> Bool {
    for (place, node) in enumerated() where node.isShown {
      let id = prefix.appending(place)
      guard body(id, node) else { return false }
      for row in node.rows {
        guard row.nodes.walk(at: id.appending(row.id), body) else { return false }
      }
    }
    return true
  }

  /// Returns true if a field that is shown meets a condition. No ids are made and no node is copied,
  /// as a key asks this of all fields.
  func containsShown(where condition: (FormNode) -> Bool) -> Bool {
    for place in indices where self[place].isShown {
      if condition(self[place]) { return true }
      for row in self[place].rows.indices
      where self[place].rows[row].nodes.containsShown(where: condition) { return true }
    }
    return false
  }

  /// Calls a function with the field at a place and those of its rows, if they are shown.
  func walk(from place: Int, _ body: (FieldID, FormNode) -> Bool) -> Bool {
    let node = self[place]
    guard node.isShown else { return true }
    let id = FieldID.form.appending(place)
    guard body(id, node) else { return false }
    return node.rows.allSatisfy { $0.nodes.walk(at: id.appending($0.id), body) }
  }

  /// Lets a function change each field at some places of the form, shown or not.
  mutating func forEach(in places: Range<Int>, _ body: (FieldID, inout FormNode) -> Void) {
    for place in places { change(place, at: .form, body) }
  }

  private mutating func change(
    _ place: Int, at prefix: FieldID, _ body: (FieldID, inout FormNode) -> Void
  ) {
    let id = prefix.appending(place)
    body(id, &self[place])
    for row in self[place].rows.indices {
      let rowID = id.appending(self[place].rows[row].id)
      self[place].rows[row].nodes.forEach(at: rowID, body)
    }
  }

  /// Lets a function change each field, shown or not.
  mutating func forEach(
    at prefix: FieldID = FieldID(steps: []), _ body: (FieldID, inout FormNode) -> Void
  ) {
    for place in indices { change(place, at: prefix, body) }
  }
}
