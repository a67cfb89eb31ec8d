import TestSupport
import Testing

@testable import TerminalKit

@Suite("Bytes become keys")
struct InputDecoderTests {
  static let sequences: [(String, [InputEvent])] = [
    ("a", [.key(KeyPress(.character("a")))]),
    ("é漢", [.key(KeyPress(.character("é"))), .key(KeyPress(.character("漢")))]),
    ("🙂", [.key(KeyPress(.character("🙂")))]),
    ("\r", [.key(KeyPress(.enter))]),
    ("\n", [.key(KeyPress(.enter))]),
    ("\t", [.key(KeyPress(.tab))]),
    ("\u{7F}", [.key(KeyPress(.backspace))]),
    ("\u{8}", [.key(KeyPress(.backspace))]),
    ("\u{0}", [.key(.control(" "))]),
    ("\u{1}", [.key(.control("a"))]),
    ("\u{3}", [.key(.control("c"))]),
    ("\u{1A}", [.key(.control("z"))]),
    ("\u{1C}", [.key(.control("\\"))]),
    ("\u{1F}", [.key(.control("_"))]),
    ("\u{1B}[A", [.key(KeyPress(.up))]),
    ("\u{1B}OB", [.key(KeyPress(.down))]),
    ("\u{1B}[1;5C", [.key(KeyPress(.right, .control))]),
    ("\u{1B}[1;2D", [.key(KeyPress(.left, .shift))]),
    ("\u{1B}[1;8H", [.key(KeyPress(.home, [.shift, .alt, .control]))]),
    ("\u{1B}[F", [.key(KeyPress(.end))]),
    ("\u{1B}[1~", [.key(KeyPress(.home))]),
    ("\u{1B}[3~", [.key(KeyPress(.delete))]),
    ("\u{1B}[3;5~", [.key(KeyPress(.delete, .control))]),
    ("\u{1B}[5~", [.key(KeyPress(.pageUp))]),
    ("\u{1B}[Z", [.key(KeyPress(.tab, .shift))]),
    ("\u{1B}OP", [.key(KeyPress(.function(1)))]),
    ("\u{1B}[11~", [.key(KeyPress(.function(1)))]),
    ("\u{1B}[[A", [.key(KeyPress(.function(1)))]),
    ("\u{1B}[15~", [.key(KeyPress(.function(5)))]),
    ("\u{1B}[17~", [.key(KeyPress(.function(6)))]),
    ("\u{1B}[24~", [.key(KeyPress(.function(12)))]),
    ("\u{1B}[1;2R", [.key(KeyPress(.function(3), .shift))]),
    ("\u{1B}[34~", [.key(KeyPress(.function(20)))]),
    ("\u{1B}b", [.key(.alt("b"))]),
    ("\u{1B}é", [.key(.alt("é"))]),
    ("\u{1B}\u{7F}", [.key(KeyPress(.backspace, .alt))]),
    ("\u{1B}\r", [.key(KeyPress(.enter, .alt))]),
    ("\u{1B}\u{1B}[A", [.key(KeyPress(.up, .alt))]),
    ("\u{1B}[27;5;13~", [.key(KeyPress(.enter, .control))]),
    ("\u{1B}[13;5u", [.key(KeyPress(.enter, .control))]),
    ("\u{1B}[99;5u", [.key(.control("c"))]),
    ("\u{1B}[97;1:3u", []),
    // The keypad in the kitty protocol, with Num Lock and without.
    (
      "\u{1B}[57400;129u\u{1B}[57414u\u{1B}[57419u\u{1B}[57426u",
      [
        .key(KeyPress(.character("1"))), .key(KeyPress(.enter)), .key(KeyPress(.up)),
        .key(KeyPress(.delete)),
      ]
    ),
    ("\u{1B}[27u", [.key(KeyPress(.escape))]),
    // With Caps Lock.
    ("\u{1B}[115;69u", [.key(.control("s"))]),
    ("\u{1B}[<0;10;3M", [.mouse(Mouse(.press, at: Point(9, 2)))]),
    ("\u{1B}[<0;10;3m", [.mouse(Mouse(.release, at: Point(9, 2)))]),
    ("\u{1B}[<32;11;3M", [.mouse(Mouse(.drag, at: Point(10, 2)))]),
    ("\u{1B}[<16;1;300M", [.mouse(Mouse(.press, at: Point(0, 299), modifiers: .control))]),
    (
      "\u{1B}[<64;1;1M\u{1B}[<65;1;1M",
      [.mouse(Mouse(.scrollUp, at: Point(0, 0))), .mouse(Mouse(.scrollDown, at: Point(0, 0)))]
    ),
    ("\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<;;M\u{1B}[<0;1;1;1M", []),
    ("\u{1B}[I", [.focus(true)]),
    ("\u{1B}[O", [.focus(false)]),
    ("\u{1B}[200~one\r\ntwo\u{1B}[201~", [.paste(Paste(text: "one\r\ntwo"))]),
    ("\u{1B}[200~\u{1B}[200\u{1B}[A\u{1B}[201~", [.paste(Paste(text: "\u{1B}[200\u{1B}[A"))]),
    // Replies and reports are not keys.
    ("\u{1B}[?62;22c", []),
    ("\u{1B}[24;80R", []),
    ("\u{1B}[?2026;2$y", []),
    ("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\", []),
    ("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}", []),
    ("\u{1B}P>|xterm(390)\u{1B}\\", []),
    // A middle button with its release, and a movement without one.
    ("\u{1B}[<1;10;10M\u{1B}[<1;10;10m\u{1B}[<35;10;10M", []),
    ("\u{1B}_Gi=1;OK\u{1B}\\", []),
    ("\u{1B}[999999999999A", []),
  ]

  @Test("Every sequence means what xterm's tables say", arguments: sequences)
  func meanings(bytes: String, events: [InputEvent]) {
    var decoder = InputDecoder()
    #expect(decoder.feed(bytes.utf8) == events)
    #expect(decoder.timeout == nil)
  }

  @Test("A sequence split anywhere, byte by byte too, means the same", arguments: sequences)
  func splits(bytes: String, events: [InputEvent]) {
    let bytes = Array(bytes.utf8)
    for cut in 0...bytes.count {
      var decoder = InputDecoder()
      #expect(decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...]) == events, "cut \(cut)")
    }
    var decoder = InputDecoder()
    #expect(bytes.flatMap { decoder.feed(CollectionOfOne($0)) } == events)
  }

  @Test(
    "An answer of the terminal is no key, and understood",
    arguments: [
      ("\u{1B}]11;rgb:1e1e/2020/ffff\u{1B}\\", [.background(0x1E20FF)]),
      ("\u{1B}]11;rgb:f/8/0\u{7}", [.background(0xFF8800)]),
      ("\u{1B}]11;rgba:ff/ff/ff/80\u{7}", [.background(0xFFFFFF)]),
      ("\u{1B}]11;rgb:1e1e/2020\u{7}", []), ("\u{1B}]10;rgb:1/2/3\u{7}", []),
      ("\u{1B}]11;rgb:12345/2/3\u{7}", []), ("\u{1B}]11;rgb:+1/2/3\u{7}", []),
      ("\u{1B}[?0u\u{1B}[?62;22c", [.keyboardProtocol, .attributes]),
    ] as [(String, [TerminalReply])])
  func replies(bytes: String, replies: [TerminalReply]) {
    let bytes = Array(bytes.utf8)
    for cut in 0...bytes.count {
      var decoder = InputDecoder()
      #expect(decoder.feed(bytes[..<cut]).isEmpty && decoder.feed(bytes[cut...]).isEmpty)
      #expect(decoder.takeReplies() == replies && decoder.takeReplies().isEmpty)
    }
  }

  @Test(
    "Escape just before a reply is a key",
    arguments: [
      "\u{1B}[?62;22c", "\u{1B}[?0u", "\u{1B}]11;rgb:1/2/3\u{1B}\\", "\u{1B}]11;rgb:1/2/3\u{7}",
    ])
  func escapeBeforeReply(reply: String) {
    var decoder = InputDecoder()
    #expect(decoder.feed(("\u{1B}" + reply).utf8) == [.key(KeyPress(.escape))])
    #expect(decoder.takeReplies().count == 1)
    #expect(decoder.feed("a".utf8) == [.key(KeyPress(.character("a")))])
  }

  @Test("A reply that comes in pieces is waited for as long as one may come")
  func slowReply() {
    var decoder = InputDecoder()
    for piece in ["\u{1B}]", "\u{1B}]11;rgb:", "\u{1B}[?62"] {
      decoder.awaitsReplies = true
      _ = decoder.feed(piece.utf8)
      #expect(decoder.timeout == 1000, "\(piece.dropFirst())")
      decoder.awaitsReplies = false
      #expect((decoder.timeout ?? 0) <= 100)
      _ = decoder.flush()
    }
    decoder.awaitsReplies = true
    _ = decoder.feed([0x1B])
    #expect(decoder.timeout == 50, "Esc is a key as soon as ever.")
  }

  @Test("A lone Esc is a key after the wait, and Esc twice is two")
  func loneEscape() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.timeout == 50)
    #expect(decoder.flush() == [.key(KeyPress(.escape))])
    #expect(decoder.timeout == nil)
    #expect(decoder.feed([0x1B, 0x1B]).isEmpty)
    #expect(decoder.flush() == [.key(KeyPress(.escape)), .key(KeyPress(.escape))])
    #expect(decoder.feed(Array("\u{1B}[".utf8)).isEmpty)
    #expect(decoder.flush() == [.key(.alt("["))])
    #expect(decoder.feed(Array("\u{1B}O".utf8)).isEmpty)
    #expect(decoder.flush() == [.key(.alt("O"))])
    #expect(decoder.feed(Array("\u{1B}_".utf8)).isEmpty)
    #expect(decoder.timeout == 50)
    #expect(decoder.flush() == [.key(.alt("_"))])
  }

  @Test("Half a sequence is waited for as the line demands", arguments: [50, 200, 1500])
  func escapeDelay(delay: Int) {
    for (piece, timeout) in [
      ("\u{1B}", delay), ("\u{1B}[", delay), ("\u{1B}O", delay), ("\u{1B}[1;", max(100, delay)),
      ("\u{1B}[[", max(100, delay)), ("\u{E6}", 1000),
    ] {
      var decoder = InputDecoder(escapeDelay: delay)
      _ = piece == "\u{E6}" ? decoder.feed([0xE6]) : decoder.feed(piece.utf8)
      #expect(decoder.timeout == timeout)
    }
  }

  @Test("Wrong UTF-8 becomes replacement characters and loses nothing after it")
  func wrongUTF8() {
    let replacement = InputEvent.key(KeyPress(.character("\u{FFFD}")))
    let letter = InputEvent.key(KeyPress(.character("a")))
    var decoder = InputDecoder()
    #expect(decoder.feed([0xFF, 0x61]) == [replacement, letter])
    #expect(decoder.feed([0xE6, 0xBC, 0x61]) == [replacement, letter])
    #expect(decoder.feed([0xC3, 0x1B, 0x5B, 0x41]) == [replacement, .key(KeyPress(.up))])
    #expect(decoder.feed([0xED, 0xA0, 0x80, 0x61]) == [replacement, letter])
    #expect(decoder.feed([0xC3]).isEmpty)
    #expect(decoder.flush() == [replacement])
  }

  @Test("A letter and its marks sent together are one key")
  func graphemes() {
    var decoder = InputDecoder()
    #expect(decoder.feed("e\u{301}👩‍🔬".utf8).count == 2)
  }

  @Test("A paste beyond 64 KiB is cut and says so, and typing goes on after it")
  func longPaste() throws {
    var decoder = InputDecoder()
    let long = String(repeating: "x", count: 100_000)
    let events = decoder.feed("\u{1B}[200~\(long)\u{1B}[201~a".utf8)
    #expect(events.count == 2)
    guard case .paste(let paste) = try #require(events.first) else {
      Issue.record("no paste: \(events)")
      return
    }
    #expect(paste.text.utf8.count == Paste.maximumBytes)
    #expect(paste.isIncomplete)
    #expect(events.last == .key(KeyPress(.character("a"))))
  }

  @Test("A paste, reply or sequence without an end does not swallow keys for ever")
  func unterminated() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[200~abc".utf8).isEmpty)
    #expect(decoder.timeout == 1000)
    #expect(decoder.flush() == [.paste(Paste(text: "abc", isIncomplete: true))])
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.flush() == [.key(KeyPress(.escape))])
    #expect(decoder.feed("\u{1B}]11;rgb:".utf8).isEmpty)
    #expect(decoder.timeout == 100)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.feed("\u{1B}[1;1;1;1".utf8).isEmpty)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.feed("a".utf8) == [.key(KeyPress(.character("a")))])
  }

  @Test(
    "The rest of a paste that stalls is still paste, wherever it stalls and however often",
    arguments: [1, 2, 3])
  func stalledPaste(pieceCount: Int) {
    let bytes = Array("\u{1B}[200~ab\rc\u{1B}[Ad\u{3}\u{1B}[201~".utf8)
    let whole = InputEvent.paste(Paste(text: "ab\rc\u{1B}[Ad\u{3}"))
    for first in 6..<bytes.count - 1 where bytes[first] != 0x03 {
      var decoder = InputDecoder()
      var events = decoder.feed(bytes[..<first]) + decoder.flush()
      let size = max(2, (bytes.count - first) / pieceCount)
      var start = first
      while start < bytes.count {
        let end = bytes.count - start < 2 * size ? bytes.count : start + size
        events += decoder.feed(bytes[start..<end]) + decoder.flush()
        start = end
      }
      #expect(events.count == 2 && events.last == whole, "\(first)")
      #expect(decoder.feed("q".utf8) == [.key(KeyPress(.character("q")))])
    }
  }

  @Test("A paste whose end is lost ends by a key that interrupts, and by another paste")
  func lostEnd() {
    for (key, press) in [
      ("\u{3}", KeyPress.control("c")), ("\u{1A}", .control("z")), ("\u{1C}", .control("\\")),
    ] {
      var decoder = InputDecoder()
      _ = decoder.feed("\u{1B}[200~abc".utf8)
      _ = decoder.flush()
      #expect(decoder.feed("x\r".utf8).isEmpty && decoder.flush().isEmpty)
      #expect(decoder.feed(key.utf8) == [.key(press)])
      #expect(decoder.feed("q".utf8) == [.key(KeyPress(.character("q")))])
    }
    var decoder = InputDecoder()
    _ = decoder.feed("\u{1B}[200~abc".utf8)
    _ = decoder.flush()
    #expect(
      decoder.feed("\u{1B}[200~whole\u{1B}[201~".utf8) == [.paste(Paste(text: "whole"))])
  }

  @Test("A sequence of a million parameters is dropped and costs no memory")
  func hostileLength() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}[".utf8)).isEmpty)
    #expect(decoder.feed(Array(repeating: 0x31, count: 1_000_000)).isEmpty)
    #expect(decoder.feed("Ab".utf8) == [.key(KeyPress(.character("b")))])
  }

  @Test("A reply without an end keeps the keyboard for 4 KiB at most", arguments: ["]", "P", "_"])
  func hostileReply(introducer: String) {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}\(introducer)".utf8).isEmpty)
    #expect(decoder.feed(Array(repeating: 0x78, count: 4096)).isEmpty)
    #expect(decoder.timeout == nil)
    #expect(decoder.feed("q".utf8) == [.key(KeyPress(.character("q")))])
  }

  @Test("Random bytes never trap, and end in a decoder that still reads keys")
  func fuzz() {
    var random = SplitMix(seed: 5)
    let alphabet: [UInt8] = [
      0x1B, 0x5B, 0x4F, 0x5D, 0x3B, 0x32, 0x30, 0x31, 0x7E, 0x41, 0xE6, 0x07,
    ]
    for _ in 0..<500 {
      var decoder = InputDecoder()
      for _ in 0..<Int.random(in: 1...80, using: &random) {
        let any = UInt8.random(in: .min ... .max, using: &random)
        let byte = Bool.random(using: &random) ? any : alphabet.randomElement(using: &random)!
        _ = decoder.feed(CollectionOfOne(byte))
      }
      _ = decoder.flush()
      #expect(decoder.feed("q".utf8) == [.key(KeyPress(.character("q")))])
    }
  }
}
