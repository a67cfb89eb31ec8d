import Expressions
import Reactive
import ReactiveExtras
import Streams
import TestSupport
import Testing

@Suite("Documented examples: streams that are documents")
struct StreamExamples: ExampleSuite {
  let page = PrintedPage()
  private let clock = VirtualTimeScheduler()

  @Test("documents are run and drawn")
  func documents() throws {
    let numbers = StreamModel<StreamValue>(
      id: "numbers", name: "Numbers",
      items: (1...4).map { number in
        StreamItem(value: .integer(number), operators: [.delay(seconds: 1)])
      })
    let tens = StreamChain(
      id: "tens", name: "Odd tens", source: "numbers",
      operators: [.filter(expression: "%d % 2 == 1"), .map(expression: "%d * 10")])
    let library = StreamDocumentFile([.source(numbers), .chain(tens)]).library
    let values = try library.publisher(of: "tens", on: clock)
    let cancellable = values.sink { print($0) }
    clock.run()
    #expect(printed == ["10", "30"])
    cancellable.cancel()

    let timeline = try library.timeline(of: "tens")
    print(MarbleDiagram(MarbleTimeline(rows: [timeline.rows.last!])).text)
    // 0  1  2  3  4  seconds
    // ---10----30-|  map %d * 10
    #expect(printed.last == "0  1  2  3  4  seconds\n---10----30-|  map %d * 10")
  }

  @Test("expressions")
  func expressions() throws {
    let step: StreamExpression = "%d % 2 == 0 ? %d / 2 : 3 * value + 1"
    print(try step.result(of: [.integer(21)], for: .map)!)  // 64
    let typed = "%d +"
    do {
      _ = try StreamExpression(typed)
    } catch {
      print(error)  // column 5: a value was expected, not the end
    }
    #expect(printed == ["64", "column 5: a value was expected, not the end"])
  }
}
