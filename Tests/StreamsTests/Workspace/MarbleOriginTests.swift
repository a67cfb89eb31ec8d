import Expressions
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@MainActor @Suite("Marbles of computed rows that are moved with what made them")
struct MarbleOriginTests {
  private let time = VirtualTimeScheduler()
  private let folder = ScratchFolder()
  private let second = 1_000_000_000
  private var store: StreamStore { StreamStore(path: folder.file("streams.json")) }

  /// A lab with a source of the numbers 1 to 4, one a second, another of letters, and a document
  /// over them, all at their end.
  private func lab(_ documents: StreamDocument...) throws -> StreamWorkspace {
    let letters = (1...2).map { number in
      StreamItem<StreamValue>(
        value: .text("L\(number)"), operators: [.delay(seconds: number == 1 ? 1.5 : 2)])
    }
    let file = StreamDocumentFile(
      [StreamDocument.defaults[0], .source(StreamModel(id: "letters", items: letters))] + documents)
    try store.save(file, over: (try? store.load()) ?? .absent)
    let lab = StreamWorkspace(
      source: StreamSource(.local(path: store.path)), scheduler: time)
    time.advance(by: .seconds(30))
    return lab
  }

  private func chain(_ operators: Operator..., source: String = "serial-a") -> StreamDocument {
    .chain(StreamChain(id: "c", source: source, operators: operators))
  }

  private func row(_ lab: StreamWorkspace, _ id: String = "c") throws -> WorkspaceRow {
    try #require(lab.rows.last { $0.stream.id == id })
  }

  /// Moves the second marble of the document by half a second.
  private func moveSecond(_ lab: StreamWorkspace) throws -> StreamWorkspace.MarbleOutcome {
    let row = try row(lab)
    let marble = try #require(row.recording.marble(1))
    return lab.moveMarble(1, of: row, to: marble.nanoseconds - row.recording.start + second / 2)
  }

  private func origin(_ lab: StreamWorkspace, _ marble: Int) throws -> MarbleOrigin {
    try MarbleOrigins(rows: lab.rows) {
      lab.file($0.file)?.content?.library.documents[$0.id]
    }.origin(of: marble, in: row(lab))
  }

  @Test(
    "A value that operators send as it comes, or so much later, moves the one that made it",
    arguments: [
      ([], 1), ([.filter(expression: "%d % 2 == 0")], 3),
      ([.map(expression: "%d * 10"), .filter(expression: "%d > 10")], 2),
      ([.scan(initialValue: 0, expression: "%d + %d")], 1), ([.removeDuplicates], 1),
      ([.distinct(key: nil)], 1), ([.dropFirst(count: 2)], 3), ([.prefix(count: 3)], 1),
      ([.timestamp()], 1), ([.delay(seconds: 3)], 1),
      ([.groupBy(key: "1", fold: StreamFold(initialValue: 0, expression: "%d + %d"))], 1),
      ([.withLatestFrom(stream: "letters", expression: nil)], 2),
    ] as [([Operator], Int)])
  func moved(operators: [Operator], item: Int) throws {
    let lab = try lab(
      .chain(StreamChain(id: "c", source: "serial-a", operators: operators)))
    let origin = try origin(lab, 1)
    #expect(origin.stream.id == "serial-a" && origin.marble == item)
    let row = try row(lab)
    let time = try #require(row.recording.marble(1)).nanoseconds - row.recording.start
    let outcome = lab.moveMarble(1, of: row, to: time + second / 4)
    guard case .changed = outcome else {
      Issue.record("\(outcome)")
      return
    }
    var times = [1, 2, 3, 4].map { $0 * second }
    times[item] += second / 4
    #expect(lab.form(of: origin.stream)?.times == times)
    // Everything else of the row is where it was.
    #expect(
      try self.row(lab).recording.marbles.count == row.recording.marbles.count
        || outcome == .changed(marble: nil))
  }

  @Test(
    "What is made of several values says so",
    arguments: [
      .reduce(initialValue: 0, expression: "%d + %d"), .count, .collect(count: 2),
      .window(.count(2), function: .sum), .rate(seconds: 1), .sort(key: nil, descending: true),
      .zip(stream: "letters", expression: nil), .combineLatest(stream: "letters", expression: nil),
      .flatMap(stream: "letters", expression: nil), .groupBy(key: "1", fold: nil),
      .throttle(seconds: 0.25, latest: false), .debounce(seconds: 0.25), .sample(seconds: 1),
      .merge(stream: "letters"), .append(stream: "letters"), .prepend(stream: "letters"),
    ] as [Operator])
  func several(step: Operator) throws {
    let lab = try lab(chain(step))
    #expect(
      lab.moveMarble(0, of: try row(lab), to: 0)
        == .refused(
          "“\(step.kind.rawValue)” combines values, or sets its own times; move one of "
            + "its input values."))
    #expect(lab.editedText(of: 0, in: try row(lab)) == nil && !lab.hasChanges)
  }

  @Test("A value of a union or a join says why it is not moved")
  func others() throws {
    let union = try self.lab(
      .union(StreamUnion(id: "c", kind: .merge, sources: ["serial-a", "letters"])))
    #expect(union.refusal(of: 0, in: try row(union))?.hasPrefix("“merge” combines values") == true)
    let join = try self.lab(
      .join(StreamJoin(id: "c", kind: .zip, sources: ["serial-a", "letters"])))
    #expect(join.refusal(of: 0, in: try row(join))?.hasPrefix("“zip” combines values") == true)
    #expect(
      join.refusal(of: 2, in: try row(join)) == "The end comes with the last value.")
  }

  @Test("A computed value's own is edited, through chains of chains, and the marble is found again")
  func edited() throws {
    let lab = try lab(
      .chain(
        StreamChain(id: "b", source: "serial-a", operators: [.filter(expression: "%d > 1")])),
      chain(.map(expression: "%d * 10"), source: "b"))
    #expect(lab.editedText(of: 1, in: try row(lab)) == "3")
    #expect(lab.setMarble(1, of: try row(lab), to: "7") == .changed(marble: 1))
    #expect(try row(lab).recording.marble(1)?.text == "70")
    // Past another one.
    #expect(lab.moveMarble(1, of: try row(lab), to: 5 * second) == .changed(marble: 2))
    #expect(try row(lab).recording.marble(2)?.text == "70")
    #expect(lab.setMarble(2, of: try row(lab), to: "0") == .changed(marble: nil))
    #expect(try row(lab).recording.marbles.count == 3)
    #expect(lab.undo()?.id == "serial-a" && !lab.hasChanges)
  }

  @Test("Of several values of one instant each is found where none was left out")
  func oneInstant() throws {
    let items = [5, 6, 5, 7].map { StreamItem<StreamValue>(value: .integer($0)) }
    let lab = try lab(
      .source(StreamModel(id: "s", items: items)),
      chain(.filter(expression: "%d > 4"), .map(expression: "%d * 2"), source: "s"))
    #expect(try (0..<4).map { try origin(lab, $0).marble } == [0, 1, 2, 3])
    let failing = try self.lab(
      .source(StreamModel(id: "s", items: items)),
      chain(.map(expression: "1 / (%d - 6)"), source: "s"))
    #expect(
      failing.refusal(of: 0, in: try row(failing))
        == "Cannot tell which of several values “map” made this from.")
  }

  @Test("Items with operators of their own are moved, and those that send nothing are passed over")
  func items() throws {
    let items: [StreamItem<StreamValue>] = [
      StreamItem(value: 1, operators: [.delay(seconds: 1), .filter(expression: "%d > 1")]),
      StreamItem(
        value: 2, operators: [.delay(seconds: 1), .scan(initialValue: 0, expression: "%d + %d")]),
      StreamItem(value: 3, operators: [.delay(seconds: 1), .count]),
      StreamItem(value: 4, operators: [.delay(seconds: 1), .dropFirst(count: 1)]),
      StreamItem(value: 5, operators: [.delay(seconds: 1)]),
    ]
    let lab = try lab(.source(StreamModel(id: "c", items: items)))
    #expect(try row(lab).recording.marbles.compactMap(\.text) == ["2", "1", "5"])
    #expect(lab.editedText(of: 1, in: try row(lab)) == "3")
    #expect(lab.moveMarble(1, of: try row(lab), to: 7 * second / 2) == .changed(marble: 1))
    #expect(try row(lab).recording.marble(1)?.nanoseconds == 7 * second / 2)
    #expect(try row(lab).recording.marble(2)?.nanoseconds == 5 * second)
  }
}
