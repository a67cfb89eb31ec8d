#if os(Linux)
  import Dispatch
  import Glibc
  import Reactive
  import Testing

  @testable import Credentials

  @Suite("A password hasher")
  struct PasswordHasherTests {
    static let cheap = PasswordHasher.sha512Crypt(rounds: 1000)

    @Test(
      "makes hashes of its method, verifies them, and salts every one anew",
      arguments: [
        (.yescrypt, "$y$j9T$", 511), (cheap, "$6$rounds=1000$", 511),
        (.bcrypt(cost: 4), "$2y$04$", 72),
      ] as [(PasswordHasher, String, Int)])
    func roundTrip(hasher: PasswordHasher, prefix: String, limit: Int) throws {
      let password = String(repeating: "x", count: limit)
      let first = try hasher.hash(password)
      #expect(first.hasPrefix(prefix))
      #expect(try hasher.verify(password, first))
      #expect(try !hasher.verify(String(password.dropLast()), first))
      #expect(try !hasher.verify(password + "x", first))
      #expect(try hasher.hash(password) != first)
      #expect(throws: PasswordHashingError.tooLong(bytes: limit + 1, limit: limit)) {
        try hasher.hash(password + "x")
      }
    }

    @Test("reads what “openssl passwd -6” makes")
    func foreignHash() throws {
      #expect(
        try Self.cheap.verify(
          "Hello world!",
          "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJu"
            + "esI68u4OTLiBFdcbYEdFCoEOfaS35inz1"))
    }

    @Test("refuses what the C library would cut short or fail on")
    func refused() {
      #expect(throws: PasswordHashingError.empty) { try Self.cheap.hash("") }
      #expect(throws: PasswordHashingError.containsNUL) { try Self.cheap.hash("abc\0def") }
    }

    @Test("takes a composed and a decomposed letter for the same, and cases for different")
    func normalization() throws {
      let hash = try Self.cheap.hash("Jose\u{301}")
      #expect(try Self.cheap.verify("Jos\u{E9}", hash))
      #expect(try !Self.cheap.verify("jos\u{E9}", hash))
    }

    @Test(
      "has no password for a locked account, for half a hash and for its own decoy",
      arguments: ["", "*0", "!", "{SSHA}AAAA", "{SHA}", "$apr1$abcdefgh$AAAA", cheap.decoy])
    func noPassword(hash: String) throws {
      #expect(try !Self.cheap.verify("x", hash))
    }

    @Test(
      "says of a hash it does not know that it does not, and not that the password is wrong",
      arguments: [
        "x", "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$AAAA", "{SMD5}AAAA", "$y$j9T$x$y", "$2b$05$x",
        "$y$", "$7$", "$6$rounds=$x", "$sha1$x",
      ])
    func unknown(hash: String) {
      #expect(throws: PasswordHashingError.unknownMethod) { try Self.cheap.verify("x", hash) }
    }

    @Test(
      "checks what the system makes in other ways",
      arguments: [
        ("$md5$abcdefgh$$.2l8S1ZEZzbytDplJXN5F0", PasswordScheme.sunMD5),
        ("$md5,rounds=10$abcdefgh$$N9mtIPBa9hmhXTV2cFqpI1", .sunMD5),
        ("$sha1$1000$abcdefgh$E5J8FDPByynGOP/elo6yzEJ8dQ77", .sha1Crypt),
        ("_J9..abcdTFYjRd8Zbq2", .extendedDES), ("$3$$d8728a6ef0ab677030e842a8cb0fe018", .ntHash),
        ("JeSfuvhwptP3k", .des), ("$1$abcdefgh$pUu8ZV/kbowEbSh30pFlx0", .md5),
        ("$2x$04$......................Y6LZLMAemZNzgz4lTC2SNZFbw5aBmgG", .bcrypt),
        ("$5$rounds=1000$abc$V2Soxjv/lnHDJwtmMG3SuW5Zb3VtOuHh0nzI/WikZk5", .sha256),
        (
          "$gy$j75$......................$xfjeOjYYQ0brV3CBLmQ2IXuCabAvawl7Vp1l8innDWB",
          .gostYescrypt
        ), ("$7$5U..../....SodiumChloride$oEL56sZHSTzaXRldYqn3Cpj6QdXD5D92SkQezCF6eW9", .scrypt),
      ])
    func system(hash: String, scheme: PasswordScheme) throws {
      #expect(PasswordScheme(hash: hash) == scheme)
      #expect(Self.cheap.canVerify(hash))
      #expect(try Self.cheap.verify("Correct-horse-7", hash))
      #expect(try !Self.cheap.verify("correct-horse-7", hash))
    }

    @Test("gives every thread the hash of its own password, however many ask at once")
    func threads() throws {
      let hashes = Locked([Int: String]())
      DispatchQueue.concurrentPerform(iterations: 16) { number in
        let hash = try? Self.cheap.hash("password \(number)")
        hashes.withLock { $0[number] = hash }
      }
      let made = hashes.withLock { $0 }
      #expect(made.count == 16)
      #expect(made.allSatisfy { (try? Self.cheap.verify("password \($0)", $1)) == true })
    }

    @Test("spends a real hash's work on its decoy: the C library accepts the setting")
    func decoy() throws {
      for hasher in [PasswordHasher.yescrypt, Self.cheap, .bcrypt(cost: 4)] {
        let accepted = try PasswordHasher.crypt([0x78], setting: hasher.decoy)
        #expect(accepted?.hasPrefix(hasher.decoy) == true)
      }
    }

    /// A hasher whose C library writes down how many bytes of a password it is asked for, and says
    /// what it is told to.
    private static func asking(
      _ asked: Locked<[Int]>, answer: PasswordHasher.Answer = PasswordHasher.Answer(code: EINVAL)
    ) -> PasswordHasher {
      PasswordHasher(prefix: "$y$j9T$", salt: .bytes(16), limit: 511) { password, _ in
        asked.withLock { $0.append(strlen(password)) }
        return answer
      }
    }

    @Test("says of too little memory that it is that, whether it makes a hash or checks one")
    func memory() {
      let answer = PasswordHasher.Answer(hash: "*0", code: ENOMEM)
      let hasher = Self.asking(Locked([]), answer: answer)
      let needed = PasswordHashingError.outOfMemory(bytes: 16 * 1_048_576)
      #expect(throws: needed) { try hasher.hash("x") }
      #expect(throws: needed) { try hasher.verify("x", PasswordHasher.yescrypt.decoy) }
      #expect(needed.description.contains("16 MiB"), "\(needed)")
      // More than any address space has: that is what the C library itself says.
      let setting = "$y$jbT$......................"
      #expect(throws: PasswordHashingError.outOfMemory(bytes: 4_503_599_627_370_496)) {
        try PasswordHasher.crypt([0x78], setting: setting)
      }
    }

    @Test(
      "does not try what would take more than a few seconds",
      arguments: [
        "$6$rounds=999999999$salt$x", "$5$rounds=999999999$salt$x", "$2b$31$......................",
        "$2y$17$......................", "$y$jFT.zzzzzz$......................$x",
        "$y$jMT$......................$x", "$gy$jMT$......................$x",
        "$7$MU..../....SodiumChloride$x", "$7$CU....zzzzzSodiumChloride$x",
        "$md5,rounds=4294967295$salt$$x", "$sha1$4294967295$salt$x",
        "$6$rounds=99999999999999999999999999$salt$x", "$2b$99$......................",
      ])
    func expensive(hash: String) throws {
      let asked = Locked<[Int]>([])
      let hasher = Self.asking(asked)
      #expect(!hasher.canVerify(hash))
      let error = #expect(throws: PasswordHashingError.self) { try hasher.verify("x", hash) }
      guard case .tooExpensive(let seconds) = error else {
        Issue.record("\(hash): \(String(describing: error))")
        return
      }
      #expect(seconds > HashCost.limit)
      #expect(asked.withLock { $0 }.isEmpty)
    }

    @Test(
      "tries what takes seconds at most",
      arguments: [
        "$6$rounds=656000$salt$x", "$6$salt$x", "$6$rounds=5000000$salt$x", "$5$salt$x",
        "$2b$12$......................", "$2b$16$......................",
        "$y$j9T$......................$x", "$y$jFT$......................$x",
        "$7$CU..../....SodiumChloride$x", "$md5,rounds=100000$salt$$x", "$sha1$480000$salt$x",
        "_zzzzabcdgwAwDWZu5s2",
      ])
    func affordable(hash: String) {
      let asked = Locked<[Int]>([])
      let hasher = Self.asking(asked)
      #expect(hasher.canVerify(hash))
      #expect(throws: PasswordHashingError.unknownMethod) { try hasher.verify("x", hash) }
      #expect(asked.withLock { $0 } == [1])
    }

    @Test("spends on a password that is too long what it spends on the longest that is read")
    func longPasswords() throws {
      let asked = Locked<[Int]>([])
      let bcrypt = "$2b$04$......................Y6LZLMAemZNzgz4lTC2SNZFbw5aBmgG"
      // Any password would be right for a library that says so.
      let hasher = Self.asking(asked, answer: PasswordHasher.Answer(hash: bcrypt))
      #expect(try hasher.verify(String(repeating: "x", count: 72), bcrypt))
      for count in [73, 600, 5000] {
        #expect(try !hasher.verify(String(repeating: "x", count: count), bcrypt))
      }
      _ = try hasher.verify(String(repeating: "x", count: 600), PasswordHasher.yescrypt.decoy)
      #expect(asked.withLock { $0 } == [72, 72, 72, 72, 511])
    }

    @Test(
      "says how long it would take in words",
      arguments: [
        (6.6, "about 7 seconds"), (119, "about 119 seconds"), (450, "about 8 minutes"),
        (116_000, "about 32 hours"), (1_000_000, "about 12 days"), (1e9, "about 32 years"),
        (.infinity, "thousands of years"),
      ])
    func duration(seconds: Double, words: String) {
      #expect(PasswordHashingError.duration(seconds) == words)
    }
  }
#endif
