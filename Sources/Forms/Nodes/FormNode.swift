/// The state of a field, or of a list with its rows.
package struct FormNode: Sendable {
  let info: FieldDescription
  /// True if the field's condition is met.
  var isShown = true
  /// True while a condition requires the field.
  var isRequired = false
  /// The texts that depend on the value; nil for none.
  var texts: FieldTexts?
  /// The options chosen that have been offered.
  var offered: [FieldOption] = []
  /// The choice that was removed, until another is made or it is offered again.
  var withdrawn: FieldOption?
  /// True if it was filled in from outside, and the user has changed nothing since: then a choice
  /// that is not offered is an issue, and is not removed.
  var isGiven = false
  /// The input, and what the user has done to the field.
  package var field: FieldState<FieldContents>
  /// The reason why the input cannot be read.
  var problem: ValidationIssue?
  /// Its state under its own rules.
  var own = ValidationStates(entries: [])
  /// Its state under those of its rules that read other fields.
  var whole: [ValidationStates.Entry] = []
  /// The state of the choice under the current options; nil until it is known.
  var choiceState: ValidationState?
  /// Its state under rules for all rows of its list, as far as it is the field to correct.
  var placed: [ValidationStates.Entry] = []
  /// Its state under all of them.
  package var states = ValidationStates(entries: [])
  package var checks: [CheckState] = []
  /// The options of a choice; nil for a field of another kind.
  var options: OptionState?
  /// True if it has been submitted since it was last reset.
  var wasSubmitted = false
  /// True if it has been changed since its rules were last evaluated.
  var isStale = true
  /// The rows of a list.
  var rows: [FormRow] = []

  init(_ info: FieldDescription, _ contents: FieldContents) {
    self.info = info
    field = FieldState(contents)
  }

  /// The texts that replace its own or the form's.
  var allTexts: FieldTexts {
    guard let texts else { return info.texts }
    return FieldTexts(
      label: texts.label, hint: texts.hint ?? info.texts.hint,
      sentence: texts.sentence ?? info.texts.sentence,
      messages: info.texts.messages.merging(texts.messages) { _, new in new })
  }

  /// True if something in it differs from the baseline.
  var isDirty: Bool {
    field.isDirty || rows.contains { row in row.nodes.contains { $0.isShown && $0.isDirty } }
  }

  /// Brings together its states under all its rules.
  mutating func unite() {
    var entries = own.entries
    if let issue = choiceState?.issue {
      entries.append(
        ValidationStates.Entry(
          item: ChecklistItem(requirement: issue, state: .failed(issue)), isListed: false))
    }
    entries += placed + whole
    let messages = allTexts.messages
    if !messages.isEmpty { entries = entries.map { $0.saying(FieldTexts(messages: messages)) } }
    states = ValidationStates(entries: entries)
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

extension FormRow {
  /// The row with its previous input but without its questions, which have been cancelled.
  var restored: FormRow {
    var row = self
    row.isStale = true
    row.nodes.forEach { _, node in
      node.isStale = true
      node.checks = node.checks.map { CheckState(terms: $0.terms) }
      node.options?.key = nil
      node.options?.token = nil
      for index in node.rows.indices { node.rows[index].isStale = true }
    }
    return row
  }
}

/// A row that has been taken out of a list, with all that was in it.
struct RemovedRow: Sendable {
  /// Its index, counted from 0.
  var index: Int
  var row: FormRow
  /// The row's value, of the list's type of rows.
  var content: any Sendable
}

extension [FormNode] {
  /// Lets a function change the node of a field; returns nil if it no longer exists.
  ///
  /// - Parameter isJudged: True to evaluate the field again, with the rows that contain it.
  mutating func update<Result>(
    at steps: ArraySlice<Int>, isJudged: Bool = false, _ body: (inout FormNode) -> Result
  ) -> Result? {
    guard let index = steps.first, indices.contains(index) else { return nil }
    if isJudged { self[index].isStale = true }
    guard steps.count > 1 else { return body(&self[index]) }
    let rest = steps.dropFirst()
    guard let row = self[index].rows.firstIndex(where: { $0.id == rest.first }) else { return nil }
    if isJudged { self[index].rows[row].isStale = true }
    return self[index].rows[row].nodes.update(at: rest.dropFirst(), isJudged: isJudged, body)
  }

  /// Returns the node of a field; nil if it no longer exists.
  func node(at steps: ArraySlice<Int>) -> FormNode? {
    guard let index = steps.first, indices.contains(index) else { return nil }
    guard steps.count > 1 else { return self[index] }
    let rest = steps.dropFirst()
    return self[index].rows.first { $0.id == rest.first }?.nodes.node(at: rest.dropFirst())
  }

  /// Calls a function with each field that is shown, in display order, until it returns false.
  @discardableResult
  func walk(
    at prefix: FieldID = .form, _ body: (FieldID, FormNode) -> Bool
  ) -> Bool {
    indices.allSatisfy { walk(from: $0, at: prefix, body) }
  }

  /// Returns true if a field that is shown meets a condition. No ids are made and no node is
  /// copied, as a key asks this of all fields.
  func containsShown(where condition: (FormNode) -> Bool) -> Bool {
    for index in indices where self[index].isShown {
      if condition(self[index]) { return true }
      for row in self[index].rows.indices
      where self[index].rows[row].nodes.containsShown(where: condition) { return true }
    }
    return false
  }

  /// Calls a function with the field at an index and those of its rows, if they are shown.
  func walk(
    from index: Int, at prefix: FieldID = .form, _ body: (FieldID, FormNode) -> Bool
  ) -> Bool {
    let node = self[index]
    guard node.isShown else { return true }
    let id = prefix.appending(index)
    guard body(id, node) else { return false }
    return node.rows.allSatisfy { $0.nodes.walk(at: id.appending($0.id), body) }
  }

  /// Lets a function change each field, or those at some indices, shown or not.
  mutating func forEach(
    in indices: Range<Int>? = nil, at prefix: FieldID = .form,
    _ body: (FieldID, inout FormNode) -> Void
  ) {
    for index in indices ?? self.indices {
      let id = prefix.appending(index)
      body(id, &self[index])
      for row in self[index].rows.indices {
        let rowID = id.appending(self[index].rows[row].id)
        self[index].rows[row].nodes.forEach(at: rowID, body)
      }
    }
  }

  /// Returns the field of a path such as `phones[1].number`.
  func id(of path: ArraySlice<PathStep>, at prefix: FieldID = .form) -> FieldID? {
    guard case .name(let name)? = path.first,
      let index = firstIndex(where: { $0.info.name == name })
    else { return nil }
    let id = prefix.appending(index)
    guard case .index(let row)? = path.dropFirst().first else { return path.count > 1 ? nil : id }
    guard self[index].rows.indices.contains(row) else { return nil }
    guard path.count > 2 else { return id }
    let inside = self[index].rows[row]
    return inside.nodes.id(of: path.dropFirst(2), at: id.appending(inside.id))
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

/// The numbers of rows, each given once.
struct RowIDs: Sendable {
  private var last = 0

  mutating func next() -> Int {
    last += 1
    return last
  }
}
