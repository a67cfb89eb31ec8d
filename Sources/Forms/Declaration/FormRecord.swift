/// The contents of a form that is declared in a file: values by the ids of its fields.
///
///     var record = FormRecord()
///     record[text: "name"] = "Ada"
///     record[integer: "age"] = 36
///     record[text: "name"]  // "Ada"
///     record[integer: "year"]  // nil
///
/// A value of another kind than the one requested counts as missing.
public struct FormRecord: Hashable, Sendable {
  /// The present values, with days and times as text.
  private(set) var values: [String: FormDatum] = [:]
  /// The rows of lists that have any.
  private var rows: [String: [FormRecord]] = [:]

  /// Makes a record without a value.
  public init() {}

  /// Text; empty if there is none.
  public subscript(text id: String) -> String {
    get { self[choice: id] ?? "" }
    set { self[choice: id] = newValue.isEmpty ? nil : newValue }
  }

  /// A whole number.
  public subscript(integer id: String) -> Int? {
    get { if case .integer(let number)? = values[id] { number } else { nil } }
    set { values[id] = newValue.map { .integer($0) } }
  }

  /// Any number, exact.
  public subscript(decimal id: String) -> DecimalNumber? {
    get { if case .decimal(let number)? = values[id] { number } else { nil } }
    set { values[id] = newValue.map { .decimal($0) } }
  }

  /// A switch; off if there is none.
  public subscript(flag id: String) -> Bool {
    get { values[id] == .flag(true) }
    set { values[id] = .flag(newValue) }
  }

  /// A day.
  public subscript(day id: String) -> CalendarDay? {
    get { self[choice: id].flatMap { CalendarDay($0) } }
    set { self[choice: id] = newValue?.description }
  }

  /// A time of day.
  public subscript(time id: String) -> TimeOfDay? {
    get { self[choice: id].flatMap { TimeOfDay($0) } }
    set { self[choice: id] = newValue?.description }
  }

  /// A day with a time.
  public subscript(dayAndTime id: String) -> DayAndTime? {
    get { self[choice: id].flatMap { DayAndTime($0) } }
    set { self[choice: id] = newValue?.description }
  }

  /// The name of the option chosen; nil if none is.
  public subscript(choice id: String) -> String? {
    get { if case .text(let name)? = values[id] { name } else { nil } }
    set { values[id] = newValue.map { .text($0) } }
  }

  /// The names of the options chosen, in the options' order.
  public subscript(choices id: String) -> [String] {
    get { if case .texts(let names)? = values[id] { names } else { [] } }
    set { values[id] = newValue.isEmpty ? nil : .texts(newValue) }
  }

  /// The rows of a list.
  public subscript(rows id: String) -> [FormRecord] {
    get { rows[id] ?? [] }
    set { rows[id] = newValue.isEmpty ? nil : newValue }
  }
}

extension FormRecord {
  /// Makes the record of fields that have their first contents, or those of a row.
  init(_ fields: [FormDeclaration.Field], row: [FormDatum.Member] = [], at now: DayAndTime) {
    for field in fields {
      let given = row.first { $0.name == field.id }?.value ?? field.firstValue(at: now)
      switch given {
      case nil, .text("")?, .texts([])?: break
      case .list(let members)?:
        self[rows: field.id] = members.map { Self(field.fields, row: $0, at: now) }
      case let datum?: values[field.id] = datum
      }
    }
  }

  /// Returns true if something is filled in.
  func has(_ id: String) -> Bool { values[id] != nil || rows[id] != nil }

  /// Returns a value as a word of a command.
  func word(_ id: String) -> String {
    switch values[id] {
    case .text(let text)?: text
    case .integer(let number)?: String(number)
    case .decimal(let number)?: "\(number)"
    case .flag(let flag)?: flag ? "true" : "false"
    case .texts(let names)?: names.joined(separator: ",")
    case nil, .none?, .list?, .unsupported?: ""
    }
  }
}
