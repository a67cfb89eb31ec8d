import TestSupport
import Testing

@testable import ViewModels

@Suite("The strength of a password")
struct PasswordStrengthTests {
  @Test(
    "comes with the one advice that would help most",
    arguments: [
      ("", .veryWeak, nil), ("a", .veryWeak, .tooShort),
      ("password", .veryWeak, .commonPassword), ("P@ssw0rd", .veryWeak, .commonPassword),
      ("drowssap", .veryWeak, .commonPassword), ("JENNIFER", .veryWeak, .commonPassword),
      ("Password1!", .weak, .commonWord), ("Summer2024!", .fair, .commonWord),
      ("ann.smith99", .veryWeak, .username), ("htims.nna7", .veryWeak, .username),
      ("asdfghjkl", .weak, .keyboardRun), ("zxcvbnm,./", .weak, .keyboardRun),
      ("1qaz2wsx", .fair, .keyboardRun), ("abcdefgh", .veryWeak, .sequence),
      ("87654", .veryWeak, .sequence), ("aaaaaaaa", .veryWeak, .repetition),
      ("xkqxkqxkqxkq", .weak, .repetition), ("1987", .veryWeak, .year),
      ("xkq8fzt", .fair, .tooShort), ("x7Kp2mQz9", .good, .tooShort),
      ("x7Kp2mQz9LwR", .strong, nil), ("kitchen table Oslo 1987", .strong, nil),
    ] as [(String, PasswordStrength.Score, PasswordAdvice?)])
  func table(password: String, score: PasswordStrength.Score, advice: PasswordAdvice?) {
    let strength = PasswordStrength(of: password, userInputs: ["ann.smith"])
    #expect(strength.score == score)
    #expect(strength.advice == advice)
  }

  @Test("is never lowered by a pattern to more guesses than its characters take one by one")
  func bounded() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<300 {
      let length = Int.random(in: 0...20, using: &generator)
      let password = String(
        (0..<length).map { _ in
          Character(Unicode.Scalar(UInt8.random(in: 32...126, using: &generator)))
        })
      let guesses = PasswordStrength(of: password).log10Guesses
      #expect(guesses >= 0 && guesses <= Double(length))
    }
  }

  @Test("hardly grows when a block is repeated")
  func repetition() {
    let once = PasswordStrength(of: "x7Kp").log10Guesses
    let often = PasswordStrength(of: String(repeating: "x7Kp", count: 8)).log10Guesses
    #expect(often > once && often < once + 2)
  }

  @Test("takes no more work for a million characters than for the first 128")
  func capped() {
    let block = "p@55w0rd!1aaqwerty2024"
    let long = String(repeating: block, count: 50_000)
    let cut = String(long.prefix(PasswordEstimate.maximumLength))
    #expect(PasswordStrength(of: long) == PasswordStrength(of: cut))
    #expect(PasswordText(long).patterns(userInputs: [long]).joined().count < 2000)
  }

  @Test("takes combining marks without end, and any code point there is")
  func oddInput() {
    let marks = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(PasswordStrength(of: marks).log10Guesses.isFinite)
    for value in stride(from: UInt32(0), to: 0x10FFFF, by: 997) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(repeating: Character(scalar), count: 5)
      #expect(PasswordStrength(of: text, userInputs: [text]).score == .veryWeak)
    }
  }

  @Test("has a word for each of its five steps, and a sentence for every advice")
  func words() {
    #expect(
      PasswordStrength.Score.allCases.map(\.word)
        == ["very weak", "weak", "fair", "good", "strong"])
    #expect(Set(PasswordAdvice.allCases.map(\.text)).count == PasswordAdvice.allCases.count)
  }

  @Test("rests on a list without repetitions or capitals")
  func list() {
    let words = CommonPasswords.words
    #expect(words.count >= 200)
    #expect(words.allSatisfy { $0 == $0.lowercased() && $0.count >= 3 })
    #expect(Set(words).count == words.count)
    #expect(
      words.map { CommonPasswords.rank(of: $0.unicodeScalars, hash: WordHash($0.unicodeScalars)) }
        == Array(1...words.count))
    #expect(
      CommonPasswords.rank(of: "zebra".unicodeScalars, hash: WordHash("123456".unicodeScalars))
        == nil, "a hash alone is no match")
  }
}
