import Combine
import Foundation
import ReactiveExtras
import Testing

/// The articles on users that are fetched: a function with a callback becomes a publisher, which is
/// composed with others; so does one that is asynchronous.
@Suite("Articles: users that are fetched") @MainActor
struct ResourceArticle {
  struct User: Equatable, Identifiable {
    let id: Int
    let name: String
  }

  struct UserDTO {
    let identifier: Int
    let firstName: String
    let lastName: String
  }

  enum LoadError: Error { case offline, wrongPassword }

  final class UserRepository {
    var result: Result<[UserDTO], Error>
    private(set) var loads = 0

    init(_ result: Result<[UserDTO], Error>) { self.result = result }

    func load(completion: @escaping (Result<[UserDTO], Error>) -> Void) {
      loads += 1
      completion(result)
    }
  }

  struct AsyncRepository {
    func users() async throws -> [User] { [User(id: 7, name: "Zoe")] }
    func failing() async throws -> [User] { throw LoadError.offline }
  }

  final class Logger {
    private(set) var lines: [String] = []
    func log(_ error: Error) { lines.append("\(error)") }
  }

  final class UsersViewModel: ObservableObject {
    @Published private(set) var users: [User] = []
    @Published private(set) var isLoading = false

    private let loader: () -> AnyPublisher<[User], Error>
    private var cancellable: AnyCancellable?

    init(loader: @escaping () -> AnyPublisher<[User], Error>) {
      self.loader = loader
    }

    func load() {
      isLoading = true
      cancellable = loader()
        .receive(on: DispatchQueue.main)
        .sink(
          receiveCompletion: { [weak self] _ in
            self?.isLoading = false
          },
          receiveValue: { [weak self] users in
            self?.users = users
          })
    }
  }

  private let ann = UserDTO(identifier: 1, firstName: "Ann", lastName: "Berg")

  @Test("a future with a promise, deferred, maps and logs, and fills the view model")
  func composed() async {
    let repository = UserRepository(.success([ann]))
    let logger = Logger()
    let model = UsersViewModel {
      Deferred {
        Future { promise in
          repository.load { result in
            promise(result)
          }
        }
      }
      .map { $0.map(User.init) }
      .logErrors(to: logger)
      .eraseToAnyPublisher()
    }
    #expect(repository.loads == 0)
    model.load()
    #expect(model.isLoading)
    _ = await model.$isLoading.value { !$0 }
    #expect(model.users == [User(id: 1, name: "Ann Berg")])
    repository.result = .failure(LoadError.offline)
    model.load()
    _ = await model.$isLoading.value { !$0 }
    #expect(model.users == [User(id: 1, name: "Ann Berg")])
    #expect(logger.lines == ["offline"])
  }

  @Test("a future of a method that takes a completion handler")
  func method() async throws {
    let repository = UserRepository(.success([ann]))
    let publisher = Deferred { Future(repository.load) }
      .map { $0.map(User.init) }
      .eraseToAnyPublisher()
    #expect(try await publisher.firstValue() == [User(id: 1, name: "Ann Berg")])
    #expect(repository.loads == 1)
  }

  @Test("a future of an asynchronous function")
  func asynchronous() async throws {
    let repository = AsyncRepository()
    let users = Future { try await repository.users() }
    #expect(try await users.value == [User(id: 7, name: "Zoe")])
    let model = UsersViewModel {
      Deferred {
        Future {
          try await repository.users()
        }
      }
      .eraseToAnyPublisher()
    }
    model.load()
    _ = await model.$users.value { !$0.isEmpty }
    #expect(model.users.map(\.name) == ["Zoe"])
    let failing = Future<[User], Error> { try await repository.failing() }
    await #expect(throws: LoadError.offline) { try await failing.value }
  }

  @Test("signing in comes first: nobody fetches after a wrong password")
  func signIn() async {
    let repository = UserRepository(.success([ann]))
    func authenticate(_ password: String) -> AnyPublisher<Void, Error> {
      Future { promise in
        password == "right" ? promise(.success(())) : promise(.failure(LoadError.wrongPassword))
      }
      .eraseToAnyPublisher()
    }
    let logger = Logger()
    func loader(password: String) -> AnyPublisher<[User], Error> {
      authenticate(password)
        .flatMap { Future(repository.load) }
        .map { $0.map(User.init) }
        .logErrors(to: logger)
        .eraseToAnyPublisher()
    }
    await #expect(throws: LoadError.wrongPassword) {
      try await loader(password: "wrong").firstValue()
    }
    #expect(repository.loads == 0)
    #expect(logger.lines == ["wrongPassword"])
    #expect(try! await loader(password: "right").firstValue()?.count == 1)
  }
}

extension ResourceArticle.User {
  init(_ dto: ResourceArticle.UserDTO) {
    self.init(id: dto.identifier, name: "\(dto.firstName) \(dto.lastName)")
  }
}

extension Publisher {
  fileprivate func logErrors(to logger: ResourceArticle.Logger) -> AnyPublisher<Output, Failure> {
    handleEvents(receiveCompletion: { completion in
      if case let .failure(error) = completion {
        logger.log(error)
      }
    })
    .eraseToAnyPublisher()
  }
}
