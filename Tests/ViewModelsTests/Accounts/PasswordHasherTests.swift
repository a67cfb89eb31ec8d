#if os(Linux)
  import Dispatch
  import Reactive
  import Testing

  @testable import ViewModels

  @Suite("A password hasher")
  struct PasswordHasherTests {
    static let cheap = PasswordHasher.sha512Crypt(rounds: 1000)

    @Test(
      "makes hashes of its method, verifies them, and salts every one anew",
      arguments: [
        (.yescrypt, "$y$j9T$", 511), (cheap, "$6$rounds=1000$", 511),
        (.bcrypt(cost: 4), "$2b$04$", 72),
      ] as [(PasswordHasher, String, Int)])
    func roundTrip(hasher: PasswordHasher, prefix: String, limit: Int) throws {
      let password = String(repeating: "x", count: limit)
      let first = try hasher.hash(password)
      #expect(first.hasPrefix(prefix))
      #expect(hasher.verify(password, first))
      #expect(!hasher.verify(String(password.dropLast()), first))
      #expect(!hasher.verify(password + "x", first))
      #expect(try hasher.hash(password) != first)
      #expect(throws: PasswordHashingError.tooLong(bytes: limit + 1, limit: limit)) {
        try hasher.hash(password + "x")
      }
    }

    @Test("reads what “openssl passwd -6” makes")
    func foreignHash() {
      #expect(
        Self.cheap.verify(
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
      #expect(Self.cheap.verify("Jos\u{E9}", hash))
      #expect(!Self.cheap.verify("jos\u{E9}", hash))
    }

    @Test(
      "has no password for a hash it does not know, for a locked account and for its own decoy",
      arguments: ["", "*0", "!", "x", "{SSHA}AAAA", "$apr1$abcdefgh$AAAA", cheap.decoy])
    func noPassword(hash: String) {
      #expect(!Self.cheap.verify("x", hash))
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
      #expect(made.allSatisfy { Self.cheap.verify("password \($0)", $1) })
    }

    @Test("spends a real hash's work on its decoy: the C library accepts the setting")
    func decoy() throws {
      for hasher in [PasswordHasher.yescrypt, Self.cheap, .bcrypt(cost: 4)] {
        let accepted = try PasswordHasher.crypt([0x78], setting: hasher.decoy)
        #expect(accepted?.hasPrefix(hasher.decoy) == true)
      }
    }
  }
#endif
