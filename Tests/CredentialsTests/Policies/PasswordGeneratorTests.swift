import TestSupport
import Testing

@testable import Credentials

@Suite("A generated password")
struct PasswordGeneratorTests {
  @Test(
    "fulfils the policy, whichever it is",
    arguments: [
      "classic", "passphrase", "nist", "nist2", "required: lower; minlength: 12",
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

  @Test("is of ordinary words of four to eight letters, each once, and of no name or brand")
  func words() throws {
    #expect(PasswordGenerator.wordCount == 4096 && PasswordGenerator.bitsPerWord == 12)
    let words = (0..<PasswordGenerator.wordCount).map(PassphraseWordTable.word)
    #expect(Set(words).count == words.count)
    #expect(words.allSatisfy { (4...8).contains($0.utf8.count) })
    #expect(words.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } })
    for bad in ["hedwig", "cadillac", "hell", "alonso", "kill", "naked", "paris", "netflix"] {
      #expect(!words.contains(bad))
    }
  }

  @Test("for a policy of passphrases is of words alone, without a capital and a digit")
  func passphrase() throws {
    var source = SplitMix(seed: 3)
    let made = try PasswordGenerator(policy: .passphrase).make(.words(4), using: &source)
    #expect(made.bits == 48 && made.password.split(separator: "-").count == 4)
    #expect(made.password.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) })
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
