import Platform

/// Turns the bytes a terminal sends into events.
///
///     var decoder = InputDecoder()
///     decoder.feed(Array("a\u{1B}[A".utf8))  // a, and the arrow up
///
/// It is a value without a clock: a sequence may stop anywhere and continue in the next `feed`.
/// When bytes are pending, `timeout` is the time to wait before `flush` decides what they were; so
/// a lone Esc is a key after `escapeDelay`. Expected replies of the terminal (DA, OSC, DCS …) are
/// kept apart in `takeReplies`; others and unknown sequences are dropped. All memory is bounded:
/// sequences keep at most 64 bytes, a paste 64 KiB, and a reply must end within 4 KiB.
struct InputDecoder {
  private enum State: Equatable {
    /// Between two sequences.
    case ground
    /// Inside a scalar; `awaited` bytes are still to come.
    case scalar(awaited: Int)
    /// After ESC.
    case escape
    /// After CSI (`ESC [`).
    case controlSequence
    /// After `CSI [`, which the Linux console puts before its F1 to F5.
    case consoleFunction
    /// After SS3 (`ESC O`).
    case singleShift
    /// OSC, DCS, APC, PM or SOS: not a key until its terminator. While nothing has followed the
    /// `introducer`, it may be a key with Alt.
    case string(introducer: UInt8?, sawEscape: Bool)
    /// Inside a paste; `matched` bytes of its end marker have been seen.
    case paste(matched: Int)
  }

  private var state: State = .ground
  /// The bytes of the current scalar or control sequence.
  private var pending = SecretBytes()
  /// True if an ESC came before the current sequence, which means Alt.
  private var isAlt = false
  /// The number of bytes of a reply that have been dropped.
  private var swallowed = 0
  /// The kept bytes of the current paste.
  private var pasted = SecretBytes()
  /// True if the current paste was too long to be kept whole.
  private var isPasteCut = false
  /// True if the current paste has stopped for longer than `timeout`; the rest is still paste.
  private var isPasteStalled = false
  /// The number of bytes since the last `flush`, up to two.
  private var recentCount = 0
  /// The milliseconds after which an ESC that nothing follows is the Esc key.
  let escapeDelay: Int
  /// The scalars typed since the last event, which may still become one grapheme, in UTF-8.
  private var typed = SecretBytes()
  /// The events that are complete and not returned yet.
  private var events: [InputEvent] = []
  /// The complete replies that have not been taken yet.
  private var replies: [TerminalReply] = []
  /// True if the current string is an operating system command.
  private var isOperatingSystemCommand = false
  /// True if the terminal was queried and has not replied: a possible reply gets a longer timeout.
  var awaitsReplies = false

  init(escapeDelay: Int = Self.usualEscapeDelay) { self.escapeDelay = escapeDelay }

  /// The delay on a terminal of this machine.
  static let usualEscapeDelay = 50
  /// The marker in front of a paste, `ESC [ 200 ~`.
  private static let pasteStart: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x30, 0x7E]
  /// The marker after a paste, `ESC [ 201 ~`.
  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
  /// The longest control sequence with a meaning, in bytes.
  private static let maximumPending = 64
  /// The longest reply that is dropped, in bytes.
  private static let maximumReply = 4096

  /// The milliseconds to wait for more bytes before calling `flush`; nil if none are pending.
  var timeout: Int? {
    switch state {
    case .ground: nil
    case .controlSequence where awaitsReplies && !pending.isEmpty: 1000
    case .string where awaitsReplies: 1000
    case .controlSequence where !pending.isEmpty, .consoleFunction, .string(introducer: nil, _):
      max(100, escapeDelay)
    case .escape, .controlSequence, .singleShift, .string: escapeDelay
    // The first bytes of a character can be nothing else, even on a slow line.
    case .scalar: 1000
    case .paste: 1000
    }
  }

  /// Reads `bytes` and returns the events that are complete by their end.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    if isPasteStalled { endPasteIfInterrupted(by: bytes) }
    for byte in bytes {
      recentCount = min(2, recentCount + 1)
      read(byte)
    }
    return takeEvents()
  }

  /// Returns the replies that have arrived since the last call.
  mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  /// Decides what the pending bytes were, because nothing more has arrived for a while.
  ///
  /// A lone ESC is the Escape key, and an unfinished reply is dropped. An unfinished paste is
  /// returned as incomplete, once; what follows is still paste, and the whole paste is returned
  /// when it ends. A lone ESC, ^C, ^Z or ^\ ends it, too, so that a paste whose end is lost does
  /// not swallow keys for ever.
  mutating func flush() -> [InputEvent] {
    defer { recentCount = 0 }
    switch state {
    case .ground: break
    case .scalar: type("\u{FFFD}")
    case .escape:
      if isAlt { emit(.escape) }
      emit(.escape)
    case .controlSequence where pending.isEmpty: emit(.character("["), .alt)
    case .singleShift: emit(.character("O"), .alt)
    case .string(let introducer?, _): emit(.character(Character(Unicode.Scalar(introducer))), .alt)
    case .controlSequence, .consoleFunction, .string: break
    case .paste(let matched):
      guard isPasteStalled else {
        isPasteStalled = true
        append(.paste(Paste(text: String(decoding: pasted, as: UTF8.self), isIncomplete: true)))
        return takeEvents()
      }
      guard matched == 1, recentCount == 1 else { return [] }
      dropPaste()
      emit(.escape)
    }
    reset()
    return takeEvents()
  }

  private mutating func read(_ byte: UInt8) {
    switch state {
    case .ground: readGround(byte)
    case .scalar(let awaited): readScalar(byte, awaited)
    case .escape: readEscape(byte)
    case .controlSequence: readControlSequence(byte)
    case .consoleFunction:
      if (0x41...0x45).contains(byte) { emit(.function(Int(byte) - 0x40)) }
      reset()
    case .singleShift:
      let alt: KeyModifiers = isAlt ? .alt : []
      reset()
      if byte == 0x1B { return read(byte) }
      if let key = KeyTable.singleShift(byte) { emit(key, alt) }
    case .string(_, let sawEscape): readString(byte, sawEscape)
    case .paste(let matched): readPaste(byte, matched)
    }
  }

  private mutating func readGround(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x20..<0x7F: type(Unicode.Scalar(byte))
    case 0x00..<0x20, 0x7F:
      let press = KeyTable.control(byte)
      emit(press.key, press.modifiers)
      isAlt = false
    case 0xC2..<0xE0: beginScalar(byte, awaited: 1)
    case 0xE0..<0xF0: beginScalar(byte, awaited: 2)
    case 0xF0..<0xF5: beginScalar(byte, awaited: 3)
    default: type("\u{FFFD}")
    }
  }

  private mutating func beginScalar(_ byte: UInt8, awaited: Int) {
    pending.append(byte)
    state = .scalar(awaited: awaited)
  }

  private mutating func readScalar(_ byte: UInt8, _ awaited: Int) {
    guard (0x80..<0xC0).contains(byte) else {
      type("\u{FFFD}")
      reset()
      return read(byte)
    }
    pending.append(byte)
    guard awaited == 1 else {
      state = .scalar(awaited: awaited - 1)
      return
    }
    let scalars = String(decoding: pending, as: UTF8.self).unicodeScalars
    // Overlong forms and surrogates decode to more than one replacement character.
    type(scalars.count == 1 ? scalars[scalars.startIndex] : "\u{FFFD}")
    pending.removeAll()
    state = .ground
  }

  private mutating func readEscape(_ byte: UInt8) {
    state = .ground
    switch byte {
    case 0x1B:
      // ESC ESC: either Escape twice, or Alt with a key that is itself a sequence.
      if isAlt { emit(.escape) }
      isAlt = true
      state = .escape
    case 0x5B: state = .controlSequence
    case 0x4F: state = .singleShift
    case 0x5D, 0x50, 0x58, 0x5E, 0x5F:
      // Escape, pressed just before a reply came.
      let wasEscape = isAlt
      isAlt = false
      if wasEscape { emit(.escape) }
      isOperatingSystemCommand = byte == 0x5D
      state = .string(introducer: byte, sawEscape: false)
    default:
      isAlt = true
      readGround(byte)
    }
  }

  private mutating func readControlSequence(_ byte: UInt8) {
    switch byte {
    case 0x5B where pending.isEmpty: state = .consoleFunction
    case 0x20..<0x40:
      // Beyond the limit the bytes are dropped, and with them the meaning.
      if pending.count <= Self.maximumPending { pending.append(byte) }
    case 0x40..<0x7F: finishControlSequence(byte)
    case 0x1B:
      reset()
      state = .escape
    default: reset()
    }
  }

  private mutating func finishControlSequence(_ final: UInt8) {
    let body = Array(pending)
    let alt: KeyModifiers = isAlt ? .alt : []
    reset()
    guard body.count <= Self.maximumPending else { return }
    switch KeyTable.controlSequence(body, final: final) {
    case .key(let press): emit(press.key, press.modifiers.union(alt))
    case .focus(let gained): append(.focus(gained))
    case .mouse(let mouse): append(.mouse(mouse))
    case .reply(let reply):
      // Escape, pressed just before the sequence arrived.
      if alt == .alt { emit(.escape) }
      replies.append(reply)
    case .pasteStart: state = .paste(matched: 0)
    case nil: break
    }
  }

  private mutating func readString(_ byte: UInt8, _ sawEscape: Bool) {
    switch byte {
    case 0x07: finishString()
    case 0x18, 0x1A: reset()
    case 0x1B: state = .string(introducer: nil, sawEscape: true)
    case 0x5C where sawEscape: finishString()
    default:
      guard sawEscape else {
        state = .string(introducer: nil, sawEscape: false)
        if pending.count <= Self.maximumPending { pending.append(byte) }
        swallowed += 1
        // A sender of more bytes than any reply contains must not block the keyboard.
        if swallowed == Self.maximumReply { reset() }
        return
      }
      // The string was cut off, and something else began.
      reset()
      state = .escape
      read(byte)
    }
  }

  private mutating func finishString() {
    if isOperatingSystemCommand, pending.count <= Self.maximumPending,
      let reply = TerminalReply(operatingSystemCommand: pending)
    {
      replies.append(reply)
    }
    reset()
  }

  private mutating func readPaste(_ byte: UInt8, _ matched: Int) {
    if byte == Self.pasteEnd[matched] {
      guard matched + 1 == Self.pasteEnd.count else {
        state = .paste(matched: matched + 1)
        return
      }
      endPaste()
      return reset()
    }
    keepPasted(Self.pasteEnd[..<matched])
    // Only the first byte of the marker is an ESC, so a new match can only begin here.
    if byte == 0x1B {
      state = .paste(matched: 1)
    } else {
      state = .paste(matched: 0)
      keepPasted(CollectionOfOne(byte))
    }
  }

  private mutating func keepPasted(_ bytes: some Collection<UInt8>) {
    let room = Paste.maximumBytes - pasted.count
    isPasteCut = isPasteCut || bytes.count > room
    pasted.append(contentsOf: bytes.prefix(room))
  }

  private mutating func endPaste() {
    var text = Array(pasted)[...]
    // The end of the first was lost, and the user has pasted again.
    if isPasteStalled,
      let start = text.indices.last(where: { text[$0...].starts(with: Self.pasteStart) })
    {
      text = text[(start + Self.pasteStart.count)...]
    }
    append(.paste(Paste(text: String(decoding: text, as: UTF8.self), isIncomplete: isPasteCut)))
    dropPaste()
  }

  private mutating func dropPaste() {
    pasted.removeAll()
    isPasteCut = false
    isPasteStalled = false
  }

  /// Ends a stalled paste at a key that ends or stops the program.
  private mutating func endPasteIfInterrupted(by bytes: some Sequence<UInt8>) {
    var bytes = bytes.makeIterator()
    guard let byte = bytes.next(), bytes.next() == nil, [0x03, 0x1A, 0x1C].contains(byte),
      state == .paste(matched: 0)
    else { return }
    dropPaste()
    reset()
  }

  private mutating func type(_ scalar: Unicode.Scalar) {
    guard isAlt else {
      typed.append(contentsOf: UTF8.encode(scalar)!)
      return
    }
    isAlt = false
    emit(.character(Character(scalar)), .alt)
  }

  private mutating func emit(_ key: Key, _ modifiers: KeyModifiers = []) {
    let isPrefixed = isAlt && state == .ground
    append(.key(KeyPress(key, isPrefixed ? modifiers.union(.alt) : modifiers)))
  }

  private mutating func append(_ event: InputEvent) {
    commitTyped()
    events.append(event)
  }

  /// Combines typed scalars into graphemes once something else arrives or the bytes end, so that a
  /// letter and its marks sent together are one key.
  private mutating func commitTyped() {
    guard !typed.isEmpty else { return }
    for character in String(decoding: typed, as: UTF8.self) {
      events.append(.key(KeyPress(.character(character))))
    }
    typed.removeAll()
  }

  private mutating func takeEvents() -> [InputEvent] {
    commitTyped()
    defer { events = [] }
    return events
  }

  private mutating func reset() {
    state = .ground
    pending.removeAll()
    swallowed = 0
    isAlt = false
  }
}
