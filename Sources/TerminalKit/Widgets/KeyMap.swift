/// A key of a screen: when it is active, its description, and its action.
///
/// Keys are written as they are printed, several separated by blanks: `Tab ↓`, `⇧Tab`, `^S`, `M-↑`,
/// `F5`, `PgUp`, `q`.
public struct KeyBinding: Sendable {
  /// The purpose of a key, which decides its position in the footer.
  public enum Purpose: Int, Sendable {
    /// Moves elsewhere.
    case move
    /// Changes the focused part.
    case change
    /// Does what the screen is for.
    case finish
    /// Leaves the screen.
    case leave
    /// Explains the keys.
    case help
  }

  /// The keys and their action, for the list of all keys.
  let hint: KeyHint
  let isListed: Bool
  /// The hints in the footer now.
  let footers: [KeyHint]
  let purpose: Purpose
  /// True if it acts now.
  private let isOn: Bool
  let action: @MainActor (KeyPress) -> Void

  /// Makes a key, or several with the same action.
  ///
  /// - Parameters:
  ///   - keys: The keys as they are printed.
  ///   - words: Their action, for the list of all keys.
  ///   - footer: The footer's hints for them now, one for each key that needs one; nil for none.
  ///   - purpose: Their purpose.
  ///   - isOn: Whether they are active now.
  ///   - isListed: Whether the list of all keys includes them; not if another key's words do.
  ///   - action: The action, given the key that was pressed.
  public init(
    _ keys: String, _ words: String, footer: KeyHint?..., for purpose: Purpose = .change,
    when isOn: Bool = true, isListed: Bool = true, action: @escaping @MainActor (KeyPress) -> Void
  ) {
    self.init(
      keys, words, footers: isOn ? footer.compactMap(\.self) : [], for: purpose, when: isOn,
      isListed: isListed, action: action)
    assert(hint.namesKeys, "“\(keys)” must name keys that exist")
  }

  private init(
    _ keys: String, _ words: String, footers: [KeyHint], for purpose: Purpose, when isOn: Bool,
    isListed: Bool, action: @escaping @MainActor (KeyPress) -> Void
  ) {
    hint = KeyHint(keys, words)
    (self.footers, self.purpose) = (footers, purpose)
    (self.isOn, self.isListed, self.action) = (isOn, isListed, action)
  }

  /// Returns true if a key acts now.
  func acts(on press: KeyPress) -> Bool { isOn && hint.presses.contains(press) }

  /// Makes an entry for keys that are handled outside the screen, such as by a text field or the
  /// event loop.
  ///
  /// - Parameters:
  ///   - keys: The keys as they are printed.
  ///   - words: Their action, for the list of all keys.
  ///   - footer: The footer's hint for them now; nil for none.
  ///   - purpose: Their purpose.
  package static func elsewhere(
    _ keys: String, _ words: String, footer: KeyHint? = nil, for purpose: Purpose = .change
  ) -> KeyBinding {
    KeyBinding(
      keys, words, footers: footer.map { [$0] } ?? [], for: purpose, when: false, isListed: true
    ) { _ in }
  }

  /// The keys that leave a screen with nothing to lose: `q`, Esc and ^C.
  ///
  /// - Parameters:
  ///   - footer: The footer's hint for them now; nil for none.
  ///   - leave: Leaves, given the key that was pressed.
  package static func quitting(
    footer: KeyHint?, leave: @escaping @MainActor (KeyPress) -> Void
  ) -> KeyBinding {
    KeyBinding("q Esc ^C", "quit", footer: footer, action: leave)
  }

  /// The keys that list all keys, on a screen without text input.
  ///
  /// - Parameters:
  ///   - footer: The footer's hint for `?` now; nil for none.
  ///   - open: Shows the list.
  package static func help(
    footer: KeyHint?, open: @escaping @MainActor (KeyPress) -> Void
  ) -> KeyBinding {
    KeyBinding("F1 ^G ?", "this list", footer: footer, action: open)
  }

  /// The keys of every screen that the event loop handles.
  package static let ofTheLoop = [elsewhere("^L", "redraw"), elsewhere("^Z", "suspend")]

  /// The keys that a ``TextField`` handles.
  ///
  /// - Parameter words: What M-b and M-f do; nil to leave them out.
  package static func ofText(words: String? = nil) -> [KeyBinding] {
    [
      elsewhere("^A ^E", "start, end of the line"), words.map { elsewhere("M-b M-f", $0) },
      elsewhere("^W ^U ^K ^Y", "delete a word, to the start, to the end; paste"),
      elsewhere("^D", "delete forward"), elsewhere("^_ M-_", "undo, redo"),
    ].compactMap { $0 }
  }
}

/// The keys of a screen in its current state: what a press does, the list of all keys and the
/// footer follow from one table.
///
///     let keys = KeyMap([
///       KeyBinding("r F5", "load again", footer: KeyHint("r", "load")) { _ in model.load() },
///       KeyBinding("q Esc", "leave", footer: KeyHint("q", "leave"), for: .leave) { _ in leave() },
///       .elsewhere("^L", "redraw"),
///     ])
///     let isHandled = keys.perform(KeyPress(.function(5)))
///     keys.footer.draw(in: row, on: &canvas)
///
/// A screen makes it again for each key and each frame, so that it describes the current state.
public struct KeyMap: Sendable {
  private let bindings: [KeyBinding]

  /// Makes a table of keys, in the order of the list of all keys. If two bindings name the same
  /// key, the first is used.
  public init(_ bindings: [KeyBinding]) { self.bindings = bindings }

  /// Performs the current action of a key; returns whether it has one.
  @MainActor public func perform(_ press: KeyPress) -> Bool {
    guard let binding = bindings.first(where: { $0.acts(on: press) }) else { return false }
    binding.action(press)
    return true
  }

  /// All keys, for `KeyHelp`.
  public var hints: [KeyHint] { bindings.filter(\.isListed).map(\.hint) }

  /// The footer's current hints, ordered by purpose and then by rank.
  public var footer: Footer {
    let spoken = bindings.flatMap { binding in binding.footers.map { (binding.purpose, $0) } }
    func order(_ index: Int) -> (Int, Int, Int) {
      (spoken[index].0.rawValue, spoken[index].1.rank, index)
    }
    return Footer(hints: spoken.indices.sorted { order($0) < order($1) }.map { spoken[$0].1 })
  }
}
