import Credentials
import Forms
import PostgresAccounts
import TerminalForms
import TerminalKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the sign-up form fills in.
struct Signup: Sendable {
  var name = ""
  var password = ""

  static let fields: [FormField<Signup>] = [
    .text("name", \.name, .required, .maximumLength(32)),
    .secret("password", \.password, .required, .minimumLength(8)),
  ]

  static let messages: ValidationMessages = {
    var messages = ValidationMessages.forms
    messages.templates["taken"] = "The name is taken; choose another"
    messages.templates["refused"] = "The account was not made; see below"
    return messages
  }()
}

/// Accounts that several machines share: `signup` shows a form; `add`, `passwd` and `login` take a
/// password in the first line of standard input.
@main @MainActor
struct Accounts {
  static let usage = "usage: Accounts create | signup | add NAME | login NAME | passwd NAME | list"

  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let store = PostgresAccountStore()
    do {
      switch (words.first, words.dropFirst().first) {
      case ("create", nil): try store.createTable()
      case ("signup", nil): try signUp(store)
      case ("add", let name?): try store.add(name, password: password())
      case ("passwd", let name?): try store.changePassword(of: name, to: password())
      case ("login", let name?):
        guard try store.verify(name, password: password()) else {
          fail("Wrong name or password.", status: 1)
        }
        print("The password for \(name) is correct.")
      case ("list", nil): for account in try store.list() { print(account.name) }
      default: fail(usage, status: 2)
      }
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func signUp(_ store: PostgresAccountStore) throws {
    let loop = try EventLoop()
    let form = FormViewModel(
      Signup(), fields: Signup.fields, messages: Signup.messages,
      scheduler: LoopScheduler(loop: loop)
    ) { signup in
      do throws(AccountError) { try store.add(signup.name, password: signup.password) } catch {
        if case .taken = error { throw FormRejection(ValidationIssue("taken"), at: "name") }
        throw FormRejection(ValidationIssue("refused"))
      }
    }
    guard case .submitted(let signup) = try FormScreen(form, title: "A new account").run(on: loop)
    else { fail("No account was made.", status: 1) }
    print("The account \(signup.name) is made.")
  }

  private static func password() -> String { readLine() ?? "" }

  private static func fail(_ sentence: String, status: Int32) -> Never {
    let line = Array("Accounts: \(sentence)\n".utf8)
    _ = write(2, line, line.count)
    exit(status)
  }
}
