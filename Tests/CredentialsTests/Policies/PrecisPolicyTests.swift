import Credentials
import Forms
import TestSupport
import Testing

/// The username policy after RFC 8265, UsernameCaseMapped.
@Suite("A username policy for any one alphabet")
struct PrecisPolicyTests {
  private let policy = UsernamePolicy.precis

  private func code(_ name: String) -> ValidationIssue.Code? {
    policy.rules.firstIssue(policy.canonical(name))?.code
  }

  @Test(
    "takes a name in one alphabet, with the marks and digits that belong to it",
    arguments: [
      "annika", "Jose\u{301}", "Straße", "юлия", "Σίσυφος", "張偉", "田中さん", "カタカナ",
      "김민수", "דנה1", "سارة", "سارة۱۲", "अनिता", "สมชาย", "ann.marie", "ann@home", "7up", "եվա",
      "ნინო", "ᎠᏂ", "ọlá", "straßenbahn+1", "ﾀﾅｶ", "ᾳα",
    ])
  func accepted(name: String) {
    #expect(code(name) == nil, "\(policy.rules.firstIssue(policy.canonical(name)) as Any)")
  }

  @Test(
    "stores it in lower case, composed and at its usual width",
    arguments: [
      ("ANNIKA", "annika"), (" Ｍａｘ７ ", "max7"), ("JOSE\u{301}", "jos\u{E9}"), ("ﾀﾅｶ", "タナカ"),
      ("ｶﾞｶ", "ガカ"), ("ЮЛИЯ", "юлия"), ("STRAßE", "straße"),
    ])
  func mapped(typed: String, stored: String) {
    #expect(policy.canonical(typed).unicodeScalars.elementsEqual(stored.unicodeScalars))
  }

  @Test(
    "refuses letters of two scripts in one name, and names them",
    arguments: [
      ("раypal", "Cyrillic", "Latin"), ("paypаl", "Latin", "Cyrillic"),
      ("αnnika", "Greek", "Latin"), ("annikα1", "Latin", "Greek"), ("юлιя", "Cyrillic", "Greek"),
      ("annaա", "Latin", "Armenian"), ("ᎠnnaᏂ", "Cherokee", "Latin"), ("さ김", "Hiragana", "Hangul"),
      ("юさ", "Cyrillic", "Hiragana"), ("निবা", "Devanagari", "Bengali"),
    ])
  func mixture(name: String, first: String, second: String) {
    let rules = SignupRules(usernamePolicy: policy)
    #expect(
      rules.verdict(SignupInput(username: name)).usernameMessage
        == "Username mixes \(first) and \(second) letters; use those of one alphabet")
  }

  @Test(
    "takes Latin letters beside those of Japanese, Chinese and Korean, which are written together",
    arguments: ["ann田中", "annさん", "ann김", "タナカtaro", "ann張ㄅ"])
  func together(name: String) {
    #expect(code(name) == nil)
  }

  @Test(
    "refuses what is no letter of a name: forms, signs, blanks, what cannot be seen",
    arguments: [
      "ann²", "Ⅳann", "ﬁona", "ſam", "ann ika", "ann\u{200B}ika", "ann\u{AD}ika", "ann\u{202E}ika",
      "☃ann", "ann\u{1F600}", "ann:ika", "#annika", "ann/ika", "an\u{200D}n", "ann\u{640}",
      "\u{1100}\u{302E}", "an·ika", "\u{E000}ann", "ㄱㄴ",
    ])
  func forbidden(name: String) {
    #expect(code(name) == .usernameForbiddenCharacter || code(name) == .usernameStartOther)
  }

  @Test(
    "takes a few characters beside those that they belong to only",
    arguments: [
      ("col·lega", true), ("co·llega", false), ("क्\u{200D}षमा", true), ("क\u{200D}षमा", false),
      ("タナ・カ", true), ("ann・a", false), ("א׳ב", true), ("ab׳", false), ("αα͵β", true),
    ])
  func context(name: String, isAccepted: Bool) {
    #expect((code(name) == nil) == isAccepted, "\(code(name) as Any)")
  }

  @Test(
    "refuses a name that can be read from either end, or has digits of several kinds",
    arguments: [
      ("1דנה", .usernameDirection), ("דנה.", .usernameDirection),
      ("سارة١۲", .usernameMixedDigits), ("anna१1", .usernameMixedDigits),
      ("דנהann", .usernameMixedScripts),
    ] as [(String, ValidationIssue.Code)])
  func direction(name: String, expected: ValidationIssue.Code) {
    #expect(code(name) == expected)
  }

  @Test("begins with a letter or a digit, not with a mark or a sign", arguments: [".ann", "-ann"])
  func start(name: String) {
    #expect(code(name) == .usernameStartOther)
    #expect(code("\u{301}ann") == .usernameStartOther)
  }

  @Test("has one key for names that would be taken for each other, reserved ones among them")
  func keys() {
    #expect(policy.uniquenessKey("ＡＮＮ") == policy.uniquenessKey("ann"))
    #expect(policy.uniquenessKey("STRASSE") == policy.uniquenessKey("Straße"))
    #expect(policy.uniquenessKey("ﾀﾅｶ") == policy.uniquenessKey("タナカ"))
    #expect(code("ＡＤＭＩＮ") == .usernameReserved)
    #expect(code("ａｄｍｉｎ１") == .usernameReserved)
  }

  @Test("stores what is stored already as it is, and the key of both is one, of 20,000 names")
  func idempotent() {
    var random = SplitMix(seed: 8265)
    let rules = policy.rules
    let ranges: [ClosedRange<UInt32>] = [
      0x21...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x5F4, 0x600...0x7FF, 0x900...0xDFF,
      0x13A0...0x13FF, 0x1C80...0x1CBF, 0x1E00...0x1FFF, 0x2100...0x2188, 0x3040...0x30FF,
      0xAB70...0xABBF, 0xFF01...0xFFDC,
    ]
    for _ in 0..<20_000 {
      var name = ""
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let range = ranges.randomElement(using: &random)!
        if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
          name.unicodeScalars.append(scalar)
        }
      }
      let stored = policy.canonical(name)
      guard rules.firstIssue(stored) == nil else { continue }
      #expect(policy.canonical(stored).unicodeScalars.elementsEqual(stored.unicodeScalars))
      #expect(AccountName.key(of: name.normalizedNFC) == AccountName.key(of: stored), "\(name)")
      // NFKC changes nothing in a name that is accepted; what it and folding case change, the key
      // folds.
      #expect(policy.uniquenessKey(stored.uppercased()) == policy.uniquenessKey(stored))
    }
  }
}
