// A form filled in from outside: from a file of answers, a command line, a draft.

extension FormState {
  /// Fills in fields by name, as the user would; other fields stay unchanged.
  ///
  /// The rows of a list are replaced. Data for hidden fields are kept for when these are shown. A
  /// number, a day and the like can also be given as the text that the user would type. A choice
  /// that is not offered is an issue until the user changes something; it is not taken back.
  ///
  /// - Returns: The data that could not be taken, in the order given.
  @discardableResult package mutating func fill(_ members: [FormDatum.Member]) -> [FillProblem] {
    var before = nodes
    let outcome = scope.fill(members, &nodes, &value, &rowIDs, at: "")
    let filled = outcome.filled.map { FieldID.form.appending($0) }
    for (index, field) in zip(outcome.filled, filled)
    where !nodes[index].rows.isEmpty || !before[index].rows.isEmpty {
      forgetQuestions(of: &before, under: field)
    }
    forgetRemovedRow(of: filled)
    changed(filled, isGiven: true)
    return outcome.problems
  }

  /// Fills in one field from text, read as a user would type it in answer to a question.
  ///
  /// A switch accepts yes and no, true and false, on and off; a choice accepts an option's name, or
  /// its label in any case; a multiple choice accepts several of these separated by commas. Rows
  /// named here that do not exist yet are added.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - path: The field, such as `guests[1].name`.
  ///   - label: Returns the label of one of the field's options, by its name.
  /// - Returns: The reason for refusing the text; nil if it was accepted.
  @discardableResult package mutating func fill(
    text: String, at path: String, label: @escaping (String, FieldOption) -> String = { $1.label }
  ) -> FillProblem? {
    guard let steps = PathStep.steps(of: path) else {
      return FillProblem(path: path, issue: ValidationIssue(.unknownField))
    }
    let issue = fill(TypedAnswer(text: text, label: label), at: steps)
    changed(nodes.id(of: steps.prefix(1)).map { [$0] } ?? [], isGiven: true)
    return issue.map { FillProblem(path: path, issue: $0) }
  }

  /// Fills in one field from text; returns the reason for refusing it.
  private mutating func fill(_ answer: TypedAnswer, at path: [PathStep]) -> ValidationIssue? {
    var (rest, id, level) = (path[...], FieldID.form, nodes)
    while case .name(let name)? = rest.popFirst(),
      let index = level.firstIndex(where: { $0.info.name == name })
    {
      id = id.appending(index)
      guard case .list(let limits) = level[index].info.control else {
        guard rest.isEmpty else { break }
        switch level[index].contents(of: answer) {
        case .success(let contents):
          _ = scope.enter(contents, at: id.steps[...], &nodes, &value)
          _ = nodes.update(at: id.steps[...]) { $0.isGiven = true }
          return nil
        case .failure(let issue): return issue
        }
      }
      if rest.isEmpty { return .wrongKind(.aList) }
      guard case .index(let row)? = rest.popFirst(), row >= 0 else { break }
      guard row < max(limits.upperBound, level[index].rows.count) else {
        return ValidationIssue(.tooMany, ["maximum": .integer(limits.upperBound)])
      }
      // A misspelled field adds no row.
      guard case .name(let name)? = rest.first,
        level[index].info.rows.contains(where: { $0.name == name })
      else { break }
      for _ in level[index].rows.count..<max(row + 1, level[index].rows.count) {
        _ = scope.change(.add(at: nil), at: id.steps[...], &nodes, &value, &rowIDs)
      }
      guard let filled = nodes.node(at: id.steps[...])?.rows[row] else { break }
      (id, level) = (id.appending(filled.id), filled.nodes)
    }
    return ValidationIssue(.unknownField)
  }

  /// The contents of the fields that differ from the baseline, as typed and without secrets; empty
  /// while nothing differs.
  public var draft: [FormDatum.Member] { nodes.draft(in: scope.declared, differing: true) }
}
