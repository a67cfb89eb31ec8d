import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

/// The screen of accounts that a test changes by hand, on virtual time.
@MainActor
private final class Shown {
  let clock = VirtualTimeScheduler()
  let changes = PassthroughSubject<Void, Never>()
  var result: Result<[ListedAccount], AccountError> = .success([])
  var frames: [MonotonicInstant] = []
  private(set) var screen: AccountsScreen!

  init(_ names: String...) {
    result = .success(Self.accounts(names))
    let source = ListSource<ListedAccount, AccountError>(changes: changes) {
      [unowned self] () throws(AccountError) in try result.get()
    }
    screen = AccountsScreen(
      model: ListViewModel(source, scheduler: clock, background: clock), shownPath: "~/accounts",
      actions: AccountActions(
        removal: AccountRemovalViewModel(
          store: InMemoryAccountStore(), scheduler: clock, background: clock),
        makeModel: { [clock] in SignupViewModel(purpose: $0, scheduler: clock, background: clock) }),
      now: { [clock] in clock.now }, requestFrame: { [unowned self] in frames.append($0) })
  }

  static func accounts(_ names: [String]) -> [ListedAccount] {
    ListedAccount.all(
      names.enumerated().map {
        Account(name: $0.element, hash: "$y$j9T$s$h", line: $0.offset + 1)
      })
  }

  func set(_ names: String...) {
    result = .success(Self.accounts(names))
    change()
  }

  func change() {
    changes.send()
    clock.advance(by: .zero)
  }

  func frame(_ width: Int = 40, _ height: Int = 8) -> Canvas {
    var canvas = Canvas(size: Size(width, height))
    screen.draw(on: &canvas)
    return canvas
  }

  func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  func press(_ key: Key) { screen.handle(.key(KeyPress(key))) }

  var chosen: String? {
    frame().lines.first { $0.hasPrefix(" ▸") }.map {
      String($0.dropFirst(3).prefix { $0 != " " })
    }
  }
}

@Suite("The screen of the accounts") @MainActor
struct AccountsScreenTests {
  @Test("Its frames: before and after the first look, changed, searched, failed, narrow")
  func frames() {
    var golden = GoldenFrames("AccountsScreen")
    let shown = Shown("ida", "Bob", "ann")
    golden.add("before the first look", shown.frame())
    shown.clock.advance(by: .zero)
    golden.add("sorted by name", shown.frame())
    shown.set("ida", "Bob", "ann", "eve")
    golden.add("one more, marked", shown.frame())
    shown.clock.advance(by: .seconds(2))
    golden.add("a moment later", shown.frame())
    shown.type("s")
    golden.add("as in the file", shown.frame())
    shown.type("/ev")
    golden.add("a search", shown.frame())
    shown.type("x")
    golden.add("in vain", shown.frame())
    shown.press(.escape)
    shown.result = .failure(.unreadable(path: "~/accounts", reason: "Permission denied"))
    shown.change()
    golden.add("a failure, with the accounts as they were", shown.frame(40, 10))
    golden.add("narrow", shown.frame(20, 6))
    golden.add("tiny", shown.frame(12, 3))
    shown.press(.function(1))
    golden.add("keys", shown.frame(60, 16))
    golden.expectUnchanged()
  }

  @Test("Without accounts it says how to make one; a file that cannot be read is not an empty one")
  func empty() {
    let shown = Shown()
    shown.clock.advance(by: .zero)
    #expect(
      shown.frame(60, 10).lines.contains { $0.contains("No accounts yet; a adds one") })
    let failed = Shown()
    failed.result = .failure(.unreadable(path: "x", reason: "Permission denied"))
    failed.clock.advance(by: .zero)
    let text = failed.frame(60, 10).lines.joined(separator: "\n")
    #expect(text.contains("Permission denied") && !text.contains("No accounts"))
  }

  @Test("A name that the file has twice occurs twice, and said to be")
  func repeated() {
    let shown = Shown("ann", "bob", "ann")
    shown.clock.advance(by: .zero)
    let lines = shown.frame().lines
    #expect(lines[0].contains("3 accounts") && lines[3].contains("ann (repeated)"))
  }

  @Test("A hash that is quick to break is said to be weak")
  func weak() {
    let shown = Shown()
    shown.result = .success(
      ListedAccount.all(
        ["$apr1$s$h", "$gy$j9T$s$h", "{SHA}h"].enumerated().map {
          Account(name: "user\($0.offset)", hash: $0.element, line: $0.offset + 1)
        }))
    shown.clock.advance(by: .zero)
    let lines = shown.frame().lines
    #expect(lines[2].contains("weak: MD5") && lines[4].contains("weak: SHA-1"))
    #expect(lines[3].contains("strong") && !lines[3].contains("weak"))
  }

  @Test("The choice stays on its account, whatever comes in front of it")
  func selection() {
    let shown = Shown("bob", "eve", "ida")
    shown.clock.advance(by: .zero)
    _ = shown.frame()
    shown.press(.down)
    #expect(shown.chosen == "eve")
    shown.set("ann", "bob", "dan", "eve", "ida")
    #expect(shown.chosen == "eve")
    shown.type("s")
    #expect(shown.chosen == "eve")
    shown.set("ida", "eve")
    #expect(shown.chosen == "eve")
    shown.set("ida")
    #expect(shown.chosen == "ida")
  }

  @Test(
    "A search goes to the first match from the choice on; Enter stays, Esc goes back, n goes on")
  func search() {
    let shown = Shown("ann", "bob", "hanna", "johanna", "zoe")
    shown.clock.advance(by: .zero)
    _ = shown.frame()
    shown.type("/AN")
    #expect(shown.chosen == "ann")
    shown.type("na")
    #expect(shown.chosen == "hanna")
    shown.press(.down)
    #expect(shown.chosen == "johanna")
    shown.press(.escape)
    #expect(shown.chosen == "ann")
    shown.type("/ann")
    shown.press(.enter)
    shown.type("nn")
    #expect(shown.chosen == "johanna")
    shown.type("n")
    #expect(shown.chosen == "ann")
    shown.type("N")
    #expect(shown.chosen == "johanna")
    shown.type("/q")
    #expect(shown.screen.result == nil, "letters belong to the search")
    shown.press(.escape)
    shown.type("q")
    #expect(shown.screen.result == .quit)
  }

  @Test("A frame is asked for when something changes and when a mark ends, and else none")
  func requests() {
    let shown = Shown("ann")
    shown.clock.advance(by: .zero)
    _ = shown.frame()
    shown.frames = []
    shown.change()
    _ = shown.frame()
    #expect(shown.frames.isEmpty, "nothing is different")
    shown.set("ann", "bob")
    _ = shown.frame()
    _ = shown.frame()
    #expect(shown.frames == [shown.clock.now, shown.clock.now + .milliseconds(1_500)])
    shown.clock.advance(by: .seconds(2))
    shown.frames = []
    _ = shown.frame()
    #expect(shown.frames.isEmpty)
  }

  @Test("^C interrupts, also while a search is open")
  func interrupt() {
    let shown = Shown("ann")
    shown.type("/")
    shown.screen.handle(.key(.control("c")))
    #expect(shown.screen.result == .interrupted)
  }
}
