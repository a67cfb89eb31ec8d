import TestSupport
import Testing

@testable import Credentials

@Suite("The strength of a password")
struct PasswordStrengthTests {
  @Test(
    "comes with the one warning that says most",
    arguments: [
      ("", .veryWeak, nil), ("x", .veryWeak, nil), ("password", .veryWeak, .commonPassword),
      ("P@ssw0rd", .veryWeak, .commonPassword), ("drowssap", .veryWeak, .commonPassword),
      ("Password1!", .weak, .commonPassword), ("Manchester1!", .weak, .commonPassword),
      ("1qaz@WSX", .weak, .commonPassword), ("Summer2024!", .weak, .numberedWord),
      ("rumplestiltskin.smith99", .strong, nil), ("ann.smith99", .weak, .username),
      ("htims.nna7", .weak, .username), ("Jennifer99", .weak, .name),
      ("asdfghjkl;'", .weak, .commonPassword), ("bcdefghi", .veryWeak, .sequence),
      ("yyyyyyyyyy", .veryWeak, .repetition), ("Yyyyyyyyyy1!", .weak, .repetition),
      ("1953", .veryWeak, .year), ("24.12.1953", .weak, .date), ("xkq8fzt", .fair, nil),
      ("x7Kp2mQz9LwR", .strong, nil), ("correct horse battery staple", .strong, nil),
    ] as [(String, PasswordStrength.Score, PasswordWarning?)])
  func table(password: String, score: PasswordStrength.Score, warning: PasswordWarning?) {
    let strength = PasswordStrength(of: password, userInputs: ["ann.smith"])
    #expect(strength.score == score, "\(strength.log10Guesses)")
    #expect(strength.advice?.warning == warning)
    #expect((strength.advice == nil) == (password.isEmpty || score == .strong))
  }

  @Test("finds words wherever they stand: as they are, backwards, inflected, with replaced letters")
  func wordsAnywhere() {
    func finds(_ word: String, behind start: String = "#x", before end: String = "9-") -> Bool {
      let place = start.unicodeScalars.count
      let range = place..<(place + word.unicodeScalars.count)
      let text = PasswordText(start + word + end)
      return text.commonWords(nil).contains { $0.range == range }
    }
    for length in CommonWordTables.lengths {
      let records = CommonWordTables.records(ofLength: length)
      let count = records.utf8CodeUnitCount / (length + 2)
      for record in stride(from: 0, to: count, by: 37) {
        let start = records.utf8Start + record * (length + 2)
        let word = String(
          decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
        #expect(finds(word), "\(word)")
        #expect(finds(String(word.reversed())), "\(word) backwards")
      }
    }
    for word in [
      "teachers", "running", "happiness", "playing", "happily", "babies", "programmers",
      "dancing", "dr@g0n", "te@chers", "sw1mm1ng",
    ] {
      #expect(finds(word), "\(word)")
      #expect(finds(word, behind: "é", before: ""), "\(word)")
    }
    #expect(!finds("r8nn1ng") && !finds("xkqzvw"))
  }

  @Test("is never more than a little above what its characters take one by one")
  func bounded() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<300 {
      let length = Int.random(in: 0...20, using: &generator)
      let password = String(
        (0..<length).map { _ in
          Character(Unicode.Scalar(UInt8.random(in: 32...126, using: &generator)))
        })
      let guesses = PasswordStrength(of: password).log10Guesses
      #expect(guesses >= 0 && guesses <= Double(length) + 0.31)
    }
  }

  @Test("hardly grows when a block is repeated")
  func repetition() {
    let once = PasswordStrength(of: "x7Kp").log10Guesses
    let often = PasswordStrength(of: String(repeating: "x7Kp", count: 8)).log10Guesses
    #expect(often > once && often < once + 2)
  }

  @Test(
    "takes no more work for a million characters than for the first 128",
    arguments: ["p@55w0rd!1aaqwerty2024", "4@8({3691!|0$5+7%2", "1", "ab"])
  func capped(block: String) {
    let long = String(repeating: block, count: 1_000_000 / block.count)
    let cut = String(long.prefix(PasswordStrength.maximumLength))
    #expect(PasswordStrength(of: long) == PasswordStrength(of: cut))
    let patterns = PasswordText(long).patterns(own: OwnWords([long]), words: nil).joined()
    #expect(patterns.count < 4000)
  }

  @Test("takes combining marks without end, and any code point there is")
  func oddInput() {
    let marks = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(PasswordStrength(of: marks).log10Guesses.isFinite)
    for value in stride(from: UInt32(0), to: 0x10FFFF, by: 9973) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(repeating: Character(scalar), count: 5)
      #expect(PasswordStrength(of: text, userInputs: [text]).score == .veryWeak)
    }
  }

  @Test(
    "is not more for the user's own words twice, or two of them, with signs between",
    arguments: [
      "Franzz!Franzz1", "franzz franzz1", "franzz-FRANZZ-franzz-1", "Annika!Franzz1",
      "franzz!#!#franzz", "zznarf!Fr4nzz1",
    ])
  func ownWordsTwice(password: String) {
    let strength = PasswordStrength(of: password, userInputs: ["franzz", "annika"])
    #expect(strength.score <= .weak, "\(strength.log10Guesses)")
    #expect(strength.advice == PasswordAdvice(warning: .username, tip: .leaveOut))
  }

  @Test(
    "is not more for a common word twice, wherever and however written",
    arguments: [
      "Password!Password1?", "letmeinletmein1!", "dragon.dragon", "sunshine+Sunshine1",
      "p@ssword-passw0rd", "Monkey_monkey7", "shadow#shadow#shadow", "aaabbbccc",
      "ppaasssswwoorrdd",
    ])
  func commonWordsTwice(password: String) {
    #expect(PasswordStrength(of: password).score <= .weak)
  }

  @Test("of something repeated that is hard to guess is that of having it once, or a little more")
  func strongTwice() {
    let (once, twice) = ("x7Kp2mQz9LwR", "x7Kp2mQz9LwR/x7Kp2mQz9LwR")
    #expect(PasswordStrength(of: twice).score == .strong)
    #expect(
      PasswordStrength(of: twice).log10Guesses - PasswordStrength(of: once).log10Guesses < 4)
  }

  @Test(
    "is that of a word for what reads like one, though no list has it, and not for what does not",
    arguments: [
      ("Sandringham7", true), ("marionette!", true), ("xkqzvbwj", false), ("wqpxzrtk7", false),
    ])
  func wordLike(password: String, isOne: Bool) {
    let isFound = !PasswordText(password).wordLikeRuns().isEmpty
    #expect(isFound == isOne)
    if isOne { #expect(PasswordStrength(of: password).score <= .fair) }
  }

  @Test(
    "is at most weak for one word with a capital, a usual number and a sign, as rules make people",
    arguments: [
      "Winter2026!", "Bundesliga1!", "Company2024!", "Hamburger12!", "Tennis2023#", "Unicorn99?",
      "Geburtstag1999!", "Stuttgart007.", "W1nter2026!", "WINTER2026!", "Dragonfly1234$",
      "Rumpelstilz1987%",
    ])
  func numberedWords(password: String) {
    let strength = PasswordStrength(of: password, userInputs: ["rumpelstilz"])
    #expect(strength.score <= .weak, "\(strength.log10Guesses)")
    #expect(PasswordPolicy.classic.rules.firstIssue(SignupInput(password: password)) != nil)
  }

  nonisolated static let singleWords = [
    // Signs and numbers at any end.
    "Password@123", "Password123456!", "2024Summer!", "!Summer2024", "Summer!2024", "1!Summer!1",
    "Password#2024!", "monkey!!!2019", "Dragon_1234567", "Password58213!", "Telephone 555 1234567",
    "Password#1#2#3", "((dragon))", "--==password==--", "Football20242025!", "Cat2024!",
    "Horse31.12.1999", "99sunshine!", "Winter'26!", "(Winter) 2026", "Bundesliga@2024",
    "!Bundesliga1",
    // Signs and numbers between its letters.
    "Foot-ball99", "f.o.o.t.b.a.l.l.1", "Sun_Shine2024!", "P@ss-w0rd1!", "pass word 1", "Mon4key!!",
    // Any case, and replaced letters.
    "pAsSwOrD123!", "PASSWORD@2024", "P@ssw0rd!2024", "$unsh1ne#77", "W1nter!2026",
    // Marks.
    "Fußball2024!", "Mädchen2024!", "Corazón2024!", "Éléphant1!", "FUẞBALL2024!",
    "Pässwörd@2023",
    "Élodie2020!", "JÜRGEN1985!",
    "Passwörter2023!",
    "Mo\u{308}nkey2020!", "Drågøn#2020", "Şummer2020!", "Ŵinter2026!",
    // Wide letters.
    "Ｐａｓｓｗｏｒｄ2024!", "Summer２０２４！",
  ]

  @Test(
    "is at most weak for one word with any case, marks, replaced letters, numbers and signs",
    arguments: singleWords)
  func oneWord(password: String) {
    let strength = PasswordStrength(of: password)
    #expect(strength.score <= .weak, "\(strength.log10Guesses)")
  }

  @Test(
    "is no less for what is more than one word, or for what nobody chose",
    arguments: [
      "correct horse battery staple", "sun-flower-lamp-river", "velvet-orbit-cactus-7",
      "Winter-Horse2026!", "Tiger7Moon!Lamp", "zebra+tulip=44", "pass.lamp.tiger.moon",
      "über große Äpfel fallen weit", "Crème fraîche et pain d'épices", "x7Kp2mQz9LwR",
      "k7$Qm2!vT9#z", "8#4a2$9t!7Lq", "tR4$mK9@wZ2!", "9f8e7d6c5b4a3z1y", "3Q!7w9#Kt2",
      "0x5f3759df!Q", "horse48291048572019384", "Xkqzvbr2024!", "Bundesliga7391!", "qJ8!rÄ2?vß9Zu",
      "жз8!кЫ2?вЩ9Зу", "漢x7字K!p2語mQ", "T!e!m!q!8!v!R!2", "7+k-3*Z/9=w?", "a8Fz-Q3tL-9bXe-K2mP",
      "cat-8F2q-L9xZ-77", "horse#!%&/=?*+~", "Lamp-2024-River!", "hunter.river.7",
      "Aa1!Bb2@Cc3#Dx9",
    ])
  func severalWords(password: String) {
    let strength = PasswordStrength(of: password)
    #expect(strength.score >= .good, "\(strength.log10Guesses)")
  }

  @Test(
    "is the same for letters with marks and without, in the password and in the user's own words",
    arguments: [
      ("Größe77", "Grosse77", ""), ("Ærøskøbing1", "Aeroskobing1", ""),
      ("José!1990", "Jose!1990", "José"),
      ("Jose!1990", "José!1990", "José"), ("Müller-1990", "Muller-1990", "muller"),
    ])
  func marks(one: String, other: String, name: String) {
    let strengths = [one, other].map { PasswordStrength(of: $0, userInputs: [name]) }
    #expect(strengths[0].log10Guesses == strengths[1].log10Guesses)
  }

  @Test(
    "is not so little for two words, for a word that is none, or for a number that is not usual",
    arguments: [
      "Winter-Horse2026!", "Xkqzvbr2024!", "Bundesliga7391!", "Bundesliga1!x", "7Bundesliga1!",
    ])
  func notNumberedWords(password: String) {
    let strength = PasswordStrength(of: password)
    #expect(strength.score >= .fair, "\(strength.log10Guesses)")
    #expect(strength.advice?.warning != .numberedWord)
  }

  @Test("is more for the harder of two that are both expected, so the meter's order holds")
  func expectedInOrder() {
    let guesses = ["Winter7!", "Bundesliga1!", "Bundesliga2026!"].map {
      PasswordStrength(of: $0).log10Guesses
    }
    #expect(guesses == guesses.sorted() && Set(guesses).count == 3)
  }

  @Test("is that of what else there is beside the user's own words")
  func besideOwnWords() {
    let strength = PasswordStrength(of: "franzz x7Kp2mQz9LwR franzz", userInputs: ["franzz"])
    #expect(strength.score == .strong)
  }

  @Test("is that of the user's own words in any case, backwards, and with replaced letters")
  func ownWords() {
    for password in ["rumpelstilz", "RUMPELSTILZ", "zlitslepmur", "rump3l$t1lz", "Rumpelstilz7"] {
      let strength = PasswordStrength(of: password, userInputs: ["rumpelstilz"])
      #expect(strength.score <= .weak && strength.advice?.warning == .username)
    }
    #expect(PasswordStrength(of: "rumpelstilz").score >= .fair)
  }

  @Test("knows more words if it is given more")
  func moreWords() throws {
    let words = WordList(["Perspicacious", "ab", "word", "perspicacious"])
    #expect(words.count == 2)
    #expect(PasswordStrength(of: "perspicacious").score >= .fair)
    #expect(PasswordStrength(of: "Perspicacious1", words: words).score == .weak)
    #expect(throws: WordListError.unreadable(path: "/no/such/file", code: 2)) {
      try WordList(path: "/no/such/file")
    }
    #expect(throws: WordListError.noWords(path: "/dev/null")) { try WordList(path: "/dev/null") }
  }

  @Test("has a word for each of its five steps, and sentences for warnings and tips")
  func words() {
    #expect(
      PasswordStrength.Score.allCases.map(\.word)
        == ["very weak", "weak", "fair", "good", "strong"])
    #expect(Set(PasswordWarning.allCases.map(\.text)).count == PasswordWarning.allCases.count)
    #expect(Set(PasswordTip.allCases.map(\.text)).count == PasswordTip.allCases.count)
    #expect(PasswordAdvice(warning: nil, tip: .lengthen).text == "Add another word or two")
    #expect(
      PasswordStrength(of: "qwertyuiop").advice?.text
        == "Common passwords are tried first; choose another")
  }

  @Test("finds every word of its tables, which are in order, in lower case and of ASCII")
  func tables() {
    var count = 0
    for length in CommonWordTables.lengths {
      let bytes = Array(String(describing: CommonWordTables.records(ofLength: length)).utf8)
      let records = stride(from: 0, to: bytes.count, by: length + 2).map {
        Array(bytes[$0..<($0 + length)])
      }
      #expect(bytes.count % (length + 2) == 0)
      for (record, next) in zip(records, records.dropFirst()) {
        #expect(record.lexicographicallyPrecedes(next))
      }
      for record in records {
        let word = record.map(UInt32.init)
        let entry = word.withUnsafeBufferPointer { CommonWords.entry(of: $0) }
        let isFine = entry.map { $0.log10Rank >= 0 && $0.log10Rank < 6 } ?? false
        #expect(isFine && !record.contains { $0 >= 0x41 && $0 <= 0x5A || $0 <= 0x20 })
        count += 1
      }
    }
    #expect(count > 5000)
  }
}
