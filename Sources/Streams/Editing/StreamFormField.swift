import Expressions

extension StreamForm {
  /// The position of an operator in a form.
  package struct OperatorPosition: Hashable, Sendable {
    /// The index of its item; 0 in a chain.
    package var item: Int
    /// Its index among the item's operators.
    package var index: Int

    /// Makes a position.
    package init(item: Int, index: Int) { (self.item, self.index) = (item, index) }
  }

  /// An editable part of a form.
  package enum Field: Hashable, Sendable {
    /// The document's name.
    case name
    /// The document's purpose.
    case description
    /// How a union or join combines its streams; the type of an input's values.
    case combination
    /// The expression of a join.
    case expression
    /// The key of a join's values.
    case key
    /// The number of keys that a join keeps.
    case keep
    /// A value or a source stream, by its index.
    case item(Int)
    /// The key of the values of a join's stream, by its index.
    case itemKey(Int)
    /// The kind of an operator.
    case kind(OperatorPosition)
    /// A parameter of an operator, by its label.
    case parameter(OperatorPosition, String)
  }

  /// A word that can be chosen.
  package typealias Option = ParameterOption

  // MARK: The fields

  /// All fields, in reading order.
  package var fields: [Field] {
    var fields: [Field] = [.name, .description]
    if !combinations.isEmpty { fields.append(.combination) }
    for (index, item) in items.enumerated() {
      fields.append(.item(index))
      if takesKeys { fields.append(.itemKey(index)) }
      fields += item.operators.indices.flatMap { self.fields(of: .init(item: index, index: $0)) }
    }
    if kind == .join { fields.append(.expression) }
    return takesKeys ? fields + [.key, .keep] : fields
  }

  private func fields(of position: OperatorPosition) -> [Field] {
    // Test data can only be delayed.
    if kind == .input { return [.parameter(position, "seconds")] }
    let names = self[position]?.kind.parameterNames ?? []
    return [.kind(position)] + names.map { .parameter(position, $0) }
  }

  /// Returns the label of a field.
  package func title(of field: Field) -> String {
    switch field {
    case .name: "Name"
    case .description: "Description"
    case .item(let index):
      switch kind {
      case .source: "Value \(index + 1)"
      case .input: "Test value \(index + 1)"
      case .chain: "Source"
      case .union: "Stream \(index + 1)"
      case .join: "Stream \(StreamExpression.Use.join(of: items.count).names[index])"
      }
    case .combination: kind == .join ? "Join by" : kind == .input ? "Values" : "Unite by"
    case .expression: "Send (optional)"
    case .key: "Key (optional)"
    case .itemKey: "Its own key (optional)"
    case .keep: "Keep keys (optional)"
    case .kind(let position): "Operator \(position.index + 1)"
    case .parameter(let position, let name):
      kind == .input ? "After, seconds" : self[position]?.title(of: name) ?? name
    }
  }

  /// Returns the name of a field with its value and its operator.
  package func path(of field: Field) -> String {
    if case .itemKey(let index) = field { return "\(title(of: .item(index))), \(title(of: field))" }
    guard let position = position(of: field) else { return title(of: field) }
    var parts: [Field] = kind == .chain ? [] : [.item(position.item)]
    if kind != .input, field != .kind(position) { parts.append(.kind(position)) }
    return (parts + [field]).map(title(of:)).joined(separator: ", ")
  }

  /// Returns the indentation of a field: 0 for the document's own, 1 and 2 for nested parts.
  package func level(of field: Field) -> Int {
    switch field {
    case .name, .description, .combination, .expression, .key, .keep, .item: 0
    case .itemKey: 1
    case .kind: kind == .chain ? 0 : 1
    case .parameter: kind == .source ? 2 : 1
    }
  }

  /// Returns the words to choose from in a field; nil for a field that is typed.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - streams: The documents that can be chosen, in their order.
  package func options(of field: Field, streams: [Option] = []) -> [Option]? {
    func options(_ words: [String]) -> [Option] { words.map { Option(value: $0, label: $0) } }
    switch field {
    case .name, .description, .expression, .key, .itemKey, .keep: return nil
    case .item where ownsValues: return nil
    case .item, .parameter(_, "stream"): return choices(streams, self[field])
    case .combination: return options(combinations)
    case .kind: return options(Operator.Kind.allCases.map(\.rawValue))
    case .parameter(let position, let name):
      let choices = self[position]?.kind.parameter(name)?.choices ?? []
      return choices.isEmpty ? nil : choices
    }
  }

  /// Returns the available streams, and the chosen one even if it does not exist.
  private func choices(_ streams: [Option], _ chosen: String) -> [Option] {
    let others = streams.filter { $0.value != id }
    if others.contains(where: { $0.value == chosen }) { return others }
    let label = chosen.isEmpty ? "none" : "\(chosen), which is not there"
    return [Option(value: chosen, label: label)] + others
  }

  /// The text of a field; setting it changes the form.
  package subscript(field: Field) -> String {
    get {
      switch field {
      case .name: name ?? ""
      case .description: description ?? ""
      case .combination: combination
      case .expression: expression
      case .key: key
      case .keep: keep
      case .itemKey(let index): items.indices.contains(index) ? items[index].key : ""
      case .item(let index): items.indices.contains(index) ? items[index].text : ""
      case .kind(let position): self[position]?.kind.rawValue ?? ""
      case .parameter(let position, let name): self[position]?[name] ?? ""
      }
    }
    set {
      switch field {
      case .name: name = newValue.isEmpty ? nil : newValue
      case .description: description = newValue.isEmpty ? nil : newValue
      case .combination: combination = newValue
      case .expression: expression = newValue
      case .key: key = newValue
      case .keep: keep = newValue
      case .itemKey(let index): if items.indices.contains(index) { items[index].key = newValue }
      case .item(let index): if items.indices.contains(index) { items[index].text = newValue }
      case .kind(let position):
        if let kind = Operator.Kind(rawValue: newValue) { self[position]?.kind = kind }
      case .parameter(let position, let name): self[position]?[name] = newValue
      }
    }
  }

  /// The operator at a position; nil if there is none.
  package internal(set) subscript(position: OperatorPosition) -> OperatorForm? {
    get {
      guard items.indices.contains(position.item) else { return nil }
      let operators = items[position.item].operators
      return operators.indices.contains(position.index) ? operators[position.index] : nil
    }
    set {
      guard let newValue, self[position] != nil else { return }
      items[position.item].operators[position.index] = newValue
    }
  }

  // MARK: Errors

  /// Returns the error of a field; nil if there is none.
  package func problem(of field: Field) -> StreamDocumentError? {
    switch field {
    case .name, .description, .combination, .kind: nil
    case .expression: joinProblem
    case .key: keyProblem
    case .keep: keepProblem
    case .itemKey(let index): problem(ofItemKey: index)
    case .item(let index): problem(ofItem: index)
    case .parameter(let position, let name): self[position]?.problem(of: name)
    }
  }

  /// The first field with an error, and the error.
  package var firstProblem: (field: Field, problem: StreamDocumentError)? {
    for field in fields { if let problem = problem(of: field) { return (field, problem) } }
    return nil
  }
}
