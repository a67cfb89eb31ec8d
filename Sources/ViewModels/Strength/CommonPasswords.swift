/// Passwords, names and words that are tried first, roughly in the order in which they are.
///
/// A small list of this package's own, in lower case and without the usual replacements
/// (`p@ssw0rd`), which the estimate undoes by itself.
enum CommonPasswords {
  /// The words, in their order, each once; a rank is a place in it, counted from 1.
  static let words: [String] = {
    var known: Set<String> = []
    return list.split { $0.isWhitespace }.map(String.init).filter { known.insert($0).inserted }
  }()

  /// The length of the longest word.
  static let maximumLength = words.map(\.count).max() ?? 0

  /// The rank of a word, if it is in the list: by its hash, which whoever looks up all stretches of
  /// a text has at hand, so that no string is made of each.
  static func rank(of word: some Sequence<Unicode.Scalar>, hash: WordHash) -> Int? {
    guard let rank = ranks[hash], words[rank - 1].unicodeScalars.elementsEqual(word) else {
      return nil
    }
    return rank
  }

  // No two words of the list have the same hash; a test sees to it.
  private static let ranks: [WordHash: Int] = Dictionary(
    words.enumerated().map { (WordHash($1.unicodeScalars), $0 + 1) },
    uniquingKeysWith: { first, _ in first })

  private static let list = """
    123456 password 123456789 12345678 qwerty 12345 111111 123123 1234567 abc123
    1234567890 iloveyou admin welcome letmein monkey dragon sunshine princess football
    baseball master login secret shadow superman batman trustno1 passw qwertyuiop
    qwerty123 qazwsx 1q2w3e4r asdfgh asdf zxcvbn zxcvbnm 654321 666666 000000
    121212 112233 696969 555555 777777 888888 999999 987654321 1234 pass
    love hello freedom whatever starwars pokemon computer internet samsung google
    michael jordan jennifer hunter ashley daniel jessica charlie thomas andrew
    michelle matthew robert joshua amanda nicole anthony william david james
    john mary anna peter paul maria laura sarah emma sophie
    alex chris kevin brian george martin stefan andreas thorsten patrick
    richard steven justin brandon taylor austin maggie ginger pepper buster
    cookie summer winter spring autumn january february march april june
    july august september october november december monday tuesday wednesday thursday
    friday saturday sunday london paris berlin madrid texas america england
    france germany canada australia liverpool chelsea arsenal barcelona madonna metallica
    soccer hockey tennis golf basketball chocolate banana orange apple cherry
    cheese flower purple yellow silver golden black white green blue
    killer ninja tiger eagle lion panther wolf bear horse mustang
    ferrari porsche mercedes corvette harley yamaha honda toyota access server
    user guest test demo root administrator changeme default temp student
    teacher office company manager system network database oracle windows linux
    angel baby lovely family forever friend happy lucky magic money
    diamond crystal phoenix matrix mickey donald snoopy scooter guitar music
    dance rocket star moon heaven jesus christ blessed grace faith
    correct battery staple dog cat fish bird house garden people
    hannah oliver jack harry lucas leon felix elena carlos diego
    pablo juan sofia passport passwort hallo schatz motdepasse soleil bonjour
    """
}

/// The hash of a word, made character by character (FNV-1a with 64 bits).
struct WordHash: Hashable {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  init(_ word: some Sequence<Unicode.Scalar>) {
    for scalar in word { append(scalar) }
  }

  /// Goes on to the hash of the word with one more character.
  mutating func append(_ scalar: Unicode.Scalar) {
    value = (value ^ UInt64(scalar.value)) &* 0x100_0000_01b3
  }

  // The value is as good as random already.
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
