import Expressions

extension StreamForm {
  /// The place of an operator in a form.
  public struct OperatorPlace: Hashable, Sendable {
    /// The value of a source that it is applied to; nil in a chain.
    public var item: Int?
    /// Its place among the operators there.
    public var index: Int

    /// Makes a place.
    public init(item: Int? = nil, index: Int) { (self.item, self.index) = (item, index) }
  }

  /// One part of a form that can be edited.
  public enum Field: Hashable, Sendable {
    /// The document's name.
    case name
    /// The document's purpose.
    case description
    /// The stream that values come from, by its place.
    case input(Int)
    /// The way in which a union or join puts streams together; the type of an input's values.
    case combination
    /// The computation of a join.
    case expression
    /// A value of a source.
    case value(Int)
    /// The kind of an operator.
    case kind(OperatorPlace)
    /// A parameter of an operator, by its label.
    case parameter(OperatorPlace, String)
  }

  /// The content of a field.
  public enum Content: Hashable, Sendable {
    /// Typed text.
    case text(String)
    /// One of a few words, each with its label.
    case choice(String, among: [Option])
  }

  /// A word that can be chosen.
  public struct Option: Hashable, Sendable {
    /// The word that is stored.
    public var value: String
    /// The label that is shown.
    public var label: String
  }

  // MARK: The fields

  /// All fields, in reading order.
  public var fields: [Field] {
    func fields(of operators: [OperatorForm], item: Int?) -> [Field] {
      operators.enumerated().flatMap { index, form -> [Field] in
        let place = OperatorPlace(item: item, index: index)
        return [.kind(place)] + form.kind.parameterNames.map { .parameter(place, $0) }
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
              .parameter(OperatorPlace(item: item, index: $0), "seconds")
            }
        }
    case .chain: return head + inputs + fields(of: operators, item: nil)
    case .union: return head + [.combination] + inputs
    case .join: return head + [.combination] + inputs + [.expression]
    }
  }

  /// Returns the label of a field.
  public func title(of field: Field) -> String {
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
    case .kind(let place): "Operator \(place.index + 1)"
    case .parameter(let place, let name):
      kind == .input ? "After, seconds" : self[place]?.title(of: name) ?? name
    }
  }

  /// Returns the name of a field together with the value and the operator that it belongs to.
  public func path(of field: Field) -> String {
    guard let place = place(of: field) else { return title(of: field) }
    if kind == .input, let item = place.item {
      return "\(title(of: .value(item))), \(title(of: field))"
    }
    var parts = [Field.kind(place), field]
    if let item = place.item { parts.insert(.value(item), at: 0) }
    if parts[parts.count - 2] == field { parts.removeLast() }
    return parts.map(title(of:)).joined(separator: ", ")
  }

  /// Returns the indentation of a field: 0 for those of the document, 1 and 2 for parts of another.
  public func level(of field: Field) -> Int {
    switch field {
    case .name, .description, .input, .combination, .expression, .value: 0
    case .kind(let place): place.item == nil ? 0 : 1
    case .parameter(let place, _): place.item == nil || kind == .input ? 1 : 2
    }
  }

  /// Returns the content of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - streams: The documents that can be chosen, in their order.
  public func content(of field: Field, streams: [Option] = []) -> Content {
    switch field {
    case .name, .description, .expression, .value: return .text(self[field])
    case .input: return .choice(self[field], among: choices(streams, self[field]))
    case .combination:
      return .choice(combination, among: combinations.map { Option(value: $0, label: $0) })
    case .kind:
      return .choice(
        self[field],
        among: Operator.Kind.allCases.map { Option(value: $0.rawValue, label: $0.rawValue) })
    case .parameter(_, "stream"):
      return .choice(self[field], among: choices(streams, self[field]))
    case .parameter(let place, let name):
      let choices = self[place]?.kind.parameter(name)?.choices ?? []
      guard !choices.isEmpty else { return .text(self[field]) }
      return .choice(
        self[field], among: choices.map { Option(value: $0.word, label: $0.label) })
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
  public subscript(field: Field) -> String {
    get {
      switch field {
      case .name: name ?? ""
      case .description: description ?? ""
      case .input(let index): inputs.indices.contains(index) ? inputs[index] : ""
      case .combination: combination
      case .expression: expression
      case .value(let index): items.indices.contains(index) ? items[index].text : ""
      case .kind(let place): self[place]?.kind.rawValue ?? ""
      case .parameter(let place, let name): self[place]?[name] ?? ""
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
      case .kind(let place):
        if let kind = Operator.Kind(rawValue: newValue) { self[place]?.kind = kind }
      case .parameter(let place, let name): self[place]?[name] = newValue
      }
    }
  }

  /// The operator at a place; nil if there is none any more.
  public internal(set) subscript(place: OperatorPlace) -> OperatorForm? {
    get {
      let list = list(at: place.item)
      return list.indices.contains(place.index) ? list[place.index] : nil
    }
    set {
      guard let newValue, list(at: place.item).indices.contains(place.index) else { return }
      change(at: place.item) { $0[place.index] = newValue }
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
  public func problem(of field: Field) -> StreamDocumentError? {
    switch field {
    case .name, .description, .combination, .kind: nil
    case .input: self[field].isEmpty ? StreamDocumentError("choose a stream") : nil
    case .expression: joinProblem
    case .value(let index): valueProblem(of: index)
    case .parameter(let place, let name): self[place]?.problem(of: name)
    }
  }

  /// The first field with an error, and the error.
  public var firstProblem: (field: Field, problem: StreamDocumentError)? {
    for field in fields {
      if let problem = problem(of: field) { return (field, problem) }
    }
    return nil
  }
}
