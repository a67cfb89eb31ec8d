import TestSupport
import Testing
import ViewModels

@Suite("The built program, with passwords to estimate and to make", .mostlyWaiting)
struct StrengthEndToEndTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  private func run(_ arguments: [String], input: [UInt8] = []) -> PipedProgram {
    // By way of a file, because the bytes need not be text.
    let file = folder.write("bytes", input)
    return PipedProgram(
      "/bin/sh", ["-c", #"exec "$0" "$@" < '\#(file)'"#, program] + arguments, in: folder)
  }

  @Test("Each line becomes score, guesses and warning; the password is written nowhere")
  func lines() {
    let input = "P@ssw0rd\nrumpelstilz7\tRumpelstilz\n\nx7Kp2mQz9LwR"
    let run = run(["strength"], input: Array(input.utf8))
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(run.status == 0 && lines.count == 5 && lines.last == "")
    #expect(lines[0].hasPrefix("0\t") && lines[0].hasSuffix("\tCommon passwords are tried first"))
    #expect(lines[1].hasPrefix("1\t") && lines[1].hasSuffix("\tIt is based on your username"))
    #expect(lines[2] == "0\t0.00\t" && lines[3].hasPrefix("4\t12.0") && lines[3].hasSuffix("\t"))
    #expect(!run.output.contains("rumpel") && run.errors.isEmpty)
  }

  @Test("A line that is not UTF-8 is reported and keeps its place; one without end is cut")
  func oddLines() {
    let long = [UInt8](repeating: 0x71, count: 100_000)
    let wide = Array(String(repeating: "é", count: 5000).utf8.dropFirst(1))
    let run = run(["strength"], input: [0xFF, 0x0A] + long + [0x0A, 0x61, 0x0A] + wide)
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] == "" && lines[1].hasSuffix("next to nothing") && lines[2].hasPrefix("0\t"))
    #expect(run.errors.contains("line 1 of standard input is not UTF-8 text."))
    #expect(run.errors.contains("line 4 of standard input is not UTF-8 text."))
  }

  @Test("A list of words that is not there is one sentence")
  func noList() {
    let run = run(["strength", "--word-list", "/no/such/list"], input: [0x61])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors == "SignupTUI: /no/such/list cannot be read: No such file or directory.\n")
  }

  @Test(
    "A suggested password fulfils the policy, and stands alone on standard output",
    arguments: [
      [], ["--words", "4"], ["--length", "20"], ["--policy", "nist", "--words", "5"],
      ["--policy", "required: lower; minlength: 30; allowed: [-]", "--words", "8"],
    ])
  func generate(arguments: [String]) throws {
    let run = run(["generate"] + arguments)
    #expect(run.status == 0 && run.output.last == "\n")
    let password = String(run.output.dropLast())
    let name = arguments.firstIndex(of: "--policy").map { arguments[$0 + 1] } ?? "classic"
    let rules = try PasswordPolicy(name).rules
    #expect(rules.firstIssue(SignupInput(password: password)) == nil)
    #expect(run.errors.hasPrefix("SignupTUI: ") && run.errors.hasSuffix(" bits.\n"))
  }

  @Test("A policy that cannot be understood is a wrong command line, with its column")
  func wrongPolicy() {
    let run = run(["generate", "--policy", "minlength: many"])
    #expect(run.status == 2)
    #expect(run.errors.contains("column 12: a number from 1 to 511 was expected, not “many”."))
  }
}
