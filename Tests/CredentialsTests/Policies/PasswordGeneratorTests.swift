import Credentials
import TestSupport
import Testing

@Suite("A generated password")
struct PasswordGeneratorTests {
  @Test(
    "fulfils the policy, whichever it is",
    arguments: [
      "classic", "nist", "nist2", "required: lower; minlength: 12",
      "required: upper; required: digit; allowed: lower; minlength: 16",
      "required: lower, upper; required: [-_]; max-consecutive: 2",
    ])
  func fulfilsPolicy(text: String) throws {
    let generator = PasswordGenerator(policy: try PasswordPolicy(text))
    var source = SplitMix(seed: 11)
    for _ in 0..<50 {
      for form in [PasswordGenerator.Form.words(5), .characters(20)] {
        let made = try generator.make(form, using: &source)
        let issue = generator.policy.rules.firstIssue(SignupInput(password: made.password))
        #expect(issue == nil)
      }
    }
  }

  @Test("counts the bits of its random choices alone")
  func bits() throws {
    var source = SplitMix(seed: 1)
    let words = try PasswordGenerator(policy: .nist).make(.words(4), using: &source)
    #expect(words.password.split { $0 == "-" }.count == 4)
    #expect(abs(words.bits - 4 * PasswordGenerator.bitsPerWord) < 0.001)
    #expect(PasswordGenerator.bitsPerWord > 11 && PasswordGenerator.wordCount > 2048)
    let characters = try PasswordGenerator(policy: .nist).make(.characters(16), using: &source)
    #expect(characters.password.count == 16 && Int(characters.bits) == 104)
    #expect("\(words)" == "<secret of \(Int(words.bits)) bits>")
  }

  @Test("is refused with a reason where there can be none")
  func impossible() throws {
    let pin = PasswordGenerator(policy: try PasswordPolicy("allowed: digit; minlength: 8"))
    #expect(throws: PasswordGeneratorError.noWords) { try pin.make(.words(4)) }
    #expect(try pin.make(.characters(12)).password.count == 12)
    let short = PasswordGenerator(policy: .classic)
    #expect { try short.make(.characters(4)) } throws: { "\($0)".contains("at least 8") }
  }
}
