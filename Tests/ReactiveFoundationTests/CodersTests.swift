import Foundation
import Reactive
import ReactiveFoundation
import Testing

@Suite("Foundation's coders")
struct CodersTests {
  struct Point: Codable, Equatable {
    var x: Int
    var name: String
  }

  let points = [Point(x: 1, name: "a"), Point(x: -2, name: "ö")]

  @Test("what JSONEncoder writes JSONDecoder reads")
  func json() async throws {
    let texts = points.publisher.encode(encoder: JSONEncoder())
    var read: [Point] = []
    for try await point in texts.decode(type: Point.self, decoder: JSONDecoder()).values {
      read.append(point)
    }
    #expect(read == points)
    let cancellable = texts.sink(receiveCompletion: { _ in }) { (data: Data) in
      #expect(String(decoding: data, as: UTF8.self).contains("\"x\":"))
    }
    cancellable.cancel()
  }

  @Test("what PropertyListEncoder writes PropertyListDecoder reads")
  func propertyList() async throws {
    var read: [Point] = []
    for try await point in points.publisher.encode(encoder: PropertyListEncoder())
      .decode(type: Point.self, decoder: PropertyListDecoder()).values
    {
      read.append(point)
    }
    #expect(read == points)
  }

  @Test("what cannot be read fails the stream with the decoder's error")
  func failure() async {
    let texts = [Data("{\"x\": 1, \"name\": \"a\"}".utf8), Data("{\"x\": 1}".utf8)].publisher
    var iterator = texts.decode(type: Point.self, decoder: JSONDecoder()).values
      .makeAsyncIterator()
    #expect(try! await iterator.next() == points[0])
    await #expect(throws: DecodingError.self) { _ = try await iterator.next() }
  }
}
