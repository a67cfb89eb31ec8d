/// A field as it stands, or a list with its rows.
package struct FormNode: Sendable {
  /// Whether its condition holds.
  var isShown = true
  /// What was typed, and what the user has done.
  package var field: FieldState<FieldInput>
  /// Why what was typed cannot be read.
  var problem: ValidationIssue?
  /// How it stands to its own rules.
  var own = RuleStandings(entries: [])
  /// How it stands to those of its rules that read other fields.
  var whole: [RuleStandings.Entry] = []
  /// How it stands to all of them.
  package var standings = RuleStandings(entries: [])
  package var checks: [CheckState] = []
  /// Which of a choice's options there are; nil for all.
  var offered: [Int]?
  /// Whether it has been submitted since it was last reset.
  var wasSubmitted = false
  /// Whether it has been changed since its rules were last evaluated.
  var isStale = true
  /// The rows of a list.
  var rows: [FormRow] = []

  init(_ input: FieldInput) { field = FieldState(input) }

  /// Whether something in it differs from the baseline.
  var isDirty: Bool {
    field.isDirty || rows.contains { row in row.nodes.contains { $0.isShown && $0.isDirty } }
  }

  /// What was put into a choice as it is shown, by its place among all options; nil where there is
  /// no such option.
  func input(asShown input: FieldInput) -> FieldInput? {
    guard let offered, case .choice(let index?) = input else { return input }
    return offered.indices.contains(index) ? .choice(offered[index]) : nil
  }

  /// What is in it as it is shown: a choice by its place among the options there are.
  var shownInput: FieldInput {
    guard let offered, case .choice(let index?) = field.value else { return field.value }
    return .choice(offered.firstIndex(of: index))
  }

  /// Whether what is there can be read.
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
  /// Its number, which is its own as long as the form is there.
  let id: Int
  var nodes: [FormNode]
  /// Whether something in it has been changed since its rules were last evaluated.
  var isStale = true
}

extension [FormNode] {
  /// Lets a function change the node of a field; nil where there is none any more.
  mutating func update<Result>(
    at steps: ArraySlice<Int>, _ body: (inout FormNode) -> Result
  ) -> Result? {
    guard let place = steps.first, indices.contains(place) else { return nil }
    guard steps.count > 1 else { return body(&self[place]) }
    let rest = steps.dropFirst()
    guard let row = self[place].rows.firstIndex(where: { $0.id == rest.first }) else { return nil }
    return self[place].rows[row].nodes.update(at: rest.dropFirst(), body)
  }

  /// The node of a field; nil where there is none any more.
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

  /// Lets a function change each field, shown or not.
  mutating func forEach(
    at prefix: FieldID = FieldID(steps: []), _ body: (FieldID, inout FormNode) -> Void
  ) {
    for place in indices {
      let id = prefix.appending(place)
      body(id, &self[place])
      for row in self[place].rows.indices {
        let rowID = id.appending(self[place].rows[row].id)
        self[place].rows[row].nodes.forEach(at: rowID, body)
      }
    }
  }
}
