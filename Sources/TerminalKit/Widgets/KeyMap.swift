/// A key of a screen: which it is, when it counts, its description, and what it does.
///
/// Keys are written as they are printed, several with blanks between them: `Tab ↓`, `⇧Tab`, `^S`,
/// `M-↑`, `F5`, `PgUp`, `q`.
public struct KeyBinding: Sendable {
  /// The purpose of a key, which decides its position in the footer.
  public enum Purpose: Int, Sendable {
    /// Goes somewhere else.
    case move
    /// Changes what has the focus.
    case change
    /// Does what the screen is for.
    case finish
    /// Leaves the screen.
    case leave
    /// Explains the keys.
    case help
  }

  /// The keys and what they do, for the list of all keys.
  let hint: KeyHint
  let isListed: Bool
  /// The hints in the footer now.
  let footers: [KeyHint]
  let purpose: Purpose
  /// True if it acts now.
  private let isOn: Bool
  let action: @MainActor (KeyPress) -> Void

  /// Makes a key, or several that do the same.
  ///
  /// - Parameters:
  ///   - keys: The keys as they are printed.
  ///   - words: What they do, for the list of all keys.
  ///   - footer: What the footer says of them now, each of several for itself; nil for nothing.
  ///   - purpose: What they are for.
  ///   - isOn: Whether they act now.
  ///   - isListed: Whether they are listed; not where another key's words name them.
  ///   - action: What they do, given the one that was pressed.
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

  /// Makes an entry of keys that something else than the screen answers, such as a text or the
  /// event loop.
  ///
  /// - Parameters:
  ///   - keys: The keys as they are printed.
  ///   - words: What they do, for the list of all keys.
  ///   - footer: What the footer says of them now; nil for nothing.
  ///   - purpose: What they are for.
  package static func elsewhere(
    _ keys: String, _ words: String, footer: KeyHint? = nil, for purpose: Purpose = .change
  ) -> KeyBinding {
    KeyBinding(
      keys, words, footers: footer.map { [$0] } ?? [], for: purpose, when: false, isListed: true
    ) { _ in }
  }

  /// The keys that leave a screen that has nothing to lose: `q`, Esc and ^C.
  ///
  /// - Parameters:
  ///   - footer: What the footer says of them now; nil for nothing.
  ///   - leave: Leaves, given the one that was pressed.
  package static func quitting(
    footer: KeyHint?, leave: @escaping @MainActor (KeyPress) -> Void
  ) -> KeyBinding {
    KeyBinding("q Esc ^C", "quit", footer: footer, action: leave)
  }

  /// The keys that list all keys, on a screen that takes no text.
  ///
  /// - Parameters:
  ///   - footer: What the footer says of `?` now; nil for nothing.
  ///   - open: Shows the list.
  package static func help(
    footer: KeyHint?, open: @escaping @MainActor (KeyPress) -> Void
  ) -> KeyBinding {
    KeyBinding("F1 ^G ?", "this list", footer: footer, action: open)
  }

  /// The keys of every screen, which the event loop answers.
  package static let ofTheLoop = [elsewhere("^L", "redraw"), elsewhere("^Z", "suspend")]

  /// The keys of a text, which a ``TextField`` answers.
  ///
  /// - Parameter words: What M-b and M-f do; nil if they are not worth a line.
  package static func ofText(words: String? = nil) -> [KeyBinding] {
    [
      elsewhere("^A ^E", "start, end of the line"), words.map { elsewhere("M-b M-f", $0) },
      elsewhere("^W ^U ^K ^Y", "delete a word, to the start, to the end; paste"),
      elsewhere("^D", "delete forward"), elsewhere("^_ M-_", "undo, redo"),
    ].compactMap { $0 }
  }
}

/// The keys of a screen in its present state: what a press does, the list of all keys and the
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
/// A screen makes it again for each key and each frame, so that it says what holds now.
public struct KeyMap: Sendable {
  private let bindings: [KeyBinding]

  /// Makes a table of keys, in the order of the list of all keys. Of two that name a key the first
  /// counts.
  public init(_ bindings: [KeyBinding]) { self.bindings = bindings }

  /// Does what a key does now, and returns whether it does anything.
  @MainActor public func perform(_ press: KeyPress) -> Bool {
    guard let binding = bindings.first(where: { $0.acts(on: press) }) else { return false }
    binding.action(press)
    return true
  }

  /// All keys, for `KeyHelp`.
  public var hints: [KeyHint] { bindings.filter(\.isListed).map(\.hint) }

  /// The keys of which the footer speaks now: by what they are for, and then by their ranks.
  public var footer: Footer {
    let spoken = bindings.flatMap { binding in binding.footers.map { (binding.purpose, $0) } }
    func order(_ index: Int) -> (Int, Int, Int) {
      (spoken[index].0.rawValue, spoken[index].1.rank, index)
    }
    return Footer(hints: spoken.indices.sorted { order($0) < order($1) }.map { spoken[$0].1 })
  }
}
