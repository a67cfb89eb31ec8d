import Forms
import TerminalKit

/// Several of a few options, each with its own box: `[x] Friday`.
///
/// ↑ and ↓ move between options, and at the ends to the previous or next field; Tab always leaves.
struct ChecksControl: ShownControl {
  let field: FieldSnapshot
  let options: [FieldOption]
  let limits: ClosedRange<Int>
  let messages: ValidationMessages

  /// The maximum number of options shown in the form itself.
  private static let mostOptions = 6

  /// True if there are so few options that they need no list.
  static func suits(_ options: [FieldOption], _ field: FieldSnapshot) -> Bool {
    field.options == .loaded && !options.isEmpty && options.count <= mostOptions
  }

  var focusHint: String { messages.words("Space ticks") }

  private var chosen: [Int] { if case .choices(let chosen) = field.input { chosen } else { [] } }

  private func row(_ state: ControlState) -> Int { min(max(0, state.row), options.count - 1) }

  func keys(_ state: ControlState) -> [ControlKey] {
    let row = row(state)
    return [
      ControlKey("↑", "previous option; at the first one: previous field", when: row > 0) {
        $1.row = row - 1
        return .handled
      },
      ControlKey("↓", "next option; at the last one: next field", when: row < options.count - 1) {
        $1.row = row + 1
        return .handled
      },
      ControlKey("M-a M-n", "tick all, none") { press, _ in
        press == .alt("n")
          ? .enter(.choices([])) : .enter(.choices(OptionMarks.all(options, of: chosen)))
      },
    ]
  }

  func turn(by step: Int, _ state: inout ControlState) -> ControlResponse { tick(row(state)) }

  func handle(_ event: InputEvent, _ state: inout ControlState) -> ControlResponse {
    guard case .mouse(let mouse) = event, mouse.action == .press else { return .ignored }
    guard let spot = mouse.target(as: ControlSpot.self), options.indices.contains(spot.part) else {
      return .handled
    }
    state.row = spot.part
    return tick(spot.part)
  }

  private func tick(_ index: Int) -> ControlResponse {
    let option = options[index]
    if !chosen.contains(index), let reason = option.refusal {
      return .refused("\(messages.label(of: option, in: field)): \(reason)")
    }
    return .enter(.choices(OptionMarks.toggling(index, in: chosen)))
  }

  // MARK: Drawing

  /// One row for each option, and one for the number chosen.
  func rows(within width: Int, symbols: Symbols) -> Int { options.count + 1 }

  func cursorRow(within width: Int, _ state: ControlState, symbols: Symbols) -> Int { row(state) }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    canvas.mark(rect, as: frame.target)
    let chosen = Set(chosen)
    for (index, option) in options.enumerated() {
      let line = rect.row(index)
      canvas.mark(line, as: ControlSpot(field: field.id, part: index))
      let isCurrent = frame.isFocused && !frame.isLocked && index == row(state)
      let style: Style = option.refusal != nil ? .muted : isCurrent ? .bold : .plain
      canvas.write(
        OptionMarks.text(
          of: messages.label(of: option, in: field), option.refusal,
          isChosen: chosen.contains(index)), in: line, style: style)
      if isCurrent { canvas.cursor = Point(line.x + 1, line.y) }
    }
    canvas.write(
      OptionMarks.count(chosen.count, of: options.count, limits, messages),
      in: rect.row(options.count), style: .muted)
  }
}

/// The marks of several options that are chosen, and their words.
enum OptionMarks {
  /// Returns the chosen options after an option was ticked or unticked.
  static func toggling(_ index: Int, in chosen: [Int]) -> [Int] {
    chosen.contains(index) ? chosen.filter { $0 != index } : (chosen + [index]).sorted()
  }

  /// Returns all options that can be chosen, and those already chosen.
  static func all(_ options: [FieldOption], of chosen: [Int]) -> [Int] {
    let chosen = Set(chosen)
    return options.indices.filter { options[$0].refusal == nil || chosen.contains($0) }
  }

  /// `[x] Friday`, or `[ ] Sunday – sold out`.
  static func text(of label: String, _ refusal: String?, isChosen: Bool) -> String {
    (isChosen ? "[x] " : "[ ] ") + label + (refusal.map { " – \($0)" } ?? "")
  }

  /// “2 of 5 chosen, at most 3”.
  static func count(
    _ chosen: Int, of all: Int, _ limits: ClosedRange<Int>, _ messages: ValidationMessages
  ) -> String {
    var parts = [
      messages.words("{count} of {all} chosen", ["count": .integer(chosen), "all": .integer(all)])
    ]
    func add(_ words: String, _ count: Int) {
      parts.append(messages.words(words, ["count": .integer(count)]))
    }
    if limits.lowerBound > 0, limits.lowerBound == limits.upperBound {
      add("{count} needed", limits.lowerBound)
    } else {
      if chosen < limits.lowerBound { add("at least {count}", limits.lowerBound) }
      if limits.upperBound < all { add("at most {count}", limits.upperBound) }
    }
    return parts.joined(separator: ", ")
  }
}
