import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

@Suite("The screen of users") @MainActor
struct UsersScreenTests {
  private let clock = VirtualTimeScheduler()
  private let sessions = ManualPublisher<UserSession, UsersError>(letsGo: true)
  private let accounts = ManualPublisher<[Account], UsersError>(letsGo: true)
  private let model: UsersViewModel
  private let listing: AccountListing
  private let screen: UsersScreen

  init() {
    let (sessions, accounts) = (sessions, accounts)
    let directory = UserDirectory { _ in
      sessions.eraseToAnyPublisher()
    } fetch: { _ in
      accounts.eraseToAnyPublisher()
    }
    model = UsersViewModel(directory: directory, scheduler: clock)
    listing = AccountListing(
      model: model, path: "~/accounts", now: { MonotonicInstant(nanoseconds: 0) },
      requestFrame: { _ in })
    screen = UsersScreen(
      listing,
      form: SignInForm(model: model, note: "to see the accounts in ~/accounts", mask: .bullets))
  }

  private func frame(_ size: Size = Size(60, 18)) -> Canvas {
    var canvas = Canvas(size: size)
    screen.resized(to: size)
    screen.draw(on: &canvas)
    return canvas
  }

  private func text(_ size: Size = Size(60, 18)) -> String {
    frame(size).lines.joined(separator: "\n")
  }

  private func type(_ text: String) {
    for character in text { press(KeyPress(.character(character))) }
  }

  private func press(_ keys: KeyPress...) {
    for key in keys { screen.handle(.key(key)) }
  }

  private func signIn() {
    type("ann")
    press(KeyPress(.tab))
    type("secret")
    press(KeyPress(.enter))
  }

  private func admit() {
    sessions.connections.last?.send(UserSession(username: "ann"))
    sessions.connections.last?.send(completion: .finished)
  }

  private func answer(_ names: [String]) {
    let list = names.enumerated().map { place, name in
      Account(name: name, hash: place % 3 == 2 ? "$1$s$h" : "$y$j9T$s$h", line: place + 1)
    }
    accounts.connections.last?.send(list)
    accounts.connections.last?.send(completion: .finished)
    clock.run()
  }

  @Test("From the form past a progress sign to the list, frame by frame")
  func frames() {
    var golden = GoldenFrames("UsersScreen")
    golden.add("An empty form", frame())
    press(.control("s"))
    golden.add("Something is missing", frame())
    signIn()
    golden.add("Signing in", frame())
    sessions.connections.last?.send(completion: .failure(.refused))
    clock.run()
    golden.add("Refused", frame())
    golden.add("Refused, where there is little room", frame(Size(30, 8)))
    golden.add("The smallest", frame(Size(20, 6)))
    type("better")
    press(KeyPress(.enter))
    admit()
    answer(["ann", "bea", "cid"])
    golden.add("The list", frame())
    press(KeyPress(.down), KeyPress(.character("r")))
    golden.add("Loading again", frame())
    accounts.connections.last?.send(
      completion: .failure(
        .store(.unreadable(path: "/accounts", reason: "Permission denied"))))
    clock.run()
    golden.add("That failed: the old list stays", frame())
    golden.add("The smallest list", frame(Size(20, 6)))
    golden.expectUnchanged()
  }

  @Test("The chosen row stays on its user when the list is loaded again")
  func selection() {
    signIn()
    admit()
    answer(["ann", "bea", "cid"])
    _ = frame()
    press(KeyPress(.down))
    _ = frame()
    #expect(listing.list.chosen?.name == "bea")
    press(KeyPress(.character("r")))
    answer(["aaa", "abe", "ann", "bea"])
    _ = frame()
    #expect(listing.list.chosen?.name == "bea")
  }

  @Test("The list follows the file, without a word, and marks what has changed")
  func follows() {
    let changes = PassthroughSubject<Void, Never>()
    listing.follow(changes)
    changes.send()
    #expect(accounts.connections.isEmpty, "Nobody has signed in.")
    signIn()
    admit()
    answer(["ann", "bea"])
    _ = frame()
    let before = text()
    changes.send()
    changes.send()
    #expect(text() == before && accounts.connections.count == 3)
    answer(["ann", "bea", "abe"])
    #expect(text().contains("• abe") && !text().contains("• bea"))
  }

  @Test("The password is never drawn, and gone when it was refused or taken")
  func password() {
    signIn()
    #expect(!text().contains("secret"))
    #expect(model.password == "secret")
    sessions.connections.last?.send(completion: .failure(.refused))
    clock.run()
    #expect(model.password.isEmpty, "Before the next frame.")
    #expect(screen.form?.editors[1].text.isEmpty == true)
    type("again")
    #expect(model.password == "again")
    press(.control("r"))
    #expect(text().contains("again"))
    screen.handle(.focus(false))
    #expect(!text().contains("again"))
    screen.forgetSecrets()
    #expect(model.password.isEmpty && screen.form?.editors[1].text.isEmpty == true)
  }

  @Test("A recorded screen shows no password")
  func recorded() {
    screen.form?.isRecorded = true
    press(KeyPress(.tab))
    type("secret")
    press(.control("r"))
    #expect(!text().contains("secret"))
    #expect(text().contains("Passwords stay hidden"))
  }

  @Test(
    "Esc cancels a try, which is said, and then the sign-in; keys are ignored while it is under way"
  )
  func escape() {
    signIn()
    type("x")
    #expect(model.password == "secret")
    press(KeyPress(.escape))
    #expect(sessions.cancelCount == 1)
    #expect(screen.result == nil)
    #expect(text().contains("The sign-in was cancelled."))
    press(KeyPress(.escape))
    #expect(screen.result == .cancelled)
  }

  @Test("The list is left with q and Esc, anything with ^C")
  func leaving() {
    press(.control("c"))
    #expect(screen.result == .interrupted)
    signIn()
    admit()
    answer(["ann"])
    press(KeyPress(.character("q")))
    #expect(screen.result == .done)
  }

  @Test("A hundred thousand users are drawn as fast as those in view")
  func many() {
    signIn()
    admit()
    answer((0..<100_000).map { "user\($0)" })
    _ = frame()
    press(KeyPress(.end))
    #expect(text().contains("user99999"))
  }
}
