import Expressions
import Reactive
import Streams
import TestSupport
import Testing

@Suite("Examples in comments: documents over inputs")
struct LiveCommentExamples: ExampleSuite {
  let page = PrintedPage()
  private let folder = ScratchFolder()

  private let file = StreamDocumentFile([
    .input(StreamInput(id: "prices", type: .number)),
    .chain(
      StreamChain(
        id: "tens", source: "prices",
        operators: [.filter(expression: "%d % 2 == 1"), .map(expression: "%d * 10")])),
  ])

  @Test("an input")
  func input() throws {
    let prices = StreamInput(id: "prices", name: "Prices", type: .number)
    // {"input": {"id": "prices", "name": "Prices", "type": "number"}}
    #expect(
      StreamDocument.input(prices).json.compactText
        == #"{"input":{"id":"prices","name":"Prices","type":"number"}}"#)
  }

  @Test("a library over an input")
  func library() throws {
    let library = file.library
    let prices = PassthroughSubject<StreamValue, Never>()
    let tens = try library.publisher(of: "tens", inputs: ["prices": prices])
      .sink { print($0) }
    prices.send(3)  // 30
    tens.cancel()
    #expect(printed == ["30"])
  }

  @Test("a place over an input")
  func place() throws {
    let source = StreamSource(.local(path: folder.write("s.json", file.bytes)))
    let prices = PassthroughSubject<StreamValue, Never>()
    let tens = source.publisher(of: "tens", inputs: ["prices": prices]).sink { print($0) }
    prices.send(5)
    tens.cancel()
    #expect(printed == ["50"])
  }

  @Test("a program as the source of an input")
  func source() throws {
    let source = StreamSource(.local(path: folder.write("s.json", file.bytes)))
    let prices = StreamInputSource.command(["seq", "3"])
    let tens = source.publisher(of: "tens", inputs: ["prices": prices.values(of: .number)])
    tens.sink { _ in }.cancel()
  }
}
