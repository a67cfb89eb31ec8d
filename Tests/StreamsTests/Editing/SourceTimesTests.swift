import Expressions
import Streams
import TestSupport
import Testing

@Suite("Values of a source that are moved in time")
struct SourceTimesTests {
  private let second = 1_000_000_000

  private func form(_ items: (StreamValue, [Operator])...) -> StreamForm {
    StreamForm(
      .source(
        StreamModel(id: "s", items: items.map { StreamItem(value: $0.0, operators: $0.1) })))
  }

  private func items(_ form: StreamForm) throws -> [StreamItem<StreamValue>] {
    guard case .source(let model) = try form.document() else { return [] }
    return model.items
  }

  @Test("The delay of a value grows and the next one's shrinks, so that later values stay")
  func later() throws {
    var form = form(
      (1, [.delay(seconds: 1)]), (2, [.delay(seconds: 1)]), (3, [.delay(seconds: 1)]))
    #expect(form.times == [second, 2 * second, 3 * second])
    #expect(form.moveItem(1, to: 2_500_000_000) == 1)
    #expect(
      try items(form).map(\.operators) == [
        [.delay(seconds: 1)], [.delay(seconds: 1.5)], [.delay(seconds: 0.5)],
      ])
    #expect(form.times == [second, 2_500_000_000, 3 * second])
    #expect(form.moveItem(1, to: 2 * second) == 1)
    #expect(try form.document() == StreamForm(form.document()).document())
    #expect(form.times == [second, 2 * second, 3 * second])
  }

  @Test("A value that passes another changes places with it, and no delay is negative")
  func passing() throws {
    var form = form(
      (1, [.delay(seconds: 1)]), (2, [.delay(seconds: 1)]), (3, [.delay(seconds: 1)]))
    #expect(form.moveItem(0, to: 2 * second) == 0)
    #expect(form.times == [2 * second, 2 * second, 3 * second])
    #expect(form.moveItem(0, to: 2_500_000_000) == 1)
    #expect(try items(form).map(\.value) == [2, 1, 3])
    #expect(form.times == [2 * second, 2_500_000_000, 3 * second])
    #expect(form.moveItem(2, to: -second) == 0)
    #expect(try items(form).map(\.value) == [3, 2, 1])
    #expect(form.times == [0, 2 * second, 2_500_000_000])
  }

  @Test("The last value takes the end along, and one without a delay gets one")
  func ends() throws {
    var form = form((1, []), (2, [.map(expression: "%d * 2")]))
    #expect(form.times == [0, 0])
    #expect(form.moveItem(1, to: 250_000_000) == 1)
    #expect(
      try items(form).map(\.operators) == [
        [], [.delay(seconds: 0.25), .map(expression: "%d * 2")],
      ])
  }

  @Test("Several delays of a value become one where they change, and stay where they do not")
  func several() throws {
    var form = form(
      (1, [.delay(seconds: 1), .map(expression: "%d"), .delay(seconds: 1)]),
      (2, [.delay(seconds: 1)]))
    #expect(form.moveItem(1, to: 5 * second) == 1)
    #expect(try items(form)[0].operators.count == 3)
    #expect(form.moveItem(0, to: second / 2) == 0)
    #expect(
      try items(form)[0].operators == [.delay(seconds: 0.5), .map(expression: "%d")])
    #expect(form.times == [second / 2, 5 * second])
  }

  @Test("Where other operators decide when values come, nothing is moved")
  func unknown() throws {
    var form = form((1, [.delay(seconds: 1), .debounce(seconds: 1)]), (2, []))
    let before = form
    #expect(form.times == nil && form.moveItem(0, to: 0) == nil && form == before)
    var typed = self.form((1, [.delay(seconds: 1)]))
    #expect(typed.moveItem(7, to: 0) == nil)
    typed[.parameter(.init(item: 0, index: 0), "seconds")] = "x"
    #expect(typed.times == nil)
    #expect(StreamForm(.chain(StreamChain(id: "c", source: "s"))).times == nil)
  }

  @Test("Whatever is moved wherever, all other values stay at their times")
  func random() throws {
    var random = SplitMix(seed: 11)
    for _ in 0..<300 {
      var form = StreamForm(
        .source(
          StreamModel(
            id: "s",
            items: (0..<Int.random(in: 1...6, using: &random)).map { number in
              StreamItem(
                value: .integer(number),
                operators: Bool.random(using: &random)
                  ? [] : [.delay(seconds: Double(Int.random(in: 0...8, using: &random)) / 4)])
            })))
      func places(_ form: StreamForm) throws -> [StreamValue: Int] {
        Dictionary(
          uniqueKeysWithValues: zip(try items(form).map(\.value), try #require(form.times)))
      }
      let before = try places(form)
      let index = Int.random(in: 0..<before.count, using: &random)
      let value = try items(form)[index].value
      let time = Int.random(in: 0...50, using: &random) * second / 10
      let moved = form.moveItem(index, to: time)
      let place = try #require(moved)
      #expect(try items(form)[place].value == value)
      var expected = before
      expected[value] = time
      #expect(try places(form) == expected)
      let times = form.times ?? []
      #expect(times == times.sorted())
    }
  }
}
