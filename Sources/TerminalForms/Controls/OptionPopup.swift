import Forms
import TerminalKit

/// The open list of a choice's options, narrowed down as one types.
@MainActor final class OptionPopup: ControlPopup {
  let field: FieldID
  private var snapshot: FieldSnapshot
  private let messages: ValidationMessages
  private var options: [FieldOption] = []
  /// The numbers of options that may be chosen; nil for one.
  private var limits: ClosedRange<Int>?
  private var search: OptionSearch
  private var list = PopupList()
  /// The chosen options; at most one for a single choice.
  private var chosen: [Int] = []
  /// True once the options that are on their way have come.
  private var isLoaded = false
  /// The reason why the last key did nothing.
  private var note = ""
  /// True if the form provides no labels for options, so it need not be asked for any.
  private let hasOwnLabels: Bool

  init(_ field: FieldSnapshot, _ messages: ValidationMessages, typed: String) {
    (self.field, snapshot, self.messages) = (field.id, field, messages)
    hasOwnLabels = messages.labels.keys.contains { $0.hasPrefix("\(field.name).") }
    search = OptionSearch(count: 0)
    follow(field)
    if !typed.isEmpty { seek(typed) }
  }

  func follow(_ field: FieldSnapshot) {
    snapshot = field
    guard case .loaded = field.options, !isLoaded else { return }
    isLoaded = true
    switch field.control {
    case .choice(let options, _): self.options = options
    case .choices(let options, let limits): (self.options, self.limits) = (options, limits)
    case .text, .toggle, .ranking, .list, .note: break
    }
    switch field.input {
    case .choice(let index): chosen = index.map { [$0] } ?? []
    case .choices(let indices): chosen = indices
    case .text, .flag, .rows, .nothing: break
    }
    search = OptionSearch(count: options.count)
    list.choose(chosen.first ?? 0, of: search.rows)
  }

  private func label(_ option: Int) -> String {
    hasOwnLabels ? messages.label(of: options[option], in: snapshot) : options[option].label
  }

  // MARK: Keys

  var taken: FieldInput? {
    if limits != nil { return .choices(chosen) }
    guard let option = current, options[option].refusal == nil else { return nil }
    return .choice(option)
  }

  /// The option that keys act on.
  private var current: Int? {
    guard let row = list.row, (0..<search.rows).contains(row) else { return nil }
    return search.option(row)
  }

  private var hasFailed: Bool { if case .failed = snapshot.options { true } else { false } }

  var keys: [PopupKey] {
    var keys = PopupList.keys("option") { press in
      self.note = ""
      self.list.move(press)
    }
    keys.append(
      PopupKey(
        keys: "Enter", words: limits == nil ? "choose the option" : "choose the ticked options",
        footer: KeyHint("Enter", hasFailed ? "try again" : "take", rank: 1)
      ) { _ in self.enter() })
    if limits != nil {
      keys += [
        PopupKey(keys: "Space", words: "tick", footer: KeyHint("Space", "tick", rank: 2)) { _ in
          self.tick()
        },
        PopupKey(
          keys: "M-a M-n", words: "tick all listed options, none",
          footer: KeyHint("M-a M-n", "all, none", rank: 3)
        ) { press in self.tickAll(press == .alt("a")) },
      ]
    }
    keys += [
      PopupKey(
        keys: "^U", words: "clear the search",
        action: { _ in
          self.seek("")
          return .stays
        }),
      PopupKey(
        keys: "Esc", words: "close the list without changes", footer: KeyHint("Esc", "close")
      ) { _ in .closes },
    ]
    return keys
  }

  func edit(_ event: InputEvent) -> PopupResponse {
    switch event {
    case .key(let press):
      if press == KeyPress(.backspace) {
        if !search.text.isEmpty { seek(String(search.text.dropLast())) }
      } else if press == KeyPress(.character(" ")), search.text.isEmpty {
        return enter()
      } else if let letter = press.text {
        seek(search.text + String(letter))
      }
    case .paste(let paste):
      seek(search.text + (paste.text.split(whereSeparator: \.isNewline).first ?? ""))
    case .mouse(let mouse): return list.take(mouse) ?? (limits == nil ? enter() : tick())
    case .focus: break
    }
    return .stays
  }

  private func seek(_ text: String) {
    note = ""
    search.seek(text, label: label)
    list.choose(text.isEmpty ? chosen.first ?? 0 : search.best, of: search.rows)
  }

  private func enter() -> PopupResponse {
    if hasFailed { return .retries }
    if limits != nil { return .takes(.choices(chosen)) }
    guard let option = current else { return .stays }
    return isRefused(option) ? .stays : .takes(.choice(option))
  }

  private func tick() -> PopupResponse {
    guard let option = current else { return .stays }
    if chosen.contains(option) || !isRefused(option) {
      chosen = OptionMarks.toggling(option, in: chosen)
    }
    return .stays
  }

  private func isRefused(_ option: Int) -> Bool {
    note = options[option].refusal.map { "\(label(option)): \($0)" } ?? ""
    return !note.isEmpty
  }

  /// Ticks or unticks all options listed now.
  private func tickAll(_ isOn: Bool) -> PopupResponse {
    note = ""
    let listed = Set((0..<search.rows).map(search.option))
    let others = chosen.filter { !listed.contains($0) }
    let added = isOn ? listed.filter { options[$0].refusal == nil || chosen.contains($0) } : []
    chosen = (others + added).sorted()
    return .stays
  }

  // MARK: Drawing

  func draw(beside anchor: Rect, in body: Rect, on canvas: inout Canvas) {
    let frame = PopupFrame(
      of: Size(columns(canvas.symbols), max(3, min(options.count, 12) + 1)), least: 4,
      beside: anchor, in: body)
    frame.draw(messages.label(of: snapshot), on: &canvas)
    canvas.mark(frame.box, as: ControlSpot(field: field, part: -1))
    drawHead(in: frame.content.row(0), on: &canvas)
    let content = frame.content
    let rows = Rect(
      x: content.x, y: content.y + 1, width: content.width, height: max(0, content.height - 1))
    guard !options.isEmpty, search.rows > 0 else { return drawEmpty(in: rows, on: &canvas) }
    list.draw(
      search.rows, of: field, in: rows, cutsWholeRows: true, on: &canvas,
      fill: { style(of: search.option($0), isCurrent: true) }
    ) { draw(search.option($0), in: $1, isCurrent: $2, on: &$3) }
  }

  /// The columns of the list: those of the first options, as measuring all takes too long.
  private func columns(_ symbols: Symbols) -> Int {
    let marks = limits == nil ? 5 : 7
    let widest = (0..<min(options.count, 60)).map { option in
      symbols.columns(of: label(option))
        + (options[option].refusal.map { symbols.columns(of: $0) + 3 } ?? 0)
    }
    let head = limits.map { OptionMarks.count(0, of: options.count, $0, messages).count + 17 } ?? 30
    return max(head, min(60, (widest.max() ?? 0) + marks))
  }

  /// The text that narrows the list down, or why nothing happened, and the number of options.
  private func drawHead(in row: Rect, on canvas: inout Canvas) {
    let count =
      limits.map { OptionMarks.count(chosen.count, of: options.count, $0, messages) }
      ?? position(of: list.row)
    let isShort = canvas.symbols.columns(of: count) + 12 > row.width
    let shown = isShort ? position(of: list.row) : count
    let columns = canvas.symbols.columns(of: shown)
    canvas.write(shown, at: Point(row.maxX - columns, row.y), style: .muted)
    let text = Rect(x: row.x, y: row.y, width: max(0, row.width - columns - 1), height: 1)
    if !note.isEmpty {
      MessageRow(kind: .warning, text: note).draw(in: text, on: &canvas)
    } else if search.text.isEmpty {
      // Half a hint is useless.
      let hint = ["type to search", "search"].map { messages.words($0) }
        .first { canvas.symbols.columns(of: $0) <= text.width }
      canvas.write(hint ?? "", in: text, style: .muted)
    } else {
      // The end of the text is shown, because the next character appears there.
      let typed = Rect(x: text.x, y: text.y, width: text.width - 1, height: 1)
      let used = canvas.write(String(search.text.suffix(max(0, typed.width))), in: typed)
      canvas.write("_", at: Point(typed.x + used, typed.y), style: .muted)
    }
  }

  /// “2 of 50”.
  private func position(of row: Int?) -> String {
    let (count, all) = search.rows == 0 ? (0, options.count) : ((row ?? 0) + 1, search.rows)
    return messages.words("{count} of {all}", ["count": .integer(count), "all": .integer(all)])
  }

  private func drawEmpty(in rect: Rect, on canvas: inout Canvas) {
    let message =
      switch snapshot.options {
      case .loading: MessageRow(kind: .pending, text: messages.words("loading"))
      case .failed(let reason): MessageRow(kind: .failure, text: reason)
      case .loaded:
        MessageRow(
          kind: .neutral,
          text: messages.words(options.isEmpty ? "There are no options" : "No option matches"))
      }
    message.draw(in: rect, on: &canvas)
  }

  private func style(of option: Int, isCurrent: Bool) -> Style {
    var style: Style = options[option].refusal != nil ? .muted : isCurrent ? .bold : .plain
    if isCurrent { style.background = .selection }
    return style
  }

  private func draw(_ option: Int, in rect: Rect, isCurrent: Bool, on canvas: inout Canvas) {
    let isChosen = limits == nil ? chosen.first == option : chosen.contains(option)
    let (label, refusal) = (label(option), options[option].refusal)
    let mark = isChosen ? " " + canvas.symbols.check : ""
    let text =
      limits == nil
      ? label + (refusal.map { " – \($0)" } ?? "") + mark
      : OptionMarks.text(of: label, refusal, isChosen: isChosen)
    canvas.write(text, in: rect, style: style(of: option, isCurrent: isCurrent))
  }
}
