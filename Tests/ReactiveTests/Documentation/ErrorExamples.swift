import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Documented examples: errors and coding")
struct ErrorExamples: ExampleSuite {
  let page = PrintedPage()

  private enum ReadError: Error {
    case unreadable(LoadError)
  }

  @Test("going on with something else")
  func catching() {
    func load() -> Fail<Int, LoadError> { Fail(error: .offline) }
    let cached = 7
    let recovered = example {
      load().catch { _ in Just(cached) }
    }
    shows("7") { recovered }
    let choosy = example {
      load().tryCatch { error in
        guard error == .offline else { throw error }
        return Just(cached)
      }
    }
    shows("7") { choosy }
    shows("0") {
      Fail<Int, ParseError>(error: .empty).replaceError(with: 0)  // 0
    }
    shows("1, 2") {
      [1, 2].publisher.setFailureType(to: ParseError.self).assertNoFailure("numbers")  // 1, 2
    }
  }

  @Test("changing the error")
  func changing() {
    func load() -> Fail<Int, LoadError> { Fail(error: .offline) }
    let changed = example {
      load().mapError { ReadError.unreadable($0) }
    }
    var isChanged = false
    let cancellable = changed.sink { completion in
      if case .failure(.unreadable(.offline)) = completion { isChanged = true }
    } receiveValue: { _ in
    }
    #expect(isChanged)
    cancellable.cancel()
    let numbers = Fail<Int, ParseError>(error: .empty)
    let longer = example {
      Just(1).setFailureType(to: ParseError.self).append(numbers)
    }
    shows("1, fails with empty") { longer }
  }

  @Test("trying again")
  func retrying() {
    var loads = 0
    func load() -> some Publisher<Int, LoadError> {
      Deferred {
        loads += 1
        return Fail<Int, LoadError>(error: .busy)
      }
    }
    let again = example {
      load().retry(3)
    }
    shows("fails with busy") { again }
    #expect(loads == 4)
  }

  @Test("trying again while the failure allows it")
  func retryingWhile() {
    var attempts = 0
    func load() -> some Publisher<Int, LoadError> {
      Deferred {
        attempts += 1
        return Fail<Int, LoadError>(error: attempts < 3 ? .busy : .offline)
      }
    }
    let patient = example {
      load().retry { $0 == .busy }
    }
    shows("fails with offline") { patient }
    #expect(attempts == 3)
  }

  @Test("failures as values")
  func materializing() {
    func load() -> some Publisher<Int, LoadError> {
      Just(1).setFailureType(to: LoadError.self).append(Fail(error: .offline))
    }
    let events = example {
      load().materialize()  // .value(1), .failure(.offline), then it finishes
    }
    var seen: [Event<Int, LoadError>] = []
    var hasFinished = false
    let cancellable = events.sink { _ in
      hasFinished = true
    } receiveValue: {
      seen.append($0)
    }
    #expect(seen.count == 2)
    if case .value(1)? = seen.first, case .failure(.offline)? = seen.last {
      print("value, failure")
    }
    #expect(printed == ["value, failure"])
    #expect(hasFinished)
    cancellable.cancel()
    shows("1, 2") {
      [1, 2].publisher.materialize().dematerialize()  // 1, 2
    }
  }

  private struct Person: Codable { let name: String }

  /// Stands in for Foundation's, which this target does not link.
  private struct JSONEncoder: TopLevelEncoder {
    func encode<T: Encodable>(_ value: T) throws -> String { "\((value as? Person)?.name ?? "")" }
  }

  /// Stands in for Foundation's, which this target does not link.
  private struct JSONDecoder: TopLevelDecoder {
    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
      guard let person = Person(name: text) as? T else { throw ParseError.empty }
      return person
    }
  }

  @Test("coding")
  func coding() {
    let people = [Person(name: "Ann")].publisher
    let encoded = example {
      people.encode(encoder: JSONEncoder())  // Data
    }
    shows(#""Ann""#) { encoded }
    let bodies = ["Ben"].publisher
    let decoded = example {
      bodies.decode(type: Person.self, decoder: JSONDecoder())
    }
    shows(#""Ben""#) { decoded.map(\.name) }
  }
}
