import Streams
import Reactive
import ReactiveExtras
import Testing

@Suite("A stream as a publisher")
struct StreamPublisherTests {
  let time = VirtualTimeScheduler()

  @Test(
    "Each value's delay starts when the one before has ended"
  )
  func serial() {
    let stream = StreamModel(
      id: "a", items: (1...4).map { StreamItem(value: $0, operators: [.delay(seconds: 1)]) })
    #expect(
      time.emissions(of: stream.toPublisher(on: time)) == [
        "1 s: 1", "2 s: 2", "3 s: 3", "4 s: 4", "4 s: finished",
      ])
  }

  @Test("The operators of an item are applied in their order")
  func order() {
    let add = Operator.map(expression: "%d + 1")
    let double = Operator.map(expression: "%d * 2")
    #expect(
      StreamItem(value: 5, operators: [add, double]).toPublisher(on: time).valuesAtOnce == [12])
    #expect(
      StreamItem(value: 5, operators: [double, add]).toPublisher(on: time).valuesAtOnce == [11])
    #expect(
      StreamItem(value: 5, operators: [.filter(expression: "%d < 6"), add])
        .toPublisher(on: time).valuesAtOnce == [6])
    #expect(
      StreamItem(value: 5, operators: [add, .filter(expression: "%d < 6")])
        .toPublisher(on: time).valuesAtOnce == [])
  }

  @Test("The items of a stream are appended in their order")
  func items() {
    let stream = StreamModel(
      id: "a",
      items: [
        StreamItem(value: "A"), StreamItem(value: "B"),
        StreamItem(value: "C", operators: [.delay(seconds: 2)]), StreamItem(value: "D"),
      ])
    #expect(
      time.emissions(of: stream.toPublisher(on: time)) == [
        "0 s: A", "0 s: B", "2 s: C", "2 s: D", "2 s: finished",
      ])
  }

  @Test("A stream without items completes at once")
  func empty() {
    let empty = StreamModel<Int>(id: "b")
    #expect(time.emissions(of: empty.toPublisher(on: time)) == ["0 s: finished"])
  }

  @Test("A failure names the stream and the operator")
  func failures() {
    var failures: [String] = []
    let stream = StreamModel(
      id: "a", name: "Serial",
      items: [StreamItem(value: 0, operators: [.map(expression: "1 % %d")])])
    _ = stream.toPublisher(on: time) { failures.append($0.description) }.valuesAtOnce
    #expect(failures == ["Serial, map 1 % %d: column 3: 1 % 0 is a division by zero"])
  }

  @Test("A stream of 20,000 values with operators is run without using up the stack")
  func long() {
    let items = (0..<20_000).map {
      StreamItem(value: $0, operators: [.map(expression: "%d + 1")])
    }
    let stream = StreamModel(id: "a", items: items).toPublisher(on: time)
    #expect(stream.valuesAtOnce.last == 20_000)
  }
}
