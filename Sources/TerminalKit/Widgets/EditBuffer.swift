import Platform

/// One or more lines of text with a cursor between graphemes, and with undo.
///
/// Invariant: `cursor` is between 0 and `count`. A secret buffer keeps no other copy of its text:
/// no undo and no killed text. Word motions go to its ends, because word boundaries would leak, and
/// its bytes are overwritten when they change.
struct EditBuffer: Equatable, Sendable {
  /// The current text. A secret one is decoded for each read, and not kept.
  private(set) var text: String {
    get {
      switch kept {
      case .plain(let text): text
      case .secret(let bytes): String(decoding: bytes, as: UTF8.self)
      }
    }
    set { kept = isSecret ? .secret(SecretBytes(newValue.utf8)) : .plain(newValue) }
  }
  /// The number of graphemes before the cursor.
  private(set) var cursor = 0
  /// True if no copy of the text may be kept.
  let isSecret: Bool
  /// True if the text may have line breaks: start and end are then those of the cursor's line.
  let hasLines: Bool

  private var kept: Kept
  /// The text in memory.
  private enum Kept: Equatable, Sendable {
    case plain(String)
    /// A secret text; overwritten when it changes.
    case secret(SecretBytes)
  }

  /// A text to return to.
  private struct Snapshot: Equatable, Sendable {
    var text: String
    var cursor: Int
  }

  /// The texts to redo, the next one last.
  private var undone: [Snapshot] = []
  /// The texts to undo to, the next one last.
  private var past: [Snapshot] = []
  /// The text killed last.
  private var killed = ""
  /// True if the last action was typing, which the next character continues.
  private var isTyping = false
  /// True if the last action was a kill, so the next killed text is joined to it.
  private var isKilling = false

  /// Makes an empty buffer.
  init(isSecret: Bool = false, hasLines: Bool = false) {
    (self.isSecret, self.hasLines) = (isSecret, hasLines)
    kept = isSecret ? .secret(SecretBytes()) : .plain("")
  }

  /// The maximum number of steps that can be undone.
  private static let maximumPast = 100

  /// The number of graphemes.
  var count: Int { text.count }
  /// True if there is no text.
  var isEmpty: Bool {
    switch kept {
    case .plain(let text): text.isEmpty
    case .secret(let bytes): bytes.isEmpty
    }
  }

  /// The number of bytes in UTF-8.
  var byteCount: Int {
    switch kept {
    case .plain(let text): text.utf8.count
    case .secret(let bytes): bytes.count
    }
  }

  /// Returns true if the buffer has this text; if its bytes are the same, no copy is made.
  func holds(_ text: String) -> Bool {
    guard case .secret(let bytes) = kept else { return text == self.text }
    let isSame = bytes.withContiguousStorageIfAvailable { secret in
      text.utf8.withContiguousStorageIfAvailable { secret.elementsEqual($0) }
    }
    return isSame == true || text == self.text
  }

  /// Starts over with another text, without any undo.
  mutating func reset(to text: String) {
    self = EditBuffer(isSecret: isSecret, hasLines: hasLines)
    self.text = text
    cursor = count
  }

  /// Writes the same text differently, such as in groups, without a step to undo.
  mutating func rewrite(as text: String, cursor: Int) {
    if text != self.text { self.text = text }
    self.cursor = min(max(0, cursor), count)
  }

  /// Sets the cursor before the grapheme at an index, or after the last one.
  mutating func moveCursor(to index: Int) {
    cursor = min(max(0, index), count)
    (isTyping, isKilling) = (false, false)
  }

  /// Inserts at the cursor; characters typed in a row are one step to undo, a paste always is one.
  mutating func insert(_ addition: String, isTyped: Bool) {
    let continues = isTyped && isTyping && addition.allSatisfy { !$0.isWhitespace }
    if !continues { remember() }
    undone = []
    // Read once: a secret is decoded for each read.
    var text = text
    let index = text.index(text.startIndex, offsetBy: cursor)
    let behind = text[index...].count
    text.insert(contentsOf: addition, at: index)
    // Counted from the end: the addition may have joined the grapheme before it.
    cursor = max(0, text.count - behind)
    self.text = text
    isTyping = isTyped
    isKilling = false
  }

  /// Replaces the whole text, as one step to undo.
  mutating func replaceAll(with text: String) {
    remember()
    undone = []
    self.text = text
    cursor = count
    (isTyping, isKilling) = (false, false)
  }

  /// Performs `command`; returns true if the text changed.
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
      // As in readline, texts killed in a row are yanked in their order.
      if isSecret || piece.isEmpty { break }
      killed = !joinsKill ? piece : isBackward ? piece + killed : killed + piece
    case .yank: if !killed.isEmpty { insert(killed, isTyped: false) }
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

  /// Deletes from the cursor to a motion's target, and returns the deleted text.
  private mutating func delete(_ motion: EditCommand.Motion) -> String {
    var other = target(of: motion)
    // At a line's end, ^K joins the next line to it; at its start, ^U joins it to the one before.
    if hasLines, other == cursor, motion == .end { other = min(count, cursor + 1) }
    if hasLines, other == cursor, motion == .start { other = max(0, cursor - 1) }
    let range = min(cursor, other)..<max(cursor, other)
    guard !range.isEmpty else { return "" }
    remember()
    undone = []
    var text = text
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    let piece = isSecret ? "" : String(text[start..<end])
    text.removeSubrange(start..<end)
    // Two graphemes may have joined into one.
    cursor = min(range.lowerBound, text.count)
    self.text = text
    return piece
  }

  /// Returns the target of a motion from the cursor, as the number of graphemes before it.
  private func target(of motion: EditCommand.Motion) -> Int {
    switch motion {
    case .start: hasLines ? lineStart : 0
    case .end: hasLines ? lineEnd : count
    case .left: max(0, cursor - 1)
    case .right: min(count, cursor + 1)
    case .wordLeft: isSecret ? 0 : wordStart(whereBreak: { !$0.isLetter && !$0.isNumber })
    case .wordRight: isSecret ? count : wordEnd()
    case .blankLeft: isSecret ? 0 : wordStart(whereBreak: \.isWhitespace)
    }
  }

  private var lineStart: Int {
    let before = text.prefix(cursor)
    return before.lastIndex(of: "\n").map { before.distance(from: before.startIndex, to: $0) + 1 }
      ?? 0
  }

  private var lineEnd: Int {
    let line = text.dropFirst(cursor).prefix { $0 != "\n" }
    return cursor + line.count
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

  /// Stores the current text as one step to undo.
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
