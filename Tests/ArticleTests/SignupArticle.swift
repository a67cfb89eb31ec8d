import Combine
import Foundation
import Testing

/// The sign-up forms of the articles, and of Combine's first presentation: published fields, from
/// which publishers follow that say if the form is good.
@Suite("Articles: a form of three fields") @MainActor
struct SignupArticle {
  final class SignUpFormViewModel: ObservableObject {
    // The fields.
    @Published var username = ""
    @Published var password = ""
    @Published var passwordAgain = ""
    // What follows from them.
    @Published var isValid = false
    @Published var usernameMessage = " "
    @Published var passwordMessage = " "

    private var cancellableSet: Set<AnyCancellable> = []

    private enum PasswordCheck { case valid, tooShort, weak, noMatch }

    private var isUsernameValidPublisher: AnyPublisher<Bool, Never> {
      $username
        .debounce(for: 0.5, scheduler: RunLoop.main)
        .removeDuplicates()
        .map { input in
          return input.count >= 3
        }
        .eraseToAnyPublisher()
    }

    private var isPasswordLongEnoughPublisher: AnyPublisher<Bool, Never> {
      $password
        .debounce(for: 0.5, scheduler: RunLoop.main)
        .removeDuplicates()
        .map { $0.count >= 8 }
        .eraseToAnyPublisher()
    }

    private var isPasswordStrongPublisher: AnyPublisher<Bool, Never> {
      $password
        .debounce(for: 0.2, scheduler: RunLoop.main)
        .removeDuplicates()
        .map { $0.strength }
        .map(\.isStrong)
        .eraseToAnyPublisher()
    }

    private var arePasswordsEqualPublisher: AnyPublisher<Bool, Never> {
      Publishers.CombineLatest($password, $passwordAgain)
        .debounce(for: 0.2, scheduler: RunLoop.main)
        .map { password, passwordAgain in
          return password == passwordAgain
        }
        .eraseToAnyPublisher()
    }

    private var isPasswordValidPublisher: AnyPublisher<PasswordCheck, Never> {
      Publishers.CombineLatest3(
        isPasswordLongEnoughPublisher, isPasswordStrongPublisher, arePasswordsEqualPublisher
      )
      .map { isLongEnough, isStrong, areEqual in
        if !isLongEnough { return .tooShort }
        if !isStrong { return .weak }
        return areEqual ? .valid : .noMatch
      }
      .eraseToAnyPublisher()
    }

    private var isFormValidPublisher: AnyPublisher<Bool, Never> {
      Publishers.CombineLatest(isUsernameValidPublisher, isPasswordValidPublisher)
        .map { isUsernameValid, isPasswordValid in
          return isUsernameValid && (isPasswordValid == .valid)
        }
        .eraseToAnyPublisher()
    }

    init() {
      isUsernameValidPublisher
        .receive(on: RunLoop.main)
        .map { valid in
          valid ? " " : "User name must at least have 3 characters"
        }
        .assign(to: \.usernameMessage, on: self)
        .store(in: &cancellableSet)

      isPasswordValidPublisher
        .receive(on: RunLoop.main)
        .map { check in
          switch check {
          case .tooShort: return "Password must at least have 8 characters"
          case .weak: return "Password not strong enough"
          case .noMatch: return "Passwords don't match"
          case .valid: return " "
          }
        }
        .assign(to: \.passwordMessage, on: self)
        .store(in: &cancellableSet)

      isFormValidPublisher
        .receive(on: RunLoop.main)
        .assign(to: \.isValid, on: self)
        .store(in: &cancellableSet)
    }
  }

  @Test("says in words what is wrong, then that the form is good")
  func form() async {
    let model = SignUpFormViewModel()
    (model.username, model.password) = ("anniek", "secret")
    #expect(await model.$passwordMessage.value { $0 != " " }?.hasSuffix("8 characters") == true)
    (model.password, model.passwordAgain) = ("Correct-horse-7", "Correct-horse")
    #expect(await model.$passwordMessage.value { $0.contains("match") } != nil)
    #expect(!model.isValid)
    model.passwordAgain = "Correct-horse-7"
    #expect(await model.$isValid.value { $0 } == true)
    #expect(await model.$passwordMessage.value { $0 == " " } != nil)
    #expect(model.usernameMessage == " ")
  }

  final class WizardModel {
    @Published var username: String = ""
    @Published var password: String = ""
    @Published var passwordAgain: String = ""
    private let taken = ["merlin"]

    func usernameAvailable(_ username: String, completion: (Bool) -> Void) {
      completion(!taken.contains(username))
    }

    var validatedPassword: AnyPublisher<String?, Never> {
      return Publishers.CombineLatest($password, $passwordAgain)
        .map { password, passwordAgain in
          guard password == passwordAgain, password.count > 8 else { return nil }
          return password
        }
        .map { ($0 ?? "") == "password1" ? nil : $0 }
        .eraseToAnyPublisher()
    }

    var validatedUsername: AnyPublisher<String?, Never> {
      return
        $username
        .debounce(for: 0.01, scheduler: RunLoop.main)
        .removeDuplicates()
        .flatMap { username in
          return Future { promise in
            self.usernameAvailable(username) { available in
              promise(.success(available ? username : nil))
            }
          }
        }
        .eraseToAnyPublisher()
    }

    var validatedCredentials: AnyPublisher<(String, String)?, Never> {
      return Publishers.CombineLatest(validatedUsername, validatedPassword)
        .receive(on: RunLoop.main)
        .map { username, password in
          guard let uname = username, let pwd = password else { return nil }
          return (uname, pwd)
        }
        .eraseToAnyPublisher()
    }
  }

  @Test("a name that a server must be asked about, by a future inside of flatMap")
  func wizard() async {
    let model = WizardModel()
    (model.username, model.password, model.passwordAgain) = ("merlin", "abracadabra", "abracadabra")
    var credentials: [String] = []
    let cancellable = model.validatedCredentials
      .sink { credentials.append($0.map { $0.0 } ?? "none") }
    _ = await model.validatedUsername.value { _ in true }
    model.username = "morgana"
    _ = await model.validatedCredentials.value { $0 != nil }
    cancellable.cancel()
    #expect(credentials == ["none", "morgana"])
  }

  final class EmailModel: ObservableObject {
    @Published var email = ""
    @Published var emailRepeated = ""

    var validatedEmail: AnyPublisher<String?, Never> {
      $email.combineLatest($emailRepeated) { email, repeated in
        guard email == repeated, email.contains("@"), email.count > 5 else { return nil }
        return email
      }
      .eraseToAnyPublisher()
    }
  }

  final class Button {
    var isEnabled = true
  }

  @Test("an address typed twice enables a button")
  func email() {
    let (model, button) = (EmailModel(), Button())
    let cancellable = model.validatedEmail
      .map { $0 != nil }
      .assign(to: \.isEnabled, on: button)
    #expect(!button.isEnabled)
    model.email = "ann@example.org"
    #expect(!button.isEnabled)
    model.emailRepeated = "ann@example.org"
    #expect(button.isEnabled)
    cancellable.cancel()
  }
}

/// How strong a password is.
private enum PasswordStrength {
  case weak, strong

  var isStrong: Bool { self == .strong }
}

extension String {
  fileprivate var strength: PasswordStrength {
    let sets: [(Character) -> Bool] = [
      \.isLowercase, \.isUppercase, \.isNumber, { !$0.isLetter && !$0.isNumber },
    ]
    return sets.allSatisfy { contains(where: $0) } ? .strong : .weak
  }
}
