import Combine
import Foundation
import Streams
import Testing
import ViewModels

/// The articles on streams that are data: coded, kept, sent elsewhere, and made into publishers.
@Suite("Articles: streams as data") @MainActor
struct StreamArticle {
  @Test("a stream of values, each after a second, as JSON and back")
  func model() throws {
    let streamA = StreamModel(
      id: UUID(), name: "Serial Stream A", description: nil,
      stream: [1, 2].map { StreamItem(value: $0, operators: [.delay(seconds: 1)]) })
    let data = try JSONEncoder().encode(streamA)
    let decoded = try JSONDecoder().decode(StreamModel<Int>.self, from: data)
    #expect(decoded == streamA)
    #expect(UUID(uuidString: decoded.id) != nil)
    #expect(decoded.stream.map(\.value) == [1, 2])
  }

  @Test("items with operators, one after the other")
  func publisher() async {
    var stream = StreamModel<Int>(id: UUID(), name: "A", description: "odd ones", stream: [])
    stream.stream.append(
      StreamItem(value: 1, operators: [.delay(seconds: 0.01), .map(expression: "%d * 10")]))
    stream.stream.append(StreamItem(value: 2, operators: [.filter(expression: "%d != 2")]))
    stream.stream.append(StreamItem(value: 3, operators: []))
    var values: [Int] = []
    for await value in stream.toPublisher().values { values.append(value) }
    #expect(values == [10, 3])
  }

  @Test("operators over a stream, folded in their order")
  func operators() async {
    let operators: [Operator] = [
      .dropFirst(count: 1), .filter(expression: "%d != 3"), .map(expression: "%d * 2"),
      .scan(initialValue: 0, expression: "%d + %d"),
    ]
    let publisher = operators.reduce([1, 2, 3, 4].publisher.eraseToAnyPublisher()) {
      $1.applyPublisher($0)
    }
    var values: [Int] = []
    for await value in publisher.values { values.append(value) }
    #expect(values == [4, 12])
  }
}

/// The names of the article for the parts of a stream.
extension StreamModel {
  init(
    id: some CustomStringConvertible, name: String? = nil, description: String? = nil,
    stream: [StreamItem<Value>]
  ) {
    self.init(id: id.description, name: name, description: description, items: stream)
  }

  var stream: [StreamItem<Value>] {
    get { items }
    set { items = newValue }
  }
}
