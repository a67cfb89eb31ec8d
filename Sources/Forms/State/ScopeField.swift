/// A field in its scope, shared by all states of a form.
///
/// A class, because a key reads parts of every field, and a struct of that many references is
/// copied as a whole for each of them.
final class ScopeField<Value: Sendable>: Sendable {
  let field: FormField<Value>

  init(_ field: FormField<Value>) { self.field = field }

  var name: String { field.name }
  var label: String { field.label }
  var item: String? { field.item }
  var hint: String? { field.hint }
  var sentence: String? { field.sentence }
  var path: PartialKeyPath<Value> & Sendable { field.path }
  var content: FormField<Value>.Content { field.content }
  var isShown: (@Sendable (Value) -> Bool)? { field.isShown }
  var options: OptionSource<Value> { field.options }
  var firstOptions: OptionState? { field.firstOptions }
  var wholeRules: [FormField<Value>.WholeRule] { field.wholeRules }
  var checks: [FieldCheck<Value>] { field.checks }
  var visibility: IssueVisibility? { field.visibility }
}
