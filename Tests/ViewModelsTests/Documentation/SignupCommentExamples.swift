import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@testable import Credentials

@Suite("Examples in comments: signing up, and how strong a password is") @MainActor
struct SignupCommentExamples: @MainActor ExampleSuite {
  let page = PrintedPage()

  @Test("a form, and what it says")
  func form() {
    var cancellables: Set<AnyCancellable> = []
    let shown = results {
      let model = SignupViewModel()
      model.$passwordMessage.sink { print($0) }.store(in: &cancellables)
      model.username = "annika"
      model.password = "Correct-horse-7"
      model.confirmPassword = "Correct-horse-7"
      model.isValid  // true, at once
    }
    #expect(shown == ["true"])
  }

  @Test("texts that a publisher enters")
  func assigned() {
    let names = PassthroughSubject<String, Never>()
    let model = SignupViewModel()
    let shown = results {
      names.assign(to: &model.$username)
    }
    names.send("annika")
    #expect(shown == [] && model.username == "annika")
  }

  @Test("a password that is suggested")
  func suggestion() {
    let model = SignupViewModel()
    let shown = results {
      model.suggestPassword()
      model.isPasswordSuggested  // true, until it is accepted or taken back
    }
    #expect(shown == ["true", "true"])
  }

  @Test("a verdict and its texts")
  func verdict() {
    let shown = results {
      let verdict = SignupRules().verdict(
        SignupInput(username: "annika", password: "secret", confirmation: "secret"))
      verdict.usernameMessage  // " "
      verdict.passwordMessage  // "Password needs at least 8 characters"
      verdict.isValid  // false
    }
    #expect(shown == [#"" ""#, #""Password needs at least 8 characters""#, "false"])
    let counted = results {
      var counts = SignupFields(repeating: 0)
      counts[.password] += 1
      counts.password  // 1
    }
    #expect(counted == ["1"])
  }

  @Test("what a name may be made of")
  func names() throws {
    let shown = results {
      IdentifierClass.contains("ж")  // true
      IdentifierClass.contains("²")  // false: a compatibility form of 2
    }
    #expect(shown == ["true", "false"])
    let policy = UsernamePolicy.standard
    let store = InMemoryAccountStore(taken: ["annika", "racer1"])
    let issue = results {
      UsernamePolicy.standard.rules.firstIssue("7sisters")?.code.rawValue  // "usernameStart"
    }
    #expect(issue == [#""usernameStart""#])
    let other = try results {
      try policy.alternative(to: "annika", isTaken: store.contains)  // "annika2"
      try policy.alternative(to: "racer1", isTaken: store.contains)  // "racer2"
    }
    #expect(other == [#""annika2""#, #""racer2""#])
  }

  @Test("what a password must be")
  func passwords() throws {
    let shown = try results {
      let generator = PasswordGenerator(policy: .classic)
      try generator.make(.words(5)).password  // such as "Cotton-saddle-marble-dinner-uncle-3"
      try generator.make(.characters(20)).password  // such as "w8Xq_…"
    }
    #expect(shown[0].count(where: { $0 == "-" }) == 5 && shown[1].count >= 22)
    let issue = results {
      PasswordNote("CORRECT HORSE")  // .allCapitals
      PasswordPolicy.classic.rules.firstIssue(SignupInput(password: "secret"))?.code.rawValue
      // "passwordTooShort"
    }
    #expect(issue == [".allCapitals", #""passwordTooShort""#])
    let policies = try results {
      try PasswordPolicy("classic")
      try PasswordPolicy("required: lower; required: upper, digit; minlength: 12")
    }
    #expect(policies.count == 2)
  }

  @Test("how strong a password is")
  func strength() {
    let shown = results {
      let strength = PasswordStrength(of: "Manchester1!")
      strength.score  // .weak
      strength.advice?.warning  // .commonPassword
      PasswordStrength(of: "qwertyuiop").advice?.text
      // "Common passwords are tried first; choose another"
    }
    #expect(
      shown == [
        ".weak", ".commonPassword", #""Common passwords are tried first; choose another""#,
      ])
  }

  @Test("words of one's own")
  func words() throws {
    let folder = ScratchFolder()
    let path = folder.write("words", "perspicacious\n".utf8)
    let shown = try results {
      let words = try WordList(path: path)
      PasswordStrength(of: "perspicacious", words: words).score  // .veryWeak
    }
    #expect(shown == [".veryWeak"])
    folder.remove()
  }
}
