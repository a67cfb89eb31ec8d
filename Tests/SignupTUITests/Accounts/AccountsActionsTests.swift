import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

/// A list of accounts of a store in memory, in which keys act, on virtual time.
@MainActor
private final class Acting {
  let clock = VirtualTimeScheduler()
  let changes = PassthroughSubject<Void, Never>()
  let store = InMemoryAccountStore(hasher: .sha512Crypt(rounds: 1000))
  var refusal: AccountError?
  private var unreadability: AccountError?
  var copied: [String] = []
  private(set) var screen: AccountsScreen!

  init(_ names: String...) {
    for name in names { try? store.add(name, password: "Correct-horse-7") }
    let source = ListSource<ListedAccount, AccountError>(changes: changes) {
      [store, unowned self] () throws(AccountError) in
      if let unreadability { throw unreadability }
      return ListedAccount.all(try store.list())
    }
    let makeModel = {
      [unowned self] (purpose: SignupPurpose) throws(AccountError) -> SignupViewModel in
      if let refusal { throw refusal }
      return SignupViewModel(
        purpose: purpose, store: store, scheduler: clock, background: clock)
    }
    screen = AccountsScreen(
      model: ListViewModel(source, scheduler: clock, background: clock), shownPath: "~/accounts",
      actions: AccountActions(
        removal: AccountRemovalViewModel(store: store, scheduler: clock, background: clock),
        makeModel: makeModel, copy: { [unowned self] in copied.append($0) }),
      now: { [clock] in clock.now }, requestFrame: { _ in })
    clock.advance(by: .zero)
    _ = frame()
  }

  var names: [String] { (try? store.list().map(\.name)) ?? [] }

  /// Lets the store answer, and the list be read again.
  func settle() {
    clock.advance(by: .zero)
    changes.send()
    clock.advance(by: .zero)
  }

  /// Lets the file not be read, for a reason, or again.
  func breaks(_ reason: AccountError?) {
    unreadability = reason
    settle()
  }

  func frame(_ width: Int = 80, _ height: Int = 24) -> Canvas {
    var canvas = Canvas(size: Size(width, height))
    screen.resized(to: canvas.size)
    screen.draw(on: &canvas)
    return canvas
  }

  var text: String { frame().lines.joined(separator: "\n") }

  func type(_ text: String) {
    for character in text { press(KeyPress(.character(character))) }
  }

  func press(_ keys: KeyPress...) {
    for key in keys { screen.handle(.key(key)) }
  }

  func click(_ text: String) { screen.mouse(on: text, in: frame()) }

  func removeChosen() {
    type("x")
    press(KeyPress(.left), KeyPress(.enter))
    settle()
  }
}

@Suite("The accounts, and what is done with them") @MainActor
struct AccountsActionsTests {
  @Test("Their frames: the list, a question, a removal, its undo, forms, a filter, at three sizes")
  func frames() {
    var golden = GoldenFrames("AccountsActions")
    let acting = Acting("ida", "Bob", "Jörg Müller")
    try? acting.store.add(String(repeating: "n", count: 60), password: "Correct-horse-7")
    acting.settle()
    func add(_ name: String, _ width: Int, _ height: Int) {
      golden.add("\(name), \(width)×\(height)", acting.frame(width, height))
    }
    for (width, height) in [(80, 24), (40, 12), (20, 6)] { add("the list", width, height) }
    acting.type("x")
    for (width, height) in [(80, 24), (40, 12), (20, 6)] { add("the question", width, height) }
    acting.press(KeyPress(.escape))
    acting.removeChosen()
    for (width, height) in [(80, 24), (40, 12), (20, 6)] { add("removed", width, height) }
    acting.type("u")
    add("putting it back", 40, 12)
    acting.settle()
    add("put back", 40, 12)
    acting.type("p")
    for (width, height) in [(80, 24), (40, 12), (20, 6)] { add("another password", width, height) }
    acting.press(KeyPress(.escape))
    acting.type("fi")
    for (width, height) in [(80, 24), (40, 12), (20, 6)] { add("the filter", width, height) }
    acting.press(KeyPress(.enter))
    add("the filter is kept", 40, 12)
    acting.press(KeyPress(.escape), KeyPress(.end), KeyPress(.character("c")))
    add("a name is copied", 40, 12)
    acting.press(KeyPress(.function(1)))
    add("the keys", 80, 24)
    golden.expectUnchanged()
  }

  @Test("An account is removed after a question, whose first answer is to keep it")
  func removal() {
    let acting = Acting("ann", "bob")
    acting.type("x")
    #expect(acting.text.contains("Remove the account ann?"))
    acting.press(KeyPress(.enter))
    acting.settle()
    #expect(acting.names == ["ann", "bob"])
    acting.removeChosen()
    #expect(acting.names == ["bob"])
    #expect(acting.text.contains("ann removed; u restores it within ten seconds"))
  }

  @Test("Undo puts it back as it was, chosen; after ten seconds there is none")
  func undo() throws {
    let acting = Acting("ann", "bob", "cid")
    acting.press(KeyPress(.down))
    acting.removeChosen()
    acting.type("u")
    acting.settle()
    #expect(acting.names == ["ann", "bob", "cid"])
    #expect(try acting.store.verify("bob", password: "Correct-horse-7"))
    #expect(acting.screen.list.chosen?.name == "bob")
    acting.removeChosen()
    acting.clock.advance(by: .seconds(9))
    #expect(acting.text.contains("u undo"))
    acting.clock.advance(by: .seconds(1))
    #expect(!acting.text.contains("undo") && acting.text.contains("bob removed"))
    acting.type("u")
    acting.settle()
    #expect(acting.names == ["ann", "cid"])
  }

  @Test("Several removals are undone one by one, the last one first")
  func several() {
    let acting = Acting("ann", "bob", "cid")
    acting.removeChosen()
    acting.removeChosen()
    #expect(acting.names == ["cid"])
    acting.type("u")
    acting.settle()
    #expect(acting.names == ["bob", "cid"])
    acting.type("u")
    acting.settle()
    #expect(acting.names == ["ann", "bob", "cid"])
  }

  @Test("An account that was made anew meanwhile stays, and it is said")
  func overtaken() throws {
    let acting = Acting("ann", "bob")
    acting.removeChosen()
    try acting.store.add("ann", password: "another-Otter-7")
    acting.type("u")
    acting.settle()
    #expect(acting.text.contains("A new account ann exists"))
    #expect(try acting.store.verify("ann", password: "another-Otter-7"))
  }

  @Test("Another password is typed into the form of the sign-up, without the name")
  func password() throws {
    let acting = Acting("ann", "bob")
    acting.press(KeyPress(.down), KeyPress(.enter))
    #expect(acting.text.contains("New password for bob") && !acting.text.contains("Username"))
    acting.type("another-Otter-7")
    acting.press(KeyPress(.tab))
    acting.type("another-Otter-8")
    acting.press(KeyPress(.enter))
    #expect(acting.text.contains("Differs from the password"))
    acting.press(KeyPress(.backspace))
    acting.type("7")
    acting.press(KeyPress(.enter))
    acting.settle()
    #expect(acting.text.contains("Password of bob changed"))
    #expect(try acting.store.verify("bob", password: "another-Otter-7"))
  }

  @Test("A new account is chosen in the list, even behind a filter that hides it")
  func addition() {
    let acting = Acting("ann", "bob")
    acting.type("fann")
    acting.press(KeyPress(.enter))
    acting.type("a")
    acting.type("robert")
    acting.press(KeyPress(.tab))
    acting.type("another-Otter-7")
    acting.press(KeyPress(.tab))
    acting.type("another-Otter-7")
    acting.clock.advance(by: .seconds(1))
    acting.press(KeyPress(.enter))
    acting.settle()
    acting.settle()
    _ = acting.frame()
    #expect(acting.names == ["ann", "bob", "robert"])
    #expect(acting.screen.list.chosen?.name == "robert")
    #expect(acting.text.contains("Account robert created"))
  }

  @Test("A form that is left changes nothing; ^C in it ends the program, after a question")
  func left() {
    let acting = Acting("ann")
    acting.type("p")
    acting.press(KeyPress(.escape))
    #expect(acting.text.contains("Nothing was changed"))
    acting.type("aann")
    acting.press(.control("c"))
    #expect(acting.screen.result == nil)
    acting.press(.control("c"))
    #expect(acting.screen.result == .interrupted)
  }

  @Test("A file that cannot be written is a sentence instead of a form")
  func refused() {
    let acting = Acting("ann")
    acting.refusal = .cannotWrite(path: "~/accounts", reason: "Permission denied")
    acting.type("a")
    #expect(acting.text.contains("Cannot write ~/accounts: Permission denied."))
    #expect(acting.text.contains("▸ ann"))
  }

  @Test("What was wrong with the file is said no longer than it is")
  func restored() {
    let acting = Acting("ann")
    acting.refusal = .cannotWrite(path: "~/accounts", reason: "Permission denied")
    acting.type("a")
    acting.breaks(.unreadable(path: "~/accounts", reason: "there is no such file"))
    #expect(acting.text.contains("there is no such file") && !acting.text.contains("denied"))
    acting.type("p")
    acting.breaks(nil)
    #expect(!acting.text.contains("there is no such file") && !acting.text.contains("denied"))
  }

  @Test("An account to which another program gives another password is marked for a moment")
  func marks() throws {
    let acting = Acting("ann", "bob")
    acting.settle()
    #expect(!acting.text.contains("•"))
    try acting.store.changePassword(of: "bob", to: "another-Otter-7")
    acting.settle()
    #expect(acting.text.contains("• bob") && !acting.text.contains("• ann"))
    acting.clock.advance(by: .seconds(2))
    #expect(!acting.text.contains("•"))
  }

  @Test("The filter narrows the list with each letter, and all columns are read")
  func filter() {
    let acting = Acting("ann", "bob", "hanna")
    acting.type("fan")
    #expect(!acting.text.contains("bob") && acting.text.contains("2 of 3"))
    acting.press(KeyPress(.down), KeyPress(.enter))
    #expect(acting.screen.list.chosen?.name == "hanna")
    acting.press(KeyPress(.escape))
    #expect(acting.text.contains("bob") && acting.screen.result == nil)
    acting.type("ffew rounds")
    #expect(acting.text.contains("3 of 3"))
    acting.type("q")
    #expect(acting.text.contains("No account matches"))
  }

  @Test("A copy sends the name alone")
  func copy() {
    let acting = Acting("Jörg Müller")
    acting.type("c")
    #expect(acting.copied == ["Jörg Müller"])
    #expect(acting.text.contains("Sent the name Jörg Müller"))
  }

  @Test("The mouse chooses, opens, answers and presses what the footer names")
  func mouse() {
    let acting = Acting("ann", "bob")
    acting.click("bob")
    #expect(acting.screen.list.chosen?.name == "bob")
    acting.click("x remove")
    acting.click("[ Remove ]")
    acting.settle()
    #expect(acting.names == ["ann"])
    acting.click("u undo")
    acting.settle()
    #expect(acting.names == ["ann", "bob"])
    acting.click("bob")
    #expect(acting.text.contains("New password for bob"))
    acting.click("[ Cancel ]")
    #expect(acting.text.contains("Nothing was changed"))
  }

  @Test("In a window for the list alone nothing is asked or changed")
  func tiny() {
    let acting = Acting("ann")
    acting.type("x")
    _ = acting.frame(12, 3)
    acting.press(KeyPress(.left), KeyPress(.enter))
    acting.settle()
    acting.type("x")
    #expect(acting.screen.question == nil && acting.names == ["ann"])
  }
}
