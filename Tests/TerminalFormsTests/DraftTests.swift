import Forms
import Platform
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing

@testable import TerminalForms

@Suite("A draft of a form") @MainActor
struct DraftTests {
  private let folder = ScratchFolder()
  private let form = FormViewModel(
    Visit(), fields: Visit.fields, scheduler: VirtualTimeScheduler())
  private var path: String { folder.file("draft") }

  private func keeper(titled title: String = "A visit", of name: String? = nil)
    -> DraftKeeper<Visit>
  {
    DraftKeeper(form, title: title, in: DraftFile(path: path, of: name))
  }

  /// Keeps a draft with a name, and returns its bytes.
  private func written() -> String {
    let keeper = keeper()
    form.fill(text: "Ada", at: "name")
    #expect(keeper.keep())
    return folder.read("draft") ?? ""
  }

  /// The text of a draft of this form.
  private static let mine = """
    {"formDraft": 1, "form": "A visit", "fields": "\(outline)", "answers": {"name": "Bea"}}
    """
  private static let outline =
    "company text, guests list (name text), name text, nights text, password secret, tax text"

  nonisolated static let others: [(contents: String, reason: String)] = [
    ("", "not a draft"), ("notes\n", "not a draft"), ("[1]", "not a draft"),
    ("null", "not a draft"), (#"{"name": "Ada"}"#, "not a draft"),
    (#"{"form": "A visit", "formDraft": 1}"#, "not a draft"),
    (#"{"formDraft": 1}"#, "not a draft"), (#"{"formDraft": 2, "form": "A visit"}"#, "not a draft"),
    (#"{"formDraft": 1, "form": "A visit", "fields": "name text"}"#, "not a draft"),
    (
      #"{"formDraft": 1, "form": "A visit", "fields": "name text", "answers": {}}"#,
      "with other fields"
    ),
    (
      #"{"formDraft": 1, "form": "A trip", "fields": "name text", "answers": {}}"#,
      "another form, “A trip”"
    ),
    ("\u{FEFF}{}", "not a draft"), ("{\"formDraft\": 1", "not a draft"),
  ]

  @Test("A file that is not a draft of this form is left as it is", arguments: others)
  func others(contents: String, reason: String) {
    folder.write("draft", contents.utf8)
    let keeper = keeper()
    #expect(keeper.problem?.contains(reason) == true, "\(keeper.problem ?? "none")")
    form.fill(text: "Ada", at: "name")
    #expect(!keeper.keep())
    keeper.discard()
    keeper.finish()
    #expect(folder.read("draft") == contents)
  }

  @Test("It can become something else meanwhile, and is left alone then", arguments: others)
  func replaced(contents: String, reason: String) {
    let keeper = keeper()
    var said: [String] = []
    keeper.failed = { said.append($0) }
    form.fill(text: "Ada", at: "name")
    #expect(keeper.keep() && keeper.hasContents)
    folder.write("draft", contents.utf8)
    form.fill(text: "Bea", at: "name")
    #expect(!keeper.keep() && !keeper.keep())
    keeper.finish()
    #expect(said.count == 1 && said[0].contains(reason))
    #expect(folder.read("draft") == contents)
  }

  @Test("Folders, pipes, devices and missing places are refused in words, never in Swift's")
  func places() throws {
    #expect(mkdir(folder.file("folder"), 0o700) == 0 && mkfifo(folder.file("pipe"), 0o600) == 0)
    for path in [
      folder.file("folder"), folder.file("pipe"), "/dev/full", "/dev/null", "/proc/nope/draft",
      folder.file("none/"),
    ] {
      let keeper = DraftKeeper(form, title: "A visit", in: DraftFile(path: path))
      let problem = try #require(keeper.problem)
      #expect(problem.hasPrefix("Cannot keep a draft in \(path): ") && !problem.contains("("))
      keeper.finish()
    }
    #expect(access("/dev/full", F_OK) == 0)
  }

  @Test("It is for its owner alone, has a mark, and secrets are not in it")
  func contents() {
    form.fill(text: "hunter2", at: "password")
    let text = written()
    #expect(text.hasPrefix("{\n  \"formDraft\": 1,") && text.contains(#""name": "Ada""#))
    #expect(text.contains(Self.outline) && !text.contains("hunter2"))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("It is written a second after the first change, however long somebody types on")
  func pace() {
    let keeper = keeper()
    var due: [@Sendable () -> Void] = []
    keeper.begin { due.append($0) }
    for count in 1...50 { form.fill(text: String(repeating: "a", count: count), at: "name") }
    #expect(due.count == 1 && folder.read("draft") == nil)
    due[0]()
    #expect(folder.read("draft")?.contains(String(repeating: "a", count: 50)) == true)
    form.fill(text: "b", at: "name")
    #expect(due.count == 2)
  }

  @Test("What the form begins with needs no draft, and takes none away")
  func offered() {
    folder.write("draft", Self.mine.utf8)
    form.fill(text: "Ada", at: "name")
    let keeper = keeper()
    #expect(keeper.found?.draft == [.init("name", .text("Bea"))])
    #expect(keeper.keep() && folder.read("draft") == Self.mine)
    keeper.take()
    #expect(form.state.value.name == "Bea" && keeper.hasContents)
    form.fill(text: "Ada", at: "name")
    #expect(keeper.keep() && folder.read("draft") == nil && !keeper.hasContents)
  }

  @Test("Its name stays the same in another language, and keeps forms apart")
  func names() {
    let first = keeper(of: "visit")
    form.fill(text: "Bea", at: "name")
    #expect(first.keep())
    let german = keeper(titled: "Ein Besuch", of: "visit")
    #expect(german.problem == nil && german.found != nil)
    #expect(keeper().problem?.contains("another form, “visit”") == true)
  }

  private func screen() -> FormScreen<Visit> {
    let form = FormViewModel(
      Visit(), fields: Visit.fields, scheduler: VirtualTimeScheduler())
    return FormScreen(form, title: "A visit", draft: DraftFile(path: path))
  }

  private func text(_ screen: FormScreen<Visit>) -> String {
    var canvas = Canvas(size: Size(80, 30))
    screen.draw(on: &canvas)
    return canvas.lines.joined(separator: "\n")
  }

  @Test("It is offered on return, and taken or discarded", arguments: [true, false])
  func taken(isTaken: Bool) {
    folder.write("draft", Self.mine.utf8)
    let screen = screen()
    #expect(text(screen).contains("There is a draft (") && text(screen).contains("[ Discard it ]"))
    if !isTaken { screen.handle(.key(KeyPress(.right))) }
    screen.handle(.key(KeyPress(.enter)))
    #expect(screen.form.state.value.name == (isTaken ? "Bea" : ""))
    #expect((folder.read("draft") == nil) == !isTaken)
    #expect(screen.result == nil)
  }

  @Test("It outlives leaving, which says so; where it cannot be written, leaving asks to discard")
  func left() {
    let first = screen()
    first.form.fill([.init("name", .text("Ada"))])
    first.handle(.key(KeyPress(.escape)))
    #expect(text(first).contains("kept as a draft"))
    first.handle(.key(KeyPress(.left)))
    first.handle(.key(KeyPress(.enter)))
    #expect(first.result == .cancelled && folder.read("draft")?.contains("Ada") == true)
    folder.write("draft", "notes".utf8)
    let second = screen()
    #expect(text(second).contains("is not a draft of a form"))
    second.form.fill([.init("name", .text("Ada"))])
    second.handle(.key(KeyPress(.escape)))
    #expect(text(second).contains("Discard what you typed?"))
  }

  @Test("It outlives the submission until it is removed")
  func submission() {
    let screen = FormScreen(form, title: "A visit", draft: DraftFile(path: path))
    form.fill(text: "Ada", at: "name")
    form.fill(text: "hunter2", at: "password")
    form.submit()
    guard case .submitted? = screen.result else {
      Issue.record("not submitted")
      return
    }
    screen.willDisappear()
    #expect(folder.read("draft")?.contains("Ada") == true && screen.hasDraft)
    screen.removeDraft()
    screen.willDisappear()
    #expect(folder.names.isEmpty && !screen.hasDraft)
  }

  @Test("A link is followed, and stays")
  func link() {
    #expect(symlink("target", path) == 0)
    let keeper = keeper()
    form.fill(text: "Ada", at: "name")
    #expect(keeper.keep() && folder.read("target") != nil)
    keeper.finish()
    #expect(folder.read("target") == nil)
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }
}
