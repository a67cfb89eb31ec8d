import Expressions
import Formats

/// An operator during editing: its kind, and its parameters as they are typed.
///
///     var form = OperatorForm(.delay(seconds: 1))
///     form.kind = .filter
///     form["expression"] = "%d > "
///     form.problem(of: "expression")?.description  // expression, column 6: a value was expected …
///
/// A parameter's text survives a change of kind if the new kind has the parameter, too.
package struct OperatorForm: Hashable, Sendable {
  /// The kind of operator.
  package var kind: Operator.Kind
  private var texts: [String: String] = [:]

  /// Makes a form of an operator.
  package init(_ step: Operator) {
    kind = step.kind
    for member in step.parameters {
      texts[member.key] =
        member.key == OperatorParameter.initialValue.name
        ? (try? StreamValue(json: member.value))?.editedText : member.parameterText
    }
    // A missing parameter stays empty; it is not replaced by the default.
    for parameter in kind.parameters where texts[parameter.name] == nil {
      if parameter.isOptional || kind == .groupBy { texts[parameter.name] = "" }
    }
  }

  /// Makes the form of a new operator, which has little effect until it is edited.
  package init(_ kind: Operator.Kind) { self.kind = kind }

  /// The typed text of a parameter; if nothing has been typed, a useful default.
  package subscript(parameter: String) -> String {
    get { texts[parameter] ?? kind.parameter(parameter)?.usual ?? "" }
    set { texts[parameter] = newValue }
  }

  /// Returns the label of a parameter's field.
  package func title(of parameter: String) -> String {
    kind.parameter(parameter)?.title ?? parameter
  }

  /// Returns the error of a parameter; nil if there is none.
  package func problem(of parameter: String) -> StreamDocumentError? {
    // The other parameters have no errors here, so each reports only its own.
    var alone = OperatorForm(kind)
    for name in kind.dependents(of: parameter) { alone[name] = self[name] }
    do throws(StreamDocumentError) {
      if parameter == "stream", self[parameter].isEmpty {
        throw StreamDocumentError("choose a stream").inside(parameter)
      }
      _ = try alone.step()
      return nil
    } catch {
      var error = error
      error.keyPath = parameter
      return error
    }
  }

  /// The operator.
  ///
  /// - Throws: The error of the first faulty parameter.
  package func step() throws(StreamDocumentError) -> Operator {
    var parameters: [JSONMember] = []
    for name in kind.parameterNames {
      if let json = try json(of: name) { parameters.append(JSONMember(name, json)) }
    }
    return try Operator(json: .object([JSONMember(kind.rawValue, .object(parameters))]))
  }

  private func json(of parameter: String) throws(StreamDocumentError) -> JSONValue? {
    let text = self[parameter]
    guard let field = kind.parameter(parameter) else { return nil }
    if field.isOptional || kind == .groupBy && parameter != "key", text.trimmed.isEmpty {
      return nil
    }
    switch field.content {
    case .seconds, .count, .within: return JSONValue(typedNumber: text.trimmed) ?? .string(text)
    case .latest: return .bool(text != "first")
    case .descending: return text == "descending" ? .bool(true) : nil
    case .aligned: return text == "by the clock" ? .bool(true) : nil
    case .clock: return text == "wall" ? .string(text) : nil
    case .functions:
      return .array(text.parts(at: ",").map { .string(String($0).trimmed) })
    case .function where !self["functions"].trimmed.isEmpty: return nil
    case .initialValue:
      guard let value = StreamValue(editedText: text) else {
        throw StreamForm.valueProblem.inside(parameter)
      }
      return value.json
    case .function, .key, .stream, .expression: return .string(text)
    }
  }
}

extension Operator.Kind {
  /// The parameter, and those that are checked together with it.
  fileprivate func dependents(of parameter: String) -> [String] {
    switch (self, parameter) {
    case (.window, "count"), (.window, "seconds"): ["count", "seconds"]
    case (.window, "aligned"): ["count", "seconds", "aligned"]
    case (.groupBy, "initialValue"), (.groupBy, "expression"): ["initialValue", "expression"]
    default: [parameter]
    }
  }
}
