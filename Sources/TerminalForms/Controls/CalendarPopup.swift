import Formats
import Forms
import TerminalKit

/// The open calendar of a day, with the keys of a grid of dates: arrows, Page keys for months, with
/// Shift or Alt for years, Home and End for the week.
@MainActor final class CalendarPopup: ControlPopup {
  let field: FieldID
  private let messages: ValidationMessages
  private let title: String
  /// The day that keys act on.
  private(set) var day: CalendarDay
  /// The typed text; the part after the day stays.
  private let text: String
  /// True if a time is typed after the day.
  private let hasTime: Bool
  private let today: CalendarDay
  private let first: CalendarDay?
  private let last: CalendarDay?
  /// The first day of a week, from Monday, 1.
  private let weekStart: Int

  init(
    _ field: FieldSnapshot, _ messages: ValidationMessages, from first: CalendarDay?,
    through last: CalendarDay?, in surroundings: ControlSurroundings
  ) {
    (self.field, self.messages, text) = (field.id, messages, field.text)
    title = messages.label(of: field)
    if case .text(let control) = field.control, case .dayAndTime? = control.aid {
      hasTime = true
    } else {
      hasTime = false
    }
    (self.first, self.last) = (first, last)
    today = surroundings.today()
    weekStart = surroundings.weekStart
    let typed = CalendarDay(String(field.text.prefix(10)))
    day = typed ?? min(max(today, first ?? today), last ?? max(today, first ?? today))
  }

  func follow(_ field: FieldSnapshot) {}

  // MARK: Keys

  var taken: FieldInput? { nil }

  var keys: [PopupKey] {
    func moving(
      _ keys: String, _ words: String, footer: KeyHint? = nil,
      _ step: @escaping @MainActor (KeyPress) -> CalendarDay
    ) -> PopupKey {
      PopupKey(keys: keys, words: words, footer: footer) { press in
        self.day = step(press)
        return .stays
      }
    }
    return [
      moving("← →", "previous, next day") { self.day.adding(days: $0.key == .left ? -1 : 1) },
      moving("↑ ↓", "previous, next week") { self.day.adding(days: $0.key == .up ? -7 : 7) },
      moving("Home End", "first, last day of the week") {
        let offset = (self.day.weekday - self.weekStart + 7) % 7
        return self.day.adding(days: $0.key == .home ? -offset : 6 - offset)
      },
      moving("PgUp PgDn", "previous, next month", footer: KeyHint("PgUp PgDn", "month", rank: 2)) {
        self.day.adding(months: $0.key == .pageUp ? -1 : 1)
      },
      moving("⇧PgUp ⇧PgDn M-PgUp M-PgDn", "previous, next year") {
        self.day.adding(months: $0.key == .pageUp ? -12 : 12)
      },
      moving("t", "today", footer: KeyHint("t", "today", rank: 3)) { _ in self.today },
      PopupKey(
        keys: "Enter Space", words: "choose the day", footer: KeyHint("Enter", "take", rank: 1)
      ) { _ in self.take() },
      PopupKey(
        keys: "Esc F2", words: "close the calendar without changes", footer: KeyHint("Esc", "close")
      ) { _ in .closes },
    ]
  }

  func edit(_ event: InputEvent) -> PopupResponse {
    guard case .mouse(let mouse) = event else { return .stays }
    if mouse.scroll != 0 {
      day = day.adding(months: mouse.scroll < 0 ? -1 : 1)
      return .stays
    }
    guard mouse.action == .press else { return .stays }
    guard let spot = mouse.target(as: ControlSpot.self) else { return .closes }
    guard spot.part > 0 else { return .stays }
    day = day.adding(days: spot.part - day.day)
    return take()
  }

  private func take() -> PopupResponse {
    guard refusal(of: day) == nil else { return .stays }
    let isTimed = CalendarDay(String(text.prefix(10))) != nil
    let typed = isTimed ? String(text.dropFirst(10)) : ""
    let rest = typed.isEmpty && hasTime ? " " : typed
    return .takes(.text(day.description + rest))
  }

  /// The reason why a day cannot be chosen.
  private func refusal(of day: CalendarDay) -> String? {
    func words(_ words: String, _ day: CalendarDay) -> String {
      messages.words(words, ["day": .text(day.description)])
    }
    if let first, day < first { return words("not before {day}", first) }
    if let last, day > last { return words("not after {day}", last) }
    return nil
  }

  // MARK: Drawing

  private static let columns = 20

  func draw(beside anchor: Rect, in body: Rect, on canvas: inout Canvas) {
    let frame = PopupFrame(of: Size(Self.columns + 4, 9), least: 9, beside: anchor, in: body)
    frame.draw(title, on: &canvas)
    canvas.mark(frame.box, as: ControlSpot(field: field, part: 0))
    var content = frame.content
    content.x += max(0, content.width - Self.columns) / 2
    content.width = min(content.width, Self.columns)
    drawMonth(in: content.row(0), on: &canvas)
    canvas.write(weekdays, in: content.row(1), style: .muted)
    // The last row describes the day, if there is one to spare.
    let isWhole = content.height >= 9
    let rows = max(1, content.height - (isWhole ? 3 : 2))
    drawDays(
      in: Rect(x: content.x, y: content.y + 2, width: content.width, height: rows), on: &canvas)
    guard isWhole else { return }
    let line = Rect(x: frame.content.x, y: content.maxY - 1, width: frame.content.width, height: 1)
    if let refusal = refusal(of: day) {
      MessageRow(kind: .warning, text: refusal).draw(in: line, on: &canvas)
    } else {
      let words =
        day == today
        ? messages.words("today, {day}", ["day": .text(day.description)])
        : "\(messages.words(CalendarNames.weekdays[day.weekday - 1])) \(day)"
      canvas.write(words, in: line, style: .muted)
    }
  }

  private func drawMonth(in row: Rect, on canvas: inout Canvas) {
    let (back, forward) = (String(canvas.symbols.cutLeft), String(canvas.symbols.cutRight))
    canvas.write(back, at: row.origin, style: .accent)
    canvas.write(forward, at: Point(row.maxX - 1, row.y), style: .accent)
    let ends = [(row.x, Key.pageUp), (row.maxX - 2, Key.pageDown)]
    for (x, key) in ends {
      canvas.mark(Rect(x: x, y: row.y, width: 2, height: 1), as: KeyPress(key))
    }
    let middle = Rect(x: row.x + 2, y: row.y, width: row.width - 4, height: 1)
    Label(
      text: "\(messages.words(CalendarNames.months[day.month - 1])) \(day.year)", style: .bold,
      alignment: .center
    ).draw(in: middle, on: &canvas)
  }

  /// `Mo Tu We Th Fr Sa Su`, from the first day of the week on.
  private var weekdays: String {
    (0..<7).map { messages.words(CalendarNames.weekdays[(weekStart - 1 + $0) % 7]).prefix(2) }
      .joined(separator: " ")
  }

  private func drawDays(in rect: Rect, on canvas: inout Canvas) {
    let start = day.adding(days: 1 - day.day)
    let offset = (start.weekday - weekStart + 7) % 7
    let weeks = (offset + day.daysInMonth + 6) / 7
    let current = (offset + day.day - 1) / 7
    // If the window is low, the day's week and those around it are shown.
    let firstWeek = max(0, min(current - rect.height / 2, weeks - rect.height))
    for number in 1...day.daysInMonth {
      let cell = offset + number - 1
      let row = cell / 7 - firstWeek
      guard (0..<rect.height).contains(row) else { continue }
      let date = start.adding(days: number - 1)
      let box = Rect(x: rect.x + cell % 7 * 3, y: rect.y + row, width: 2, height: 1)
      var style: Style = refusal(of: date) == nil ? .plain : .muted
      if refusal(of: date) != nil { style.attributes.insert(.dim) }
      if date == today { style.attributes.formUnion([.bold, .underline]) }
      if date == day {
        style.attributes.insert(.reverse)
        canvas.cursor = Point(box.x + (number < 10 ? 1 : 0), box.y)
      }
      canvas.write(number < 10 ? " \(number)" : "\(number)", in: box, style: style)
      canvas.mark(box, as: ControlSpot(field: field, part: number))
    }
  }
}
