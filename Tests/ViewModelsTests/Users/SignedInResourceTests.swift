import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("What a service shows to those who sign in") @MainActor
struct SignedInResourceTests {
  private let clock = VirtualTimeScheduler()
  private let folder = ScratchFolder()
  private let service = Service()
  private let model: SignInViewModel<String>

  /// A service that knows one password, and whose tokens are numbers.
  private final class Service: Sendable {
    struct State {
      var password = "hunter2"
      var token = 0
      var isDown = false
      var log: [String] = []
    }
    let state = Locked(State())

    var transport: ScriptedTransport {
      ScriptedTransport { [self] request in
        state.withLock { state in
          if state.isDown { return .failure(.unreachable(request.address, reason: "it is down")) }
          if request.method == .post {
            state.log.append("sign in")
            guard request.body?.contains(state.password) == true else {
              return .success(HTTPResponse(status: 401))
            }
            state.token += 1
            return .success(
              HTTPResponse(status: 200, body: Array(#"{"token":"\#(state.token)"}"#.utf8)))
          }
          let isRight = request.headers["Authorization"] == "Bearer \(state.token)"
          state.log.append(isRight ? "users" : "refused")
          return .success(
            HTTPResponse(status: isRight ? 200 : 401, body: Array("ann, bea".utf8)))
        }
      }
    }

    var log: [String] { state.withLock { $0.log } }
  }

  init() {
    model = Self.model(service, clock, cache: ResponseCache(folder: folder.file("answers")))
  }

  private static func model(
    _ service: Service, _ clock: VirtualTimeScheduler, cache: ResponseCache?
  ) -> SignInViewModel<String> {
    SignInViewModel(
      SignedInResource(
        HTTPRequest("https://example.org/users"),
        signIn: TokenSignIn(url: "https://example.org/login"), over: service.transport,
        cache: cache, background: clock
      ) { $0.text },
      scheduler: clock)
  }

  private func signIn(_ password: String = "hunter2", to model: SignInViewModel<String>? = nil) {
    let model = model ?? self.model
    (model.username, model.password) = ("ann", password)
    model.signIn()
    clock.run()
  }

  @Test("The right password gets a token, and with it the users")
  func right() {
    signIn()
    #expect(model.state.value == "ann, bea")
    #expect(service.log == ["sign in", "users"])
    #expect(model.password.isEmpty)
    model.reload()
    clock.run()
    #expect(service.log == ["sign in", "users", "users"])
  }

  @Test("A wrong password is forgotten and asked for again")
  func wrong() {
    signIn("hunter3")
    #expect(!model.isSignedIn)
    #expect(model.password.isEmpty)
    #expect(
      model.message
        == "The sign-in at https://example.org/login was refused (status 401). "
        + "Check the name and the password.")
    signIn()
    #expect(model.isSignedIn)
  }

  @Test("A token that has run out is got again once, without asking the user")
  func renewed() {
    signIn()
    service.state.withLock { $0.token = 70 }
    model.reload()
    clock.run()
    #expect(service.log == ["sign in", "users", "refused", "sign in", "users"])
    #expect(model.state.error == nil)
  }

  @Test("A password that has been changed meanwhile leaves the old users, with the error")
  func changed() {
    signIn()
    service.state.withLock { ($0.token, $0.password) = (70, "other") }
    model.reload()
    clock.run()
    #expect(model.state.value == "ann, bea")
    #expect((model.state.error as? ResourceError)?.isRefusedAccess == true)
    #expect(service.log == ["sign in", "users", "refused", "sign in"])
  }

  @Test("What is on disk is shown to nobody who has not signed in, nor to another user")
  func disk() {
    signIn()
    let cache = ResponseCache(folder: folder.file("answers"))
    let next = Self.model(service, clock, cache: cache)
    var shown: [String] = []
    let subscription = next.$state.sink { if let value = $0.value { shown.append(value) } }
    signIn("hunter3", to: next)
    #expect(shown == [])
    (next.username, next.password) = ("bea", "hunter2")
    next.signIn()
    clock.run()
    #expect(shown.count == 2, "the service's answer, on its way and there")
    subscription.cancel()
  }

  @Test("No answer keeps the password for the next try")
  func down() {
    service.state.withLock { $0.isDown = true }
    signIn()
    #expect(!model.isSignedIn)
    #expect(model.password == "hunter2")
    service.state.withLock { $0.isDown = false }
    model.signIn()
    clock.run()
    #expect(model.isSignedIn)
  }

  @Test("Signing out forgets the users, and the next one signs in anew")
  func signOut() {
    signIn()
    model.signOut()
    #expect(!model.isSignedIn)
    model.reload()
    clock.run()
    #expect(service.log == ["sign in", "users"])
    signIn()
    #expect(service.log == ["sign in", "users", "sign in", "users"])
  }
}
