import Expressions

extension StreamForm {
  /// The position of an operator in a form.
  package struct OperatorPosition: Hashable, Sendable {
    /// The value of a source that it is applied to; nil in a chain.
    package var item: Int?
    /// Its index among the operators there.
    package var index: Int

    /// Makes a position.
    package init(item: Int? = nil, index: Int) { (self.item, self.index) = (item, index) }
  }

  /// One part of a form that can be edited.
  package enum Field: Hashable, Sendable {
    /// The document's name.
    case name
    /// The document's purpose.
    case description
    /// The stream that values come from, by its index.
    case input(Int)
    /// The way in which a union or join puts streams together; the type of an input's values.
    case combination
    /// The computation of a join.
    case expression
    /// A value of a source.
    case value(Int)
    /// The kind of an operator.
    case kind(OperatorPosition)
    /// A parameter of an operator, by its label.
    case parameter(OperatorPosition, String)
  }

  /// A word that can be chosen.
  package struct Option: Hashable, Sendable {
    /// The word that is stored.
    package var value: String
    /// The label that is shown.
    package var label: String
  }

  // MARK: The fields

  /// All fields, in reading order.
  package var fields: [Field] {
    func fields(of operators: [OperatorForm], item: Int?) -> [Field] {
      operators.enumerated().flatMap { index, form -> [Field] in
        let position = OperatorPosition(item: item, index: index)
        return [.kind(position)] + form.kind.parameterNames.map { .parameter(position, $0) }
      }
    }
    let head: [Field] = [.name, .description]
    let inputs = inputs.indices.map { Field.input($0) }
    switch kind {
    case .source:
      return head
        + items.enumerated().flatMap { index, item in
          [.value(index)] + fields(of: item.operators, item: index)
        }
    // Test data are only delayed.
    case .input:
      return head + [.combination]
        + items.indices.flatMap { item -> [Field] in
          [.value(item)]
            + items[item].operators.indices.map {
              .parameter(OperatorPosition(item: item, index: $0), "seconds")
            }
        }
    case .chain: return head + inputs + fields(of: operators, item: nil)
    case .union: return head + [.combination] + inputs
    case .join: return head + [.combination] + inputs + [.expression]
    }
  }

  /// Returns the label of a field.
  package func title(of field: Field) -> String {
    switch field {
    case .name: "Name"
    case .description: "Description"
    case .input(let index):
      switch kind {
      case .join: "Stream \(StreamExpression.Use.join(of: inputs.count).names[index])"
      case .union: "Stream \(index + 1)"
      case .source, .input, .chain: "Source"
      }
    case .combination: kind == .join ? "Join by" : kind == .input ? "Values" : "Unite by"
    case .expression: "Send (or empty)"
    case .value(let index): kind == .input ? "Test value \(index + 1)" : "Value \(index + 1)"
    case .kind(let position): "Operator \(position.index + 1)"
    case .parameter(let position, let name):
      kind == .input ? "After, seconds" : self[position]?.title(of: name) ?? name
    }
  }

  /// Returns the name of a field together with the value and the operator that it belongs to.
  package func path(of field: Field) -> String {
    guard let position = position(of: field) else { return title(of: field) }
    if kind == .input, let item = position.item {
      return "\(title(of: .value(item))), \(title(of: field))"
    }
    var parts = [Field.kind(position), field]
    if let item = position.item { parts.insert(.value(item), at: 0) }
    if parts[parts.count - 2] == field { parts.removeLast() }
    return parts.map(title(of:)).joined(separator: ", ")
  }

  /// Returns the indentation of a field: 0 for those of the document, 1 and 2 for parts of another.
  package func level(of field: Field) -> Int {
    switch field {
    case .name, .description, .input, .combination, .expression, .value: 0
    case .kind(let position): position.item == nil ? 0 : 1
    case .parameter(let position, _): position.item == nil || kind == .input ? 1 : 2
    }
  }

  /// Returns the words that can be chosen in a field; nil for one that is typed.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - streams: The documents that can be chosen, in their order.
  package func options(of field: Field, streams: [Option] = []) -> [Option]? {
    func options(_ words: [String]) -> [Option] { words.map { Option(value: $0, label: $0) } }
    switch field {
    case .name, .description, .expression, .value: return nil
    case .input, .parameter(_, "stream"): return choices(streams, self[field])
    case .combination: return options(combinations)
    case .kind: return options(Operator.Kind.allCases.map(\.rawValue))
    case .parameter(let position, let name):
      let choices = self[position]?.kind.parameter(name)?.choices ?? []
      return choices.isEmpty ? nil : choices.map { Option(value: $0.word, label: $0.label) }
    }
  }

  /// Returns the streams that can be chosen, and the chosen one even if it does not exist.
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
      case .input(let index): inputs.indices.contains(index) ? inputs[index] : ""
      case .combination: combination
      case .expression: expression
      case .value(let index): items.indices.contains(index) ? items[index].text : ""
      case .kind(let position): self[position]?.kind.rawValue ?? ""
      case .parameter(let position, let name): self[position]?[name] ?? ""
      }
    }
    set {
      switch field {
      case .name: name = newValue.isEmpty ? nil : newValue
      case .description: description = newValue.isEmpty ? nil : newValue
      case .input(let index): if inputs.indices.contains(index) { inputs[index] = newValue }
      case .combination: combination = newValue
      case .expression: expression = newValue
      case .value(let index): if items.indices.contains(index) { items[index].text = newValue }
      case .kind(let position):
        if let kind = Operator.Kind(rawValue: newValue) { self[position]?.kind = kind }
      case .parameter(let position, let name): self[position]?[name] = newValue
      }
    }
  }

  /// The operator at a position; nil if there is none any more.
  package internal(set) subscript(position: OperatorPosition) -> OperatorForm? {
    get {
      let list = list(at: position.item)
      return list.indices.contains(position.index) ? list[position.index] : nil
    }
    set {
      guard let newValue, list(at: position.item).indices.contains(position.index) else { return }
      change(at: position.item) { $0[position.index] = newValue }
    }
  }

  func list(at item: Int?) -> [OperatorForm] {
    guard let item else { return operators }
    return items.indices.contains(item) ? items[item].operators : []
  }

  mutating func change(at item: Int?, _ body: (inout [OperatorForm]) -> Void) {
    if let item { body(&items[item].operators) } else { body(&operators) }
  }

  // MARK: Errors

  /// Returns the error of a field; nil if there is none.
  package func problem(of field: Field) -> StreamDocumentError? {
    switch field {
    case .name, .description, .combination, .kind: nil
    case .input: self[field].isEmpty ? StreamDocumentError("choose a stream") : nil
    case .expression: joinProblem
    case .value(let index): valueProblem(of: index)
    case .parameter(let position, let name): self[position]?.problem(of: name)
    }
  }

  /// The first field with an error, and the error.
  package var firstProblem: (field: Field, problem: StreamDocumentError)? {
    for field in fields {
      if let problem = problem(of: field) { return (field, problem) }
    }
    return nil
  }
}
