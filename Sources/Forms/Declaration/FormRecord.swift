/// The contents of a form that is declared in a file: values by the ids of its fields.
///
///     var record = FormRecord()
///     record[text: "name"] = "Ada"
///     record[integer: "age"] = 36
///     record[text: "name"]  // "Ada"
///     record[integer: "year"]  // nil
///
/// A value that is of another kind than the one asked for is as one that is missing.
public struct FormRecord: Hashable, Sendable {
  /// One value, by the kind of its field.
  enum Entry: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case decimal(DecimalNumber)
    case flag(Bool)
    case day(CalendarDay)
    case time(TimeOfDay)
    case moment(DayAndTime)
    case names([String])
    case rows([FormRecord])
  }

  var entries: [String: Entry] = [:]

  /// Makes a record without a value.
  public init() {}

  /// A text; empty if there is none.
  public subscript(text id: String) -> String {
    get { if case .text(let text)? = entries[id] { text } else { "" } }
    set { entries[id] = newValue.isEmpty ? nil : .text(newValue) }
  }

  /// A whole number.
  public subscript(integer id: String) -> Int? {
    get { if case .integer(let number)? = entries[id] { number } else { nil } }
    set { entries[id] = newValue.map { .integer($0) } }
  }

  /// Any number, exact.
  public subscript(decimal id: String) -> DecimalNumber? {
    get { if case .decimal(let number)? = entries[id] { number } else { nil } }
    set { entries[id] = newValue.map { .decimal($0) } }
  }

  /// A switch; off if there is none.
  public subscript(flag id: String) -> Bool {
    get { if case .flag(let flag)? = entries[id] { flag } else { false } }
    set { entries[id] = .flag(newValue) }
  }

  /// A day.
  public subscript(day id: String) -> CalendarDay? {
    get { if case .day(let day)? = entries[id] { day } else { nil } }
    set { entries[id] = newValue.map { .day($0) } }
  }

  /// A time of day.
  public subscript(time id: String) -> TimeOfDay? {
    get { if case .time(let time)? = entries[id] { time } else { nil } }
    set { entries[id] = newValue.map { .time($0) } }
  }

  /// A day with a time.
  public subscript(moment id: String) -> DayAndTime? {
    get { if case .moment(let moment)? = entries[id] { moment } else { nil } }
    set { entries[id] = newValue.map { .moment($0) } }
  }

  /// The name of the option chosen; nil if none is.
  public subscript(choice id: String) -> String? {
    get { if case .text(let name)? = entries[id] { name } else { nil } }
    set { entries[id] = newValue.map { .text($0) } }
  }

  /// The names of the options chosen, in the options' order.
  public subscript(choices id: String) -> [String] {
    get { if case .names(let names)? = entries[id] { names } else { [] } }
    set { entries[id] = newValue.isEmpty ? nil : .names(newValue) }
  }

  /// The rows of a list.
  public subscript(rows id: String) -> [FormRecord] {
    get { if case .rows(let rows)? = entries[id] { rows } else { [] } }
    set { entries[id] = newValue.isEmpty ? nil : .rows(newValue) }
  }
}
