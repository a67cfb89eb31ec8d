#if canImport(Glibc)
  import Glibc
  import TestSupport
  import Testing

  @testable import Platform

  @Suite("getent, which puts questions to the name service")
  struct GetentTests {
    private let folder = ScratchFolder()

    /// A shell script in the place of getent.
    private func getent(_ script: String, timeout: Duration = .seconds(60)) -> Getent {
      let path = folder.write("getent", "#!/bin/sh\n\(script)\n".utf8)
      chmod(path, 0o755)
      return Getent(paths: ["/nonexistent/getent", path], timeout: timeout)
    }

    @Test("is given database and key as they are, without a shell")
    func arguments() {
      let answer = getent(#"printf '%s|' "$0" "$#" "$@""#).answer("group", "a$(id)';b*")
      #expect(answer == .text("\(folder.file("getent"))|2|group|a$(id)';b*|"))
    }

    @Test("gets nothing to read, no file that is open here, and no environment to be led astray by")
    func surroundings() {
      let other = fcntl(1, F_DUPFD, 200)
      defer { close(other) }
      #expect(fcntl(other, F_GETFD) == 0, "A program that is started would have it.")
      let script = """
        if [ -e /proc/$$/fd/$2 ]; then echo open; else echo closed; fi
        read -r line && echo read
        echo "${HOME-no} ${LD_PRELOAD-no} ${LANG-no}"
        """
      #expect(getent(script).answer("group", "\(other)") == .text("closed\nno no no\n"))
    }

    @Test(
      "says by its status that a name is unknown, and all else is no answer",
      arguments: [
        ("exit 0", .unknown), ("exit 2", .unknown),
        ("exit 1", .unavailable(reason: "getent ended with status 1")),
        ("exit 127", .unavailable(reason: "getent ended with status 127")),
        ("kill -9 $$", .unavailable(reason: "getent was ended by signal 9")),
        ("echo a:x:1:; kill -9 $$", .text("a:x:1:\n")),
      ] as [(String, NameServiceAnswer)])
    func statuses(script: String, answer: NameServiceAnswer) {
      #expect(getent(script).answer("group", "x") == answer)
    }

    @Test(
      "is ended when timeout is, whether it is silent or has spoken",
      arguments: [
        "exec 3<>\"$2\"; read line <&3",
        "exec 3<>\"$2\"; echo a:x:1:; read line <&3",
        "exec 3<>\"$2\"; echo a:x:1:; exec >&-; read line <&3",
      ])
    func timeout(script: String) {
      let pipe = folder.file("pipe")
      mkfifo(pipe, 0o600)
      let answer = getent(script, timeout: .milliseconds(200)).answer("group", pipe)
      #expect(answer == .unavailable(reason: "getent gave no answer within 0.2 seconds"))
    }

    @Test("is ended when it says more than anybody needs")
    func endless() {
      let answer = getent("printf staff:x:7:; exec yes member").answer("group", "staff")
      guard case .text(let text) = answer else {
        Issue.record("\(answer)")
        return
      }
      #expect(SystemNames.entries(of: text).first { $0.name == "staff" }?.number == 7)
    }

    @Test(
      "is not asked for what can be no name",
      arguments: ["", "-s", "+x", " 5", "a b", "a:b", "a\nb"])
    func noNames(key: String) {
      #expect(getent("echo asked:x:1:").answer("group", key) == .unknown)
    }

    @Test("that is not there, or is no program, is said")
    func missing() {
      let none = Getent(paths: ["/nonexistent/getent"], timeout: .seconds(60))
      #expect(
        none.answer("group", "x")
          == .unavailable(reason: "there is no /nonexistent/getent to look it up"))
      let broken = folder.write("broken", "\u{7F}ELF".utf8)
      chmod(broken, 0o755)
      #expect(
        Getent(paths: [broken], timeout: .seconds(60)).answer("group", "x")
          == .unavailable(reason: "getent cannot be started: Exec format error"))
    }

    @Test("of this system knows root, and nobody of a name that is not there")
    func system() {
      guard access("/usr/bin/getent", X_OK) == 0 else { return }
      let getent = Getent(timeout: .seconds(60))
      guard case .text(let line) = getent.answer("passwd", "0") else {
        Issue.record("root is not known")
        return
      }
      #expect(SystemNames.entries(of: line).first { $0.number == 0 }?.name == "root")
      #expect(getent.answer("group", "no-such-group") == .unknown)
      #expect(getent.answer("passwd", "4000000123") == .unknown)
    }
  }
#endif
