import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Documented examples: callbacks and asynchronous functions")
struct AsyncExamples: ExampleSuite {
  let page = PrintedPage()

  private struct User: Sendable, Equatable { let name: String }
  private typealias LoadError = TestError

  private struct Repository: Sendable {
    func users() async throws -> [User] { [User(name: "ann")] }
  }

  private struct Model {
    func fetch() -> AnyPublisher<[User], any Error> {
      TaskPublisher { try await Repository().users() }.eraseToAnyPublisher()
    }
  }

  @Test("a function with a completion handler made of a publisher")
  func callback() {
    let users = Just([User(name: "ann")]).setFailureType(to: LoadError.self)
    var answers: [Result<[User]?, LoadError>] = []
    func load(completion: @escaping (Result<[User]?, LoadError>) -> Void) {
      users.callback(completion)
    }
    load { answers.append($0) }
    #expect(answers == [.success([User(name: "ann")])])
  }

  @Test("a publisher's first value, awaited")
  func firstValue() async throws {
    let model = Model()
    let users = try await model.fetch().firstValue()
    #expect(users == [User(name: "ann")])
  }

  @Test("a publisher made of an asynchronous function, which a cancel cancels as well")
  func task() {
    let repository = Repository()
    func show(_ users: [User]) {}
    let users = TaskPublisher { try await repository.users() }
    let cancellable = users.sink(receiveCompletion: { print($0) }, receiveValue: { show($0) })
    cancellable.cancel()  // cancels the task as well
    #expect(printed.isEmpty)
  }

  @Test("a future of an asynchronous function, which runs once")
  func future() async throws {
    let repository = Repository()
    func show(_ users: [User]) {}
    let users = Future { try await repository.users() }
    let cancellable = users.sink(receiveCompletion: { print($0) }, receiveValue: { show($0) })
    #expect(try await users.value == [User(name: "ann")])
    cancellable.cancel()
  }
}
