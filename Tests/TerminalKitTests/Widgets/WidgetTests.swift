import TerminalKit
import TestSupport
import Testing

@Suite("Widgets as frames of text")
struct WidgetTests {
  private func canvas(
    _ width: Int, _ height: Int, symbols: Symbols = .unicode, _ draw: (inout Canvas) -> Void
  ) -> Canvas {
    var canvas = Canvas(size: Size(width, height), symbols: symbols)
    draw(&canvas)
    return canvas
  }

  @Test("Message rows say with a symbol and words what the colour says too")
  func messages() {
    var golden = GoldenFrames("MessageRow")
    let rows: [MessageRow] = [
      MessageRow(kind: .hint, text: "3-20 letters, digits, _"),
      MessageRow(kind: .success, text: "free"),
      MessageRow(kind: .failure, text: "taken – try ann_b2"),
      MessageRow(kind: .pending, text: "checking"),
      MessageRow(kind: .neutral, text: "was taken"),
      MessageRow(kind: .warning, text: "All capitals – is Caps Lock on?"),
      MessageRow(kind: .failure, text: ""),
    ]
    for (title, symbols) in [("symbols", Symbols.unicode), ("ASCII", .ascii)] {
      golden.add(
        title,
        canvas(24, rows.count, symbols: symbols) { canvas in
          for (y, row) in rows.enumerated() { row.draw(in: canvas.bounds.row(y), on: &canvas) }
        })
    }
    golden.add(
      "labels",
      canvas(12, 4) { canvas in
        Label(text: "left").draw(in: canvas.bounds.row(0), on: &canvas)
        Label(text: "中", style: .bold, alignment: .center).draw(
          in: canvas.bounds.row(1), on: &canvas)
        Label(text: "right", alignment: .trailing).draw(in: canvas.bounds.row(2), on: &canvas)
        Label(text: "longer than that", alignment: .trailing)
          .draw(in: canvas.bounds.row(3), on: &canvas)
      })
    golden.expectUnchanged()
  }

  @Test("Buttons show their focus without colour")
  func buttons() {
    var golden = GoldenFrames("Button")
    for (title, symbols) in [("symbols", Symbols.unicode), ("ASCII", .ascii)] {
      golden.add(
        title,
        canvas(16, 3, symbols: symbols) { canvas in
          Button(label: "Register").draw(in: canvas.bounds.row(0), on: &canvas, isFocused: false)
          Button(label: "Register", look: .waiting)
            .draw(in: canvas.bounds.row(1), on: &canvas, isFocused: false)
          Button(label: "Register").draw(in: canvas.bounds.row(2), on: &canvas, isFocused: true)
        })
    }
    golden.expectUnchanged()
  }

  @Test("Meters and progress bars always carry words")
  func bars() {
    var golden = GoldenFrames("Bar")
    let words = ["", "very weak", "weak", "fair", "good", "strong"]
    for (title, symbols) in [("meter", Symbols.unicode), ("meter in ASCII", .ascii)] {
      golden.add(
        title,
        canvas(28, 7, symbols: symbols) { canvas in
          for level in 0...5 {
            Meter(level: level, steps: 5, word: words[level])
              .draw(in: canvas.bounds.row(level), on: &canvas)
          }
          Meter(level: 9, steps: 5, word: "strong")
            .draw(in: Rect(x: 0, y: 6, width: 8, height: 1), on: &canvas)
        })
    }
    for (title, symbols, width) in [
      ("progress in ASCII", Symbols.ascii, 30), ("progress, too narrow for a bar", .unicode, 11),
    ] {
      golden.add(
        title,
        canvas(width, 2, symbols: symbols) { canvas in
          ProgressBar(fraction: nil, label: "--:--").draw(in: canvas.bounds.row(0), on: &canvas)
          ProgressBar(fraction: 0.35, label: "1:07").draw(in: canvas.bounds.row(1), on: &canvas)
        })
    }
    golden.add(
      "progress",
      canvas(30, 6) { canvas in
        ProgressBar(fraction: nil, label: "--:--").draw(in: canvas.bounds.row(0), on: &canvas)
        ProgressBar(fraction: 0).draw(in: canvas.bounds.row(1), on: &canvas)
        ProgressBar(fraction: 0.333, label: "1:07").draw(in: canvas.bounds.row(2), on: &canvas)
        ProgressBar(fraction: 0.999).draw(in: canvas.bounds.row(3), on: &canvas)
        ProgressBar(fraction: 7).draw(in: canvas.bounds.row(4), on: &canvas)
        ProgressBar(fraction: .nan, label: "x").draw(in: canvas.bounds.row(5), on: &canvas)
      })
    golden.expectUnchanged()
  }

  @Test("The footer leaves out whole hints, the least important first")
  func footer() {
    var golden = GoldenFrames("Footer")
    let footer = Footer(hints: [
      KeyHint("⇥", "next"), KeyHint("^S", "register"), KeyHint("Esc", "cancel"),
    ])
    for width in [40, 24, 6, 3] {
      golden.add("\(width) columns", canvas(width, 1) { footer.draw(in: $0.bounds, on: &$0) })
    }
    golden.add("ASCII", canvas(40, 1, symbols: .ascii) { footer.draw(in: $0.bounds, on: &$0) })
    golden.expectUnchanged()
  }

  @Test("A footer's hints stand in their order, and the most important ones stay longest")
  func rankedFooter() {
    let footer = Footer(hints: [
      KeyHint("⇥", "next", rank: 1), KeyHint("⇧⇥", "back", rank: 3),
      KeyHint("^S", "register", rank: 2), KeyHint("Esc", "cancel"), KeyHint("F1", "help"),
    ])
    func line(_ width: Int, _ symbols: Symbols = .unicode) -> String {
      canvas(width, 1, symbols: symbols) { footer.draw(in: $0.bounds, on: &$0) }.lines[0]
    }
    #expect(line(60) == "⇥ next · ⇧⇥ back · ^S register · Esc cancel · F1 help")
    #expect(line(50) == "⇥ next · ^S register · Esc cancel · F1 help")
    #expect(line(40) == "⇥ next · Esc cancel · F1 help")
    #expect(line(20) == "Esc cancel · F1 help")
    #expect(line(19) == "Esc cancel")
    #expect(line(31, .ascii) == "Tab next | Esc cancel | F1 help")
    #expect(line(30, .ascii) == "Esc cancel | F1 help", "In ASCII a sign may take a word.")
  }

  @Test("Marks say where a page goes on, in words where there is room for them")
  func scrollMarks() {
    func lines(_ text: String, _ visible: Range<Int>, height: Int = 2) -> [String] {
      canvas(16, height) { canvas in
        canvas.write(text, at: Point(0, height - 1))
        ScrollMarks(visible: visible, of: 0..<9, words: ("more above", "more below"))
          .draw(in: canvas.bounds, on: &canvas)
      }.lines
    }
    #expect(lines("", 0..<2) == ["", "    more below ↓"])
    #expect(lines("", 1..<3) == ["    more above ↑", "    more below ↓"])
    #expect(lines("", 7..<9) == ["    more above ↑", ""])
    #expect(lines("a", 0..<2) == ["", "a   more below ↓"])
    #expect(lines("ab", 0..<2) == ["", "ab             ↓"], "Words do not touch words.")
    #expect(lines("", 0..<9) == ["", ""])
    #expect(lines("", 1..<2, height: 1) == ["    more above ↑"])
  }

  @Test("The dialog asks over the screen and keeps by default")
  func dialog() {
    var golden = GoldenFrames("Dialog")
    var dialog = Dialog(
      question: "Discard what you typed?", answers: ["Discard", "Keep editing"], focus: 1)
    let frame = canvas(46, 7) { canvas in
      canvas.fill(canvas.bounds, with: ".")
      dialog.draw(in: canvas.bounds, on: &canvas)
    }
    golden.add("wide", frame)
    golden.add("narrow", canvas(20, 8) { dialog.draw(in: $0.bounds, on: &$0) })
    golden.add("narrow and low", canvas(20, 5) { dialog.draw(in: $0.bounds, on: &$0) })
    golden.add("ASCII", canvas(46, 5, symbols: .ascii) { dialog.draw(in: $0.bounds, on: &$0) })
    let long = Dialog(
      question: "Leave before the answer comes? The account may already exist.",
      answers: ["Leave", "Wait"], focus: 1)
    golden.add("a long question", canvas(46, 8) { long.draw(in: $0.bounds, on: &$0) })
    golden.add("very small", canvas(3, 2) { dialog.draw(in: $0.bounds, on: &$0) })
    golden.expectUnchanged()

    #expect(dialog.handle(.key(KeyPress(.character("y")))) == .open)
    #expect(dialog.handle(.key(KeyPress(.enter))) == .chosen(1))
    #expect(dialog.handle(.key(KeyPress(.tab))) == .open)
    #expect(dialog.handle(.key(KeyPress(.enter))) == .chosen(0))
    #expect(dialog.handle(.key(KeyPress(.tab, .shift))) == .open)
    #expect(dialog.handle(.key(KeyPress(.character(" ")))) == .chosen(1))
    #expect(dialog.handle(.key(KeyPress(.escape))) == .dismissed)
    #expect(dialog.handle(.paste(Paste(text: " "))) == .open)
  }

  @Test("The key overlay scrolls when it is longer than the screen")
  func keyHelp() {
    var golden = GoldenFrames("KeyHelp")
    var help = KeyHelp(
      title: "Keys",
      hints: [
        KeyHint("⇥ ↓", "next field"), KeyHint("⇧⇥ ↑", "field before"),
        KeyHint("^R", "show or hide the password"), KeyHint("^S", "register"),
      ])
    golden.add("all of it", canvas(44, 8) { help.draw(in: $0.bounds, on: &$0) })
    golden.add("ASCII", canvas(44, 8, symbols: .ascii) { help.draw(in: $0.bounds, on: &$0) })
    golden.add("narrow", canvas(30, 8) { help.draw(in: $0.bounds, on: &$0) })
    golden.add("very narrow", canvas(20, 12) { help.draw(in: $0.bounds, on: &$0) })
    golden.add("too low", canvas(44, 4) { help.draw(in: $0.bounds, on: &$0) })
    let staysOpen = (0..<9).map { _ in help.handle(.key(KeyPress(.down))) }
    #expect(staysOpen.allSatisfy { $0 })
    golden.add("scrolled to the end", canvas(44, 4) { help.draw(in: $0.bounds, on: &$0) })
    _ = help.handle(.key(KeyPress(.up)))
    golden.add("and one up at once", canvas(44, 4) { help.draw(in: $0.bounds, on: &$0) })
    let notes = [
      MessageRow(kind: .failure, text: "Password needs at least 8 characters"),
      MessageRow(kind: .hint, text: "Password:"), MessageRow(kind: .success, text: "a digit"),
    ]
    var whole = KeyHelp(title: "Help", notes: notes, hints: help.hints)
    golden.add("notes", canvas(50, 11) { whole.draw(in: $0.bounds, on: &$0) })
    golden.add("notes, narrow", canvas(20, 8) { whole.draw(in: $0.bounds, on: &$0) })
    golden.expectUnchanged()
    let openAfterFocus = help.handle(.focus(false))
    let openAfterPaste = help.handle(.paste(Paste(text: "x")))
    let openAfterEscape = help.handle(.key(KeyPress(.escape)))
    #expect(openAfterFocus && openAfterPaste)
    #expect(!openAfterEscape)
  }

  @Test("A sparkline keeps peaks and shows gaps")
  func sparkline() {
    var golden = GoldenFrames("Sparkline")
    let values: [Double?] = [0, 1, 2, 3, nil, nil, 6, 7, 7, 0]
    golden.add(
      "as wide as its values",
      canvas(10, 1) { Sparkline(values: values).draw(in: $0.bounds, on: &$0) })
    golden.add("wider", canvas(14, 1) { Sparkline(values: values).draw(in: $0.bounds, on: &$0) })
    golden.add(
      "two values a column", canvas(5, 1) { Sparkline(values: values).draw(in: $0.bounds, on: &$0) }
    )
    golden.add(
      "ASCII with a fixed scale",
      canvas(10, 1, symbols: .ascii) {
        Sparkline(values: values, maximum: 14).draw(in: $0.bounds, on: &$0)
      })
    golden.add(
      "nothing but gaps",
      canvas(5, 1) { Sparkline(values: [nil, nil]).draw(in: $0.bounds, on: &$0) })
    golden.expectUnchanged()
    #expect(Sparkline(values: values).scale == 7)
  }

  @Test("As a curve grows only its last bar changes, until the row is full")
  func growingSparkline() {
    var values: [Double?] = [9]
    var before = canvas(8, 1) { Sparkline(values: values).draw(in: $0.bounds, on: &$0) }
    for count in 2...64 {
      values.append(Double(count * 7 % 10))
      let after = canvas(8, 1) { Sparkline(values: values).draw(in: $0.bounds, on: &$0) }
      let changes = (0..<8).count { before[$0, 0] != after[$0, 0] }
      let isHalved = [9, 17, 33].contains(count)
      #expect(changes <= 1 || isHalved, "with the value number \(count)")
      #expect(after.lines[0].count == (count + share(count) - 1) / share(count))
      before = after
    }
    func share(_ count: Int) -> Int { count <= 8 ? 1 : count <= 16 ? 2 : count <= 32 ? 4 : 8 }
  }

  @Test("A terminal too small says so and how to get away, down to one row")
  func tooSmall() {
    var golden = GoldenFrames("TooSmallNotice")
    let notice = TooSmallNotice(needed: Size(40, 12), keys: ["Esc quits"])
    for size in [Size(24, 5), Size(10, 3), Size(12, 1), Size(0, 0)] {
      golden.add(
        "\(size.width)×\(size.height)", canvas(size.width, size.height) { notice.draw(on: &$0) })
    }
    golden.add("ASCII", canvas(20, 3, symbols: .ascii) { notice.draw(on: &$0) })
    let question = TooSmallNotice(
      needed: Size(20, 6), question: "Discard your text?",
      keys: ["^C discards", "Esc keeps editing"]
    )
    for height in (1...5).reversed() {
      golden.add("asking, \(height) rows", canvas(19, height) { question.draw(on: &$0) })
    }
    golden.expectUnchanged()
  }

  /// The rest of a frame on a terminal without colours.
  private func colourless(_ width: Int, _ height: Int, _ draw: (inout Canvas) -> Void) -> String {
    let frame = canvas(width, height, draw)
    let attributes = frame.cells.map { "\($0.style.attributes.rawValue)" }.joined()
    return frame.lines.joined(separator: "\n") + attributes
  }

  @Test("Without colours every state still looks like no other")
  func colourless() {
    let states: [[(inout Canvas) -> Void]] = [
      [.hint, .success, .failure, .pending, .warning].map { kind in
        { MessageRow(kind: kind, text: "taken").draw(in: $0.bounds, on: &$0) }
      },
      [(false, .ready), (true, .ready), (false, .waiting)].map { isFocused, look in
        { Button(label: "Go", look: look).draw(in: $0.bounds, on: &$0, isFocused: isFocused) }
      },
      (0...1).map { focus in
        { Dialog(question: "?", answers: ["A", "B"], focus: focus).draw(in: $0.bounds, on: &$0) }
      },
      (0...2).map { page in
        { canvas in
          var tabs = Tabs(["A", "B", "C"])
          tabs.select(page)
          tabs.draw(in: canvas.bounds, on: &canvas)
        }
      },
      (0...2).map { row in
        { canvas in
          var table = Table(
            columns: [.init(title: "T", width: 3)], state: ListState(isSelectable: true))
          for _ in 0...row {
            table.draw(0..<3, in: canvas.bounds, on: &canvas) { row, _ in "\(row)" }
            if table.state.selection != row { _ = table.handle(KeyPress(.down)) }
          }
          canvas.fill(canvas.bounds)
          table.draw(0..<3, in: canvas.bounds, on: &canvas) { row, _ in "\(row)" }
        }
      },
      (0...5).map { level in
        { Meter(level: level, steps: 5, word: "w").draw(in: $0.bounds, on: &$0) }
      },
      [nil, 0, 0.5, 1].map { part in
        { ProgressBar(fraction: part).draw(in: $0.bounds, on: &$0) }
      },
      [false, true].map { isFocused in
        { canvas in
          var field = TextField(noun: "a name")
          field.draw(in: canvas.bounds, on: &canvas, isFocused: isFocused)
        }
      },
    ]
    for looks in states {
      let frames = looks.map { colourless(24, 6, $0) }
      #expect(Set(frames).count == looks.count, "\(frames.first ?? "")")
    }
  }

  @Test("Every widget draws in every small size without trapping or leaving its place")
  func smallSizes() {
    for width in 0...9 {
      for height in 0...4 {
        let place = Rect(x: 2, y: 1, width: width, height: height)
        let frame = canvas(14, 7) { canvas in
          canvas.clipped(to: canvas.bounds) { canvas in
            var field = TextField(noun: "a name")
            field.setText("漢字 and more")
            field.draw(in: place, on: &canvas, isFocused: true)
            MessageRow(kind: .failure, text: "wrong").draw(in: place, on: &canvas)
            Button(label: "Register").draw(in: place, on: &canvas, isFocused: true)
            Meter(level: 3, steps: 5, word: "fair").draw(in: place, on: &canvas)
            ProgressBar(fraction: 0.5, label: "x").draw(in: place, on: &canvas)
            Sparkline(values: [1, 2, 3]).draw(in: place, on: &canvas)
            Footer(hints: [KeyHint("a", "b")]).draw(in: place, on: &canvas)
            Dialog(question: "Really?", answers: ["Yes", "No"], focus: 1)
              .draw(in: place, on: &canvas)
            var help = KeyHelp(title: "Keys", hints: [KeyHint("a", "b"), KeyHint("c", "d")])
            help.draw(in: place, on: &canvas)
            Tabs(["Map", "漢字"]).draw(in: place, on: &canvas)
            for isSelectable in [false, true] {
              var table = Table(
                columns: [.init(title: "One", width: 4), .init(title: "Two", width: 4, rank: 1)],
                placeholder: "nothing", state: ListState(isSelectable: isSelectable))
              for count in [0, 1, 9] {
                table.draw(0..<count, in: place, on: &canvas) { row, _ in "漢字 \(row)" }
              }
            }
            DotCanvas(size: place.size).draw(in: place, on: &canvas)
          }
        }
        for y in 0..<7 {
          for x in 0..<14 where !place.contains(Point(x, y)) {
            #expect(frame[x, y] == .blank, "\(width)×\(height) at \(x),\(y)")
          }
        }
      }
    }
  }
}
