import Fetching
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Examples in comments: users") @MainActor
struct UserCommentExamples {
  private let folder = ScratchFolder()

  @Test("the accounts of a file as a list")
  func list() {
    let path = folder.write("accounts", "ann:$y$x\n".utf8)
    let model = ListViewModel(.accounts(in: HtpasswdAccountStore(path: path)))
    #expect(!model.state.hasLoaded, "It is read in the background.")
  }

  @Test("a form for another password")
  func newPassword() {
    let store = InMemoryAccountStore(taken: ["annika"])
    let model = SignupViewModel(purpose: .newPassword(of: "annika"), store: store)
    let username = model.username  // "annika", whatever the rules for new names say
    #expect(username == "annika")
  }

  private enum User {
    static func all(inJSON body: [UInt8]) throws -> [String] {
      [String(decoding: body, as: UTF8.self)]
    }
  }

  /// A service that accepts every password.
  private var transport: ScriptedTransport {
    ScriptedTransport { request in
      let body = request.method == .post ? #"{"token": "0123abcd"}"# : "ann"
      return .success(HTTPResponse(status: 200, body: Array(body.utf8)))
    }
  }

  @Test("what a service shows to those who sign in")
  func signedIn() async {
    let (transport, password) = (transport, "correct horse")
    let users = SignedInResource(
      HTTPRequest("https://example.org/users"),
      signIn: TokenSignIn(url: "https://example.org/login"), over: transport
    ) { answer in try User.all(inJSON: answer.body) }
    let shown = results {
      let model = SignInViewModel(users)
      (model.username, model.password) = ("ann", password)
      model.signIn()
      model.state.value  // nil while `isLoading`, then the users
    }
    #expect(shown.last == "nil")
    let credentials = UserCredentials(username: "ann", password: password)
    let arrival = await users.arrivals(for: credentials).outcome()
    #expect(try! arrival?.get().value == ["ann"])
  }

  @Test("a token, and who shows it")
  func token() async {
    let (transport, signIn) = (transport, TokenSignIn(url: "https://example.org/login"))
    let credentials = UserCredentials(username: "ann", password: "correct horse")
    let shown = results {
      let signIn = TokenSignIn(url: "https://example.org/login")
      signIn.token(for: credentials, over: transport)
    }
    #expect(shown.count == 1)
    let answers = results {
      let service = AuthorizedTransport(transport, for: "https://example.org") {
        signIn.token(for: credentials, over: transport)
      }
      service.response(to: HTTPRequest("https://example.org/users"))
    }
    #expect(answers.count == 1)
    var printed: [String] = []
    func print(_ value: Any) { printed.append("\(value)") }
    print(AccessToken("0123abcd")!)  // <secret>
    #expect(printed == ["<secret>"])
  }

  @Test("a removal, and its undoing")
  func removal() {
    let clock = VirtualTimeScheduler()
    let store = InMemoryAccountStore(taken: ["ann"])
    let model = AccountRemovalViewModel(store: store, scheduler: clock, background: clock)
    model.remove("ann")
    clock.advance(by: .zero)
    let names = model.state.undoable  // for ten seconds
    model.undo()
    #expect(names == ["ann"])
    clock.advance(by: .zero)
    #expect(model.state.outcome == .done(.undo(of: "ann")) && store.count == 1)
  }
}
