import CommandLineKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program, with accounts and no terminal", .mostlyWaiting)
struct AccountCommandTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path
  private var accounts: String { folder.file("accounts") }

  private func run(_ arguments: String..., input: String = "") -> PipedProgram {
    PipedProgram(program, arguments, input: input, in: folder)
  }

  private func signUp(
    _ name: String = "annika", _ options: String..., password: String = "Correct-horse-7",
    accounts: String? = nil
  ) -> PipedProgram {
    PipedProgram(
      program,
      ["--accounts", accounts ?? self.accounts, "--username", name, "--password-stdin"] + options,
      input: password + "\n", in: folder)
  }

  /// Runs the program by way of a shell, for redirections.
  private func shell(_ redirection: String, options: String = "") -> PipedProgram {
    PipedProgram(
      "/bin/sh",
      [
        "-c",
        "printf 'Correct-horse-7\\n' | '\(program)' --accounts '\(accounts)' --username annika "
          + "--password-stdin \(options) \(redirection)",
      ], in: folder)
  }

  @Test("A password is right, wrong, or of nobody, which is as wrong, and its file must be there")
  func login() throws {
    #expect(signUp("Annika").status == 0)
    let right = run(
      "login", "Annika", "--accounts", accounts, "--password-stdin", input: "Correct-horse-7")
    #expect(right.status == 0 && right.output == "The password for Annika is correct.\n")
    let spelled = run(
      "login", "ANNIKA", "--accounts", accounts, "--password-stdin", input: "Correct-horse-7")
    #expect(
      spelled.status == 0 && spelled.output.contains("Servers accept only the spelling Annika"))
    for (name, password) in [("Annika", "correct-horse-7"), ("nobody", "Correct-horse-7")] {
      let wrong = run("login", name, "--accounts", accounts, "--password-stdin", input: password)
      #expect(wrong.status == 1 && wrong.errors == "SignupTUI: Wrong name or password.\n")
      #expect(wrong.output.isEmpty)
    }
    let misspelt = run(
      "login", "annika", "--accounts", accounts + "x", "--password-stdin", input: "x")
    #expect(misspelt.status == 4 && misspelt.errors.contains("there is no such file"))
    #expect(run("login").status == 2)
    #expect(run("login", "annika", "--accounts", accounts).status == 2, "No terminal is there.")
  }

  @Test("A password is changed, refused when it is weak, and an account removed")
  func change() throws {
    folder.write("accounts", "# staff\n\nbob:{SHA}x\n".utf8)
    #expect(signUp().status == 0)
    let changed = run(
      "accounts", "passwd", "annika", "--accounts", accounts, "--hash", "sha512",
      "--password-stdin", input: "Staple-battery-8")
    #expect(changed.status == 0 && changed.output == "Password of annika changed in \(accounts).\n")
    let store = HtpasswdAccountStore(path: accounts)
    #expect(try store.verify("annika", password: "Staple-battery-8"))
    #expect(try store.list().map(\.scheme) == [.sha1, .sha512])
    let weak = run(
      "accounts", "passwd", "annika", "--accounts", accounts, "--password-stdin", input: "short")
    #expect(weak.status == 1 && weak.errors.hasPrefix("password: "))
    let removed = run("accounts", "remove", "annika", "--accounts", accounts)
    #expect(removed.status == 0 && removed.output == "Account annika removed from \(accounts).\n")
    #expect(folder.read("accounts") == "# staff\n\nbob:{SHA}x\n")
    let again = run("accounts", "remove", "annika", "--accounts", accounts)
    #expect(again.status == 1 && again.errors.contains("There is no account “annika”"))
    #expect(run("accounts", "remove", "annika", "--accounts", accounts + "x").status == 4)
  }

  @Test("A new password is hashed as the old one was, where passwords can still be hashed so")
  func keptScheme() throws {
    folder.write(
      "accounts", "eve:$apr1$x$y\nbob:{SHA}x\nann:$6$rounds=1000$x$y\n".utf8)
    #expect(signUp("annika", "--hash", "bcrypt").status == 0)
    for name in ["ANNIKA", "bob", "ann", "eve"] {
      let changed = run(
        "accounts", "passwd", name, "--accounts", accounts, "--password-stdin",
        input: "Staple-battery-8")
      #expect(changed.status == 0, "\(changed.errors)")
    }
    #expect(
      try HtpasswdAccountStore(path: accounts).list().map(\.scheme)
        == [.yescrypt, .yescrypt, .sha512, .bcrypt])
    let long = run(
      "accounts", "passwd", "annika", "--accounts", accounts, "--password-stdin",
      input: String(repeating: "Staple-battery-8", count: 5))
    #expect(long.status == 1 && long.errors.contains("72"), "bcrypt reads no more.")
  }

  @Test(
    "A hash of htpasswd's or nginx's is checked, and said to be weak",
    arguments: [
      ("apr1", "$apr1$FOBOVjrQ$CPMTvNq6N/El6S9twlHUF0"),
      ("sha1", "{SHA}XBBOmzinDLqReo6vb/st4R84pWs="),
      ("ssha", "{SSHA}jqBJPYKkQRuhDL/yxRKPw6bqdaUBAv9zYWx0"), ("plain", "{PLAIN}Correct-horse-7"),
    ])
  func weak(scheme: String, hash: String) {
    folder.write("accounts", "ann:\(hash)\n".utf8)
    func login(_ password: String) -> PipedProgram {
      run("login", "ann", "--accounts", accounts, "--password-stdin", input: password)
    }
    let right = login("Correct-horse-7")
    #expect(right.status == 0)
    #expect(
      right.output.hasPrefix(
        "The password for ann is correct. Its hash is quick to break (\(scheme)); "))
    #expect(login("correct-horse-7").status == 1)
    let users = run(
      "users", "--accounts", accounts, "--json", "--username", "ann", "--password-stdin",
      input: "Correct-horse-7")
    #expect(
      users.output
        == #"{"name":"ann","access":"open","scheme":"\#(scheme)","strength":"weak"}"# + "\n")
    let list = run("accounts", "--accounts", accounts, "--json")
    #expect(
      list.output
        == #"{"name":"ann","access":"open","scheme":"\#(scheme)","strength":"weak","line":1}"#
        + "\n")
    let lines = run("accounts", "--accounts", accounts, "--accessible")
    #expect(lines.output.contains("ann: open, \(scheme), weak: "), "\(lines.output)")
  }

  @Test(
    "A hash that would take minutes or days to check is refused at once, and one of no known kind",
    arguments: [
      ("$6$rounds=999999999$salt$x", "about 7 minutes"),
      ("$2b$31$......................", "about 32 hours"),
      ("$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$x", "cannot be checked here"),
      ("$7$zzzzzzzzzzz$x", "thousands of years"), ("{SMD5}x", "cannot be checked here"),
    ])
  func uncheckable(hash: String, reason: String) {
    folder.write("accounts", "ann:\(hash)\n".utf8)
    let login = run("login", "ann", "--accounts", accounts, "--password-stdin", input: "x")
    #expect(login.status == 4 && login.errors.contains(reason), "\(login.errors)")
    #expect(login.errors.hasSuffix("give the account a new password.\n"))
    let users = run(
      "users", "--accounts", accounts, "--json", "--username", "ann", "--password-stdin",
      input: "x")
    #expect(users.status == 4 && users.errors == login.errors)
    let nobody = run("login", "nobody", "--accounts", accounts, "--password-stdin", input: "x")
    #expect(nobody.status == 1)
  }

  @Test(
    "However small the stack may be, an account is made, checked and changed to the end",
    arguments: ["64", "128", "256", "8192", "unlimited"])
  func smallStack(size: String) {
    func limited(_ command: String, status: Int32 = 0) {
      let run = PipedProgram(
        "/bin/sh",
        [
          "-c",
          "ulimit -s \(size); printf 'Correct-horse-7\\n' | '\(program)' \(command) "
            + "--accounts '\(accounts)'",
        ], in: folder)
      #expect(run.status == status, "\(command): \(run.status) \(run.errors)")
    }
    limited("signup --hash sha512 --username annika --password-stdin")
    limited("login annika --password-stdin")
    limited("login nobody --password-stdin", status: 1)
    limited("accounts passwd annika --password-stdin")
    limited("users --json --username annika --password-stdin")
  }

  @Test(
    "An account is hashed as asked for",
    arguments: [("yescrypt", "$y$j9T$"), ("sha512", "$6$rounds=656000$"), ("bcrypt", "$2y$12$")])
  func hash(kind: String, prefix: String) throws {
    #expect(signUp("annika", "--hash", kind).status == 0)
    #expect(folder.read("accounts")?.hasPrefix("annika:\(prefix)") == true)
    #expect(signUp("annika2", "--hash", "md5").status == 2)
  }

  @Test("A password that bcrypt would cut short is refused as a matter of the password")
  func longForBcrypt() {
    let long = "Aa1!" + String(repeating: "x7Q ", count: 18)
    let run = signUp("annika", "--hash", "bcrypt", password: long)
    #expect(run.status == 1)
    #expect(run.errors == "password: may have at most 72 bytes.\n")
    #expect(folder.read("accounts") == nil)
  }

  @Test("The usual folder is not worth a word, and the path is said from the root")
  func usualFolder() throws {
    let run = PipedProgram(
      program, ["--username", "annika", "--password-stdin"], input: "Correct-horse-7\n",
      environment: ["XDG_DATA_HOME": folder.path], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let path = folder.file("signup-tui/accounts")
    #expect(run.output.hasPrefix("Account annika created in \(path). The file is new; only "))
    let call = "exec '\(program)' --accounts here --username Robert --password-stdin"
    let other = PipedProgram(
      "/bin/sh", ["-c", "cd '\(folder.path)' && \(call)"], input: "Correct-horse-7\n", in: folder)
    let lines = other.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("Account Robert created in /") && lines[0].contains("/here. The "))
    #expect(lines[1].hasPrefix("Servers accept the name only in this spelling."))
  }

  @Test("A new file and its folders are named, with who can read it and how a server could")
  func newFile() throws {
    let run = signUp(accounts: folder.file("a/b/accounts"))
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix(
        "Account annika created in \(folder.file("a/b/accounts")). The file is new, and so are its "
          + "folders \(folder.file("a")) and \(folder.file("a/b")); only "))
    #expect(run.output.contains("chmod 640") || run.output.contains("has no access to"))
    let second = signUp("robert", accounts: folder.file("a/b/accounts"))
    #expect(second.output.split(separator: "\n").count == 1, "It is no news any more.")
  }

  @Test("A new file gets the mode and group that are asked for, and an old one keeps its own")
  func creation() throws {
    let group = String(getegid())
    let run = signUp("annika", "--mode", "640", "--group", group)
    #expect(run.status == 0)
    #expect(run.output.contains("and the group "))
    var status = stat()
    #expect(stat(accounts, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640 && status.st_gid == getegid())
    let other = signUp("robert", "--mode", "600")
    #expect(other.status == 0)
    #expect(other.output.contains("\(accounts) already existed and keeps its mode 640."))
    for wrong in ["777", "646", "40", "x", "0", "99999999999999999999"] {
      #expect(signUp("caroline", "--mode", wrong).status == 2)
    }
    let unknown = signUp("caroline", "--group", "no-such-group")
    #expect(unknown.status == 2)
    #expect(
      unknown.errors.contains(
        "--group takes a group of this system, not 'no-such-group' (there is no such group). "
          + "'getent group' lists them; any number is accepted.\n"))
    #expect(signUp("caroline", "--group", "4294967295").status == 2)
  }

  @Test(
    "Once the account is in the file the status is 0, whoever reads what is said",
    arguments: [">&-", ">/dev/full", "| true; exit ${PIPESTATUS[0]}", ">&- 2>&-", "2>&-"])
  func unreadable(redirection: String) throws {
    if redirection.hasPrefix("|") {
      let bash = try #require(PipedProgram.path(named: "bash"))
      let run = PipedProgram(
        bash,
        [
          "-c",
          "'\(program)' --accounts '\(accounts)' --username annika --password-stdin "
            + "<<< Correct-horse-7 \(redirection)",
        ], in: folder)
      #expect(run.status == 0)
    } else {
      let run = shell(redirection)
      #expect(run.status == 0)
      if redirection == ">&-" || redirection == ">/dev/full" {
        #expect(run.errors.contains("Cannot write to standard output"))
        #expect(run.errors.contains("Account annika created"))
      }
    }
    let text = try #require(folder.read("accounts"))
    #expect(text.hasPrefix("annika:$y$") && text.split(separator: "\n").count == 1)
  }

  @Test(
    "A limit on the size of files is a sentence about the account file",
    .enabled(if: !ThreadSanitizer.isOn, "the sanitizer does not run under the limit"))
  func fileSizeLimit() {
    let run = PipedProgram(
      "/bin/sh",
      [
        "-c",
        "printf 'Correct-horse-7\\n' | (ulimit -f 0; exec '\(program)' --accounts '\(accounts)' "
          + "--username annika --password-stdin 2>&1) | cat; echo end",
      ], in: folder)
    #expect(run.output.contains("SignupTUI: Cannot write \(accounts)"))
    #expect(folder.read("accounts") == nil)
  }

  @Test(
    "A limit on the size of files ends in status 4, and a file that was there stays as it was",
    .enabled(if: !ThreadSanitizer.isOn, "the sanitizer does not run under the limit"))
  func fileSizeLimitStatus() {
    folder.write("accounts", "bob:X\n".utf8)
    let run = PipedProgram(
      "/bin/sh",
      [
        "-c",
        "printf 'Correct-horse-7\\n' | (ulimit -f 0; exec '\(program)' --accounts '\(accounts)' "
          + "--username annika --password-stdin 2>/dev/null >/dev/null); echo $?",
      ], in: folder)
    #expect(run.output == "4\n")
    #expect(folder.read("accounts") == "bob:X\n")
    #expect(folder.names == ["accounts", "stderr", "stdin", "stdout"], "Nothing is left behind.")
  }

  #if os(Linux)
    @Test("A file that a group shares works for its second member, who is told what changed")
    func sharedFile() throws {
      let setpriv = PipedProgram.path(named: "setpriv")
      guard geteuid() == 0, let setpriv else { return }
      let shared = folder.file("shared")
      mkdir(shared, 0o770)
      chown(shared, 4001, 5000)
      chmod(shared, 0o2770)
      chmod(folder.path, 0o755)
      folder.write("shared/accounts", "bob:X\n".utf8)
      let file = folder.file("shared/accounts")
      chown(file, 4001, 5000)
      chmod(file, 0o660)
      let member = ["--reuid", "4002", "--regid", "4002", "--groups", "5000"]
      // Where the program itself is out of reach there is nothing to see.
      guard PipedProgram(setpriv, member + [program, "--version"], in: folder).status == 0 else {
        return
      }
      let run = PipedProgram(
        setpriv,
        member + [program, "--accounts", file, "--username", "annika", "--password-stdin"],
        input: "Correct-horse-7\n", in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("now belongs to 4002 instead of 4001"))
      var status = stat()
      #expect(stat(file, &status) == 0)
      #expect(status.st_gid == 5000 && status.st_mode & 0o777 == 0o660)
      let first = PipedProgram(
        setpriv,
        ["--reuid", "4001", "--regid", "4001", "--groups", "5000"]
          + [program, "--accounts", file, "--username", "caroline", "--password-stdin"],
        input: "Correct-horse-7\n", in: folder)
      #expect(first.status == 0, "It works for the first one again.")
    }
  #endif

  @Test("The path that is meant is taken, or none")
  func paths() throws {
    let home = "HOME='\(folder.path)'"
    func path(_ path: String) -> PipedProgram {
      PipedProgram(
        "/bin/sh",
        [
          "-c",
          "cd '\(folder.path)' && printf 'Correct-horse-7\\n' | \(home) '\(program)' "
            + "--accounts=\(path) --username annika --password-stdin",
        ], in: folder)
    }
    #expect(path("'~/mine'").status == 0)
    #expect(folder.read("mine")?.hasPrefix("annika:") == true)
    for wrong in ["-", "'~bob/x'", "\"$(printf 'd\\351pt/accounts')\""] {
      let run = path(wrong)
      #expect(run.status == 2 && run.output.isEmpty)
    }
    #expect(
      folder.names == ["mine", "stderr", "stdin", "stdout"], "Nothing else was made.")
  }

  @Test("A note says that other names of the file keep the old accounts")
  func hardLinks() {
    folder.write("accounts", "bob:X\n".utf8)
    link(accounts, folder.file("copy"))
    let run = signUp()
    #expect(run.status == 0)
    #expect(run.output.contains("The file had 2 hard links"))
    #expect(folder.read("copy") == "bob:X\n")
  }
}

@Suite("The path of an account file on a command line")
struct AccountPathTests {
  @Test("has its tilde replaced by the home folder, and is refused where none is meant")
  func expanded() throws {
    #expect(try AccountPath.expanded("~/x", home: "/home/ann") == "/home/ann/x")
    #expect(try AccountPath.expanded("a~", home: "/h") == "a~")
    #expect(try AccountPath.expanded("./~/x", home: "/h") == "./~/x")
    for wrong in ["-", "~bob/x", "~x"] {
      #expect(throws: UsageError.self) { try AccountPath.expanded(wrong, home: "/h") }
    }
    #expect(throws: UsageError.self) { try AccountPath.expanded("~/x", home: nil) }
  }
}

@Suite("A change of the account file and the end of the program", .mostlyWaiting)
struct CommitGateTests {
  @Test("Either the change is made or the program ends without it")
  func either() {
    let early = CommitGate()
    #expect(!early.close())
    #expect(early.commit { 0 } == -1, "It was too late.")
    #expect(!early.close())
  }

  @Test("A change that failed is none")
  func failed() {
    let gate = CommitGate()
    #expect(gate.commit { -1 } == -1)
    #expect(!gate.close())
  }
}
