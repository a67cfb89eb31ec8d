/// A line of text with a cursor between its graphemes, and what can be undone.
///
/// Invariant: `cursor` is between 0 and `count`. A secret buffer keeps no other copy of its text:
/// no undo, no killed text, and word motions go to the ends, for word boundaries would leak.
public struct EditBuffer: Equatable, Sendable {
  public private(set) var text = ""
  /// How many graphemes stand before the cursor.
  public private(set) var cursor = 0
  public var isSecret = false

  private struct Snapshot: Equatable, Sendable {
    var text: String
    var cursor: Int
  }

  private var undone: [Snapshot] = []
  private var past: [Snapshot] = []
  private var killed = ""
  /// Whether the last thing done was typing, to which the next letter belongs.
  private var isTyping = false
  /// Whether the last thing done was killing, to which the next killed text is joined.
  private var isKilling = false

  /// Makes a EditBuffer of its parts.
  public init(text: String = "", cursor: Int = 0, isSecret: Bool = false) {
    self.text = text
    self.cursor = cursor
    self.isSecret = isSecret
  }

  private static let maximumPast = 100

  /// The number of graphemes.
  public var count: Int { text.count }

  /// Starts over with another text; nothing before it can be undone.
  public mutating func reset(to text: String) {
    let isSecret = isSecret
    self = EditBuffer()
    self.isSecret = isSecret
    self.text = text
    cursor = count
  }

  /// Inserts at the cursor; letters typed in a row are one step to undo, a paste always is one.
  public mutating func insert(_ addition: String, isTyped: Bool) {
    let continues = isTyped && isTyping && addition.allSatisfy { !$0.isWhitespace }
    if !continues { remember() }
    undone = []
    let index = text.index(text.startIndex, offsetBy: cursor)
    let behind = text[index...].count
    text.insert(contentsOf: addition, at: index)
    // Counted from behind: the addition may have joined the grapheme before it.
    cursor = max(0, count - behind)
    isTyping = isTyped
    isKilling = false
  }

  /// Performs `command` and returns whether the text changed.
  mutating func perform(_ command: EditCommand) -> Bool {
    let before = text
    let joinsKill = isKilling
    isKilling = false
    switch command {
    case .move(let motion): cursor = target(of: motion)
    case .delete(let motion): _ = delete(motion)
    case .kill(let motion):
      let isBackward = target(of: motion) < cursor
      let piece = delete(motion)
      isKilling = true
      // As in readline, what was killed in a row comes back as it stood.
      if isSecret || piece.isEmpty { break }
      killed = !joinsKill ? piece : isBackward ? piece + killed : killed + piece
    case .yank:
      if !killed.isEmpty { insert(killed, isTyped: false) }
    case .undo:
      guard let snapshot = past.popLast() else { break }
      undone.append(current)
      restore(snapshot)
    case .redo:
      guard let snapshot = undone.popLast() else { break }
      past.append(current)
      restore(snapshot)
    }
    isTyping = false
    return text != before
  }

  /// Deletes from the cursor to where a motion leads, and returns what stood there.
  private mutating func delete(_ motion: EditCommand.Motion) -> String {
    let other = target(of: motion)
    let range = min(cursor, other)..<max(cursor, other)
    guard !range.isEmpty else { return "" }
    remember()
    undone = []
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    let piece = isSecret ? "" : String(text[start..<end])
    text.removeSubrange(start..<end)
    // Two graphemes may have become one at the seam.
    cursor = min(range.lowerBound, count)
    return piece
  }

  private func target(of motion: EditCommand.Motion) -> Int {
    switch motion {
    case .start: 0
    case .end: count
    case .left: max(0, cursor - 1)
    case .right: min(count, cursor + 1)
    case .wordLeft: isSecret ? 0 : wordStart(whereBreak: { !$0.isLetter && !$0.isNumber })
    case .wordRight: isSecret ? count : wordEnd()
    case .blankLeft: isSecret ? 0 : wordStart(whereBreak: \.isWhitespace)
    }
  }

  private func wordStart(whereBreak isBreak: (Character) -> Bool) -> Int {
    let characters = Array(text)
    var index = cursor
    while index > 0, isBreak(characters[index - 1]) { index -= 1 }
    while index > 0, !isBreak(characters[index - 1]) { index -= 1 }
    return index
  }

  private func wordEnd() -> Int {
    let characters = Array(text)
    func isWord(_ index: Int) -> Bool { characters[index].isLetter || characters[index].isNumber }
    var index = cursor
    while index < characters.count, !isWord(index) { index += 1 }
    while index < characters.count, isWord(index) { index += 1 }
    return index
  }

  private mutating func remember() {
    guard !isSecret else { return }
    past.append(current)
    if past.count > Self.maximumPast { past.removeFirst() }
  }

  private var current: Snapshot { Snapshot(text: text, cursor: cursor) }

  private mutating func restore(_ snapshot: Snapshot) {
    text = snapshot.text
    cursor = snapshot.cursor
  }
}

/// What an editing key asks for: readline's keys and the ones printed on keyboards.
enum EditCommand: Equatable, Sendable {
  enum Motion: Equatable, Sendable {
    case left, right, start, end
    /// To the start of a run of letters and digits.
    case wordLeft
    /// To the end of a run of letters and digits.
    case wordRight
    /// To the start of a run without blanks, as ^W does.
    case blankLeft
  }

  case move(Motion)
  case delete(Motion)
  /// Deletes and keeps the text for `yank`.
  case kill(Motion)
  case yank
  case undo
  case redo

  /// The command of `press`; nil when it edits nothing.
  init?(_ press: KeyPress) {
    let isWordwise = !press.modifiers.isDisjoint(with: [.control, .alt])
    switch press.key {
    case .left: self = .move(isWordwise ? .wordLeft : .left)
    case .right: self = .move(isWordwise ? .wordRight : .right)
    case .home: self = .move(.start)
    case .end: self = .move(.end)
    case .backspace: self = isWordwise ? .kill(.wordLeft) : .delete(.left)
    case .delete: self = isWordwise ? .kill(.wordRight) : .delete(.right)
    case .character(let character):
      if press.modifiers == .control, let command = Self.control[character] {
        self = command
      } else if press.modifiers == .alt, let command = Self.alt[character] {
        self = command
      } else {
        return nil
      }
    default: return nil
    }
  }

  private static let control: [Character: EditCommand] = [
    "a": .move(.start), "e": .move(.end), "b": .move(.left), "f": .move(.right),
    "d": .delete(.right), "w": .kill(.blankLeft), "u": .kill(.start), "k": .kill(.end),
    "y": .yank, "_": .undo,
  ]

  private static let alt: [Character: EditCommand] = [
    "b": .move(.wordLeft), "f": .move(.wordRight), "d": .kill(.wordRight), "_": .redo,
  ]
}
