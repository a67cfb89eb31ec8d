import Expressions
import Formats

/// A document during editing: its typed text, valid or not.
///
///     var form = StreamForm(document)
///     form[.name] = "Odd tens"
///     try form.document()  // the edited document, once everything in it can be read
///
/// It is a value: its text is checked and may be previewed, and nothing is published. An untouched
/// form returns the document that it was made from.
package struct StreamForm: Hashable, Sendable {
  /// A value of a source, a test value of an input, or a stream that others take values from.
  package struct Item: Hashable, Sendable {
    /// The typed value, see `StreamValue.init(editedText:)`, or the stream's id.
    package var text: String
    /// Its operators: those of a value, the delay of a test value, or those of a chain.
    package var operators: [OperatorForm] = []
    /// The key of the values of a join's stream; empty for the join's own.
    var key = ""
  }

  /// The id by which other documents refer to it.
  package internal(set) var id: String
  /// The kind of document.
  package let kind: StreamDocument.Kind
  /// The document that it was made from; nil for a new one.
  var origin: StreamDocument?
  var name: String?
  var description: String?
  /// The values of a source or an input, the source of a chain, or the streams of a union or join.
  package internal(set) var items: [Item] = []
  /// How a union or a join combines its streams; the type of an input's values.
  var combination = ""
  /// The expression of a join.
  var expression = ""
  /// The key of a join's values.
  var key = ""
  /// The number of keys that a join keeps.
  var keep = ""

  /// Makes a form of a document.
  package init(_ document: StreamDocument) {
    (origin, kind) = (document, document.kind)
    (id, name, description) = document.head
    switch document {
    case .source(let stream):
      items = stream.items.map {
        Item(text: $0.value.editedText, operators: $0.operators.map { OperatorForm($0) })
      }
    case .input(let input):
      combination = input.type.rawValue
      items = input.test.map {
        Item(text: $0.value.editedText, operators: [OperatorForm(.delay(seconds: $0.after))])
      }
    case .chain(let chain):
      items = [Item(text: chain.source, operators: chain.operators.map { OperatorForm($0) })]
    case .union(let union):
      (items, combination) = (union.sources.map { Item(text: $0) }, union.kind.rawValue)
    case .join(let join):
      let names = StreamExpression.Use.join(of: join.sources.count).names
      items = zip(join.sources, names).map { Item(text: $0, key: join.keys[$1]?.text ?? "") }
      (combination, expression) = (join.kind.rawValue, join.expression?.text ?? "")
      (key, keep) = (join.key?.text ?? "", join.keep.map { "\($0)" } ?? "")
    }
  }

  /// Makes the form of a new document, with initial contents.
  ///
  /// - Parameters:
  ///   - kind: The kind of document.
  ///   - file: Its file, whose first documents provide its values.
  package init(new kind: StreamDocument.Kind, in file: StreamDocumentFile) {
    self.kind = kind
    id = file.freeID(like: "new-\(kind.rawValue)")
    name = "New \(kind.rawValue)"
    let ids = file.documents.map(\.id)
    switch kind {
    case .source: items = ["1", "2", "3"].map { Item(text: $0, operators: [OperatorForm(.delay)]) }
    case .input: combination = StreamInput.ValueType.number.rawValue
    case .chain: items = [Item(text: ids.first ?? "", operators: [OperatorForm(.map)])]
    case .union, .join:
      let first = ids.first ?? ""
      items = [Item(text: first), Item(text: ids.dropFirst().first ?? first)]
      combination = kind == .union ? "merge" : "zip"
    }
  }

  /// The display name; the id if it has no name.
  package var title: String { name ?? id }

  /// True if its items are values, not streams.
  var ownsValues: Bool { kind == .source || kind == .input }

  /// The names of the operators of a union or join, or of the types of an input.
  var combinations: [String] {
    switch kind {
    case .union: StreamUnion.Kind.allCases.map(\.rawValue)
    case .join: StreamJoin.Kind.allCases.map(\.rawValue)
    case .input: StreamInput.ValueType.allCases.map(\.rawValue)
    case .source, .chain: []
    }
  }

  // MARK: The document

  /// The document.
  ///
  /// - Throws: The error of the first faulty part.
  package func document() throws(StreamDocumentError) -> StreamDocument {
    switch kind {
    case .source:
      var items: [StreamItem<StreamValue>] = []
      for (index, item) in self.items.enumerated() {
        guard let value = StreamValue(editedText: item.text) else {
          throw Self.valueProblem.inside("stream[\(index)].value")
        }
        items.append(StreamItem(value: value, operators: try steps(item.operators)))
      }
      return .source(StreamModel(id: id, name: name, description: description, items: items))
    case .input:
      return .input(
        StreamInput(
          id: id, name: name, description: description, type: inputType, test: try testValues()))
    case .chain:
      try checkInputs()
      return .chain(
        StreamChain(
          id: id, name: name, description: description, source: items[0].text,
          operators: try steps(items[0].operators)))
    case .union:
      try checkInputs()
      return .union(
        StreamUnion(
          id: id, name: name, description: description,
          kind: StreamUnion.Kind(rawValue: combination) ?? .merge, sources: items.map(\.text)))
    case .join:
      try checkInputs()
      if let problem = joinProblem ?? keysProblem { throw problem }
      return .join(join)
    }
  }

  /// The type of an input's values.
  private var inputType: StreamInput.ValueType {
    StreamInput.ValueType(rawValue: combination) ?? .any
  }

  /// The test data of an input.
  private func testValues() throws(StreamDocumentError) -> [StreamTestValue] {
    var values: [StreamTestValue] = []
    for (index, item) in items.enumerated() {
      if let problem = problem(ofItem: index) { throw problem.inside("test[\(index)].value") }
      var after = 0.0
      for case .delay(let seconds) in try steps(item.operators) { after += seconds }
      values.append(StreamTestValue(after: after, value: StreamValue(editedText: item.text)!))
    }
    return values
  }

  /// Returns the error of a value or a stream; nil if there is none.
  func problem(ofItem index: Int) -> StreamDocumentError? {
    guard items.indices.contains(index) else { return nil }
    guard ownsValues else {
      return items[index].text.isEmpty ? StreamDocumentError("choose a stream") : nil
    }
    guard let value = StreamValue(editedText: items[index].text) else { return Self.valueProblem }
    guard kind == .input, !inputType.admits(value) else { return nil }
    return StreamDocumentError("\(inputType.noun) was expected, not \(value.kind)")
  }

  /// The document without its unreadable parts; it keeps the operators before the first faulty one.
  var readablePart: StreamForm {
    func readable(_ operators: [OperatorForm]) -> [OperatorForm] {
      Array(operators.prefix { (try? $0.checkedStep()) != nil })
    }
    var form = self
    if ownsValues {
      form.items = items.indices.filter { problem(ofItem: $0) == nil }.map { items[$0] }
    }
    for index in form.items.indices {
      form.items[index].operators = readable(form.items[index].operators)
    }
    if joinProblem != nil { form.expression = "" }
    if keysProblem != nil {
      (form.key, form.keep) = ("", "")
      for index in form.items.indices { form.items[index].key = "" }
    }
    return form
  }

  /// The error of typed text that is not a value.
  static var valueProblem: StreamDocumentError {
    StreamDocumentError(
      "a number, a word, a text in \"\", a complete list in [] or a complete object in {} was "
        + "expected")
  }

  /// The error of a join's expression.
  var joinProblem: StreamDocumentError? {
    guard kind == .join else { return nil }
    return problem(of: expression, for: .join(of: items.count), at: "expression")
  }

  /// True if it is a join whose values may have keys.
  var takesKeys: Bool { kind == .join && combination == StreamJoin.Kind.combineLatest.rawValue }

  /// The error of a join's key, or of one that is missing.
  var keyProblem: StreamDocumentError? {
    guard takesKeys else { return nil }
    if let problem = problem(of: key, for: .map, at: "key") { return problem }
    guard !items.indices.contains(where: { problem(ofItemKey: $0) != nil }) else { return nil }
    var join = join
    join.keep = nil
    return join.keyProblem
  }

  /// Returns the error of the key of a join's stream; nil if there is none.
  func problem(ofItemKey index: Int) -> StreamDocumentError? {
    guard takesKeys, items.indices.contains(index) else { return nil }
    return problem(of: items[index].key, for: .map, at: "keys")
  }

  /// The error of the number of keys that a join keeps.
  var keepProblem: StreamDocumentError? {
    guard takesKeys, !keep.trimmed.isEmpty else { return nil }
    guard let number = Int(keep.trimmed), number > 0 else {
      return StreamDocumentError("1 or more was expected, not \(keep.trimmed)", keyPath: "keep")
    }
    return join.allKeys.isEmpty ? join.keyProblem : nil
  }

  /// The first error of all keys.
  private var keysProblem: StreamDocumentError? {
    items.indices.lazy.compactMap { problem(ofItemKey: $0) }.first ?? keyProblem ?? keepProblem
  }

  private func problem(
    of text: String, for use: StreamExpression.Use, at key: String
  ) -> StreamDocumentError? {
    guard !text.trimmed.isEmpty else { return nil }
    do throws(StreamExpressionError) {
      try StreamExpression(text).check(for: use)
      return nil
    } catch {
      return StreamDocumentError(error.reason, keyPath: key, expressionColumn: error.column)
    }
  }

  /// The join, whose expressions must have no errors.
  private var join: StreamJoin {
    func expression(_ text: String) -> StreamExpression? {
      text.trimmed.isEmpty ? nil : try? StreamExpression(text)
    }
    var join = StreamJoin(
      id: id, name: name, description: description,
      kind: StreamJoin.Kind(rawValue: combination) ?? .zip, sources: items.map(\.text),
      expression: expression(self.expression))
    // The text of keys is kept while another kind is chosen, like that of operators.
    guard takesKeys else { return join }
    join.key = expression(key)
    for (name, item) in zip(StreamExpression.Use.join(of: items.count).names, items) {
      join.keys[name] = expression(item.key)
    }
    join.keep = Int(keep.trimmed)
    return join
  }

  private func checkInputs() throws(StreamDocumentError) {
    if items.contains(where: \.text.isEmpty) {
      throw StreamDocumentError("choose a stream").inside("source")
    }
  }

  private func steps(_ forms: [OperatorForm]) throws(StreamDocumentError) -> [Operator] {
    var steps: [Operator] = []
    for (index, form) in forms.enumerated() {
      steps.append(
        try within("operators[\(index)]") { () throws(StreamDocumentError) in try form.checkedStep()
        })
    }
    return steps
  }
}

extension OperatorForm {
  /// Returns the operator if its parameters have no errors.
  func checkedStep() throws(StreamDocumentError) -> Operator {
    for name in kind.parameterNames {
      if let problem = problem(of: name) { throw problem.inside(kind.rawValue) }
    }
    return try step()
  }
}
