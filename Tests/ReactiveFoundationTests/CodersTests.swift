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

  @Test("a dispatch queue's lengths are coded in nanoseconds under Combine's key")
  func codedStrides() throws {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    let text = try JSONEncoder().encode(Stride.milliseconds(5))
    #expect(String(decoding: text, as: UTF8.self) == #"{"_nanoseconds":5000000}"#)
    #expect(try JSONDecoder().decode(Stride.self, from: text) == .milliseconds(5))
  }

  @Test("a Record is coded as Combine does, and what is decoded is complete")
  func codedRecord() throws {
    let record = Record<Int, Never>(output: [1, 2], completion: .finished)
    let text = #"{"recording":{"output":[1,2],"completion":{"success":true}}}"#
    let coder = JSONEncoder()
    coder.outputFormatting = .sortedKeys
    let sorted = #"{"recording":{"completion":{"success":true},"output":[1,2]}}"#
    #expect(String(decoding: try coder.encode(record), as: UTF8.self) == sorted)
    let read = try JSONDecoder().decode(Record<Int, Never>.self, from: Data(text.utf8))
    #expect(read.recording.output == [1, 2])
  }

  @Test("to record more into a decoded recording traps")
  func completeRecording() async {
    await #expect(processExitsWith: .failure) {
      let text = Data(#"{"output":[1],"completion":{"success":true}}"#.utf8)
      var recording = try JSONDecoder().decode(Record<Int, Never>.Recording.self, from: text)
      recording.receive(2)
    }
  }
}
