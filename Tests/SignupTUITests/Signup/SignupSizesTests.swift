import TerminalForms
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

@Suite("The sign-up screen where there is little room") @MainActor
struct SignupSizesTests {
  /// Sizes from the least to where the form fits.
  static let sizes = [6, 7, 8, 10, 12].flatMap { height in
    [20, 21, 24, 28, 32, 36, 40].map { Size($0, height) }
  }

  /// The words of a frame without its footer, its marks and its margins.
  private func words(_ form: SignupForm, _ size: Size) -> [Substring] {
    form.frame(size.width, size.height).lines.dropLast().joined(separator: " ")
      .split { " ↓↑".contains($0) }.filter { !["more", "below", "above"].contains($0) }
  }

  /// True if a text stands in a form's window, also after Page Down, and marks say so.
  private func isReadable(_ text: String, _ form: SignupForm, _ size: Size) -> Bool {
    var seen: [Substring] = []
    let wanted = text.split(separator: " ")
    for _ in 0..<6 {
      let frame = form.frame(size.width, size.height)
      let page = words(form, size)
      // A row of the page before stays in view, so pages are joined where they overlap.
      let overlap = (0...min(page.count, seen.count)).last {
        seen.suffix($0).elementsEqual(page.prefix($0))
      }
      seen += page.dropFirst(overlap ?? 0)
      if seen.indices.contains(where: { seen[$0...].starts(with: wanted) }) { return true }
      guard frame.lines.contains(where: { $0.hasSuffix("↓") }) else { return false }
      form.press(KeyPress(.pageDown))
    }
    return false
  }

  @Test("Whatever is wrong with the field can be read whole, at every size")
  func reasons() {
    for size in Self.sizes {
      let form = SignupForm(taken: ["annie"])
      form.type("annie")
      form.wait(300)
      #expect(
        isReadable("✗ Username is taken; choose another – try annie2", form, size), "\(size)")
      form.press(KeyPress(.tab))
      form.type("qzvtorrentwax")
      form.press(KeyPress(.tab), KeyPress(.tab, .shift))
      let also = size.width < 40 ? "Add" : "Also add"
      #expect(
        words(form, size).joined(separator: " ").contains(
          "✗ \(also) an upper-case letter, a digit and a special character"),
        "\(size)")
      form.press(KeyPress(.tab))
      form.type("x")
      #expect(
        isReadable("✗ Differs from the password – ^R shows where", form, size), "\(size)")
    }
  }

  @Test("The usual reason is seen at once, without a key, from 20 by 6 on")
  func atOnce() {
    for size in Self.sizes {
      let form = SignupForm(taken: ["annie"])
      form.type("annie")
      form.wait(300)
      let text = words(form, size).joined(separator: " ")
      #expect(text.contains("Username is taken; choose another – try annie2"), "\(size)")
      #expect(form.frame(size.width, size.height).visibleCursor != nil)
    }
  }

  @Test("The rule for a name is read whole, at every size")
  func hint() {
    for size in Self.sizes {
      let form = SignupForm()
      #expect(isReadable("3–20 letters, digits, - . _; a letter first", form, size), "\(size)")
    }
  }

  @Test("Every rule is read whole in the list of F1, at every size")
  func rules() {
    for size in Self.sizes {
      let form = SignupForm()
      form.press(KeyPress(.tab), KeyPress(.function(1)))
      /// The lines in the box, without its border and its marks.
      func inside() -> [[Substring]] {
        form.frame(size.width, size.height).lines.compactMap { line in
          guard let first = line.firstIndex(of: "│"), let last = line.lastIndex(of: "│") else {
            return nil
          }
          return line[first..<last].split(separator: " ").filter { !["│", "↓", "↑"].contains($0) }
        }
      }
      var lines = inside()
      var before = lines
      for _ in 0..<80 {
        form.press(KeyPress(.down))
        let now = inside()
        if now == before { break }
        lines.append(now.last ?? [])
        before = now
      }
      let text = lines.joined().joined(separator: " ")
      #expect(text.contains("· a special character (not a space) · hard to guess"), "\(size)")
    }
  }

  @Test("The footer says how to leave and where help is, at every size")
  func footer() {
    for size in Self.sizes {
      let form = SignupForm()
      for focus in form.screen.stops {
        form.screen.focus = focus
        let last = form.frame(size.width, size.height).lines.last ?? ""
        #expect(last.contains("^G help"), "\(size)")
        #expect(last.contains("Esc cancel"), "\(size)")
      }
    }
  }

  @Test("The outcome of the submission is seen, wherever the focus was")
  func submission() {
    struct Broken: AccountStore {
      func contains(_ username: String) throws(AccountError) -> Bool { false }
      func add(_ username: String, password: String) throws(AccountError) {
        throw .cannotWrite(path: "/srv/accounts", reason: "No space left on device")
      }
    }
    for size in Self.sizes {
      let form = SignupForm(store: Broken())
      form.fillIn()
      form.wait(400)
      form.press(KeyPress(.tab, .shift), .control("s"))
      #expect(words(form, size).joined(separator: " ").contains("⋯ Creating account"), "\(size)")
      form.screen.isWaitingForLock = true
      #expect(isReadable("⋯ Waiting for another program to finish writing", form, size), "\(size)")
      form.wait(1)
      let reason = form.screen.model.formMessage ?? ""
      #expect(reason.contains("No space left on device"))
      var seen = ""
      for _ in 0..<12 {
        seen += words(form, size).joined()
        form.press(KeyPress(.pageDown))
      }
      let last = reason.split(separator: " ").suffix(3).joined()
      #expect(seen.contains(last), "\(size)")
    }
  }

  @Test("Marks say what lies above and below, and Page Up and Page Down go there")
  func marks() {
    let form = SignupForm()
    func lines() -> [String] { form.frame(40, 12).lines }
    #expect(!lines().contains { $0.hasSuffix("↑") })
    #expect(lines()[10].hasSuffix("↓"))
    // How far there is to go is known when the page has been drawn.
    for _ in 0..<3 where lines()[10].hasSuffix("↓") { form.press(KeyPress(.pageDown)) }
    #expect(lines()[0].hasSuffix("↑") && !lines()[10].hasSuffix("↓"))
    #expect(lines().contains { $0.contains("[ Register ]") })
    #expect(form.frame(40, 12).visibleCursor == nil)
    for _ in 0..<3 where lines()[0].hasSuffix("↑") { form.press(KeyPress(.pageUp)) }
    #expect(lines().contains { $0.contains("Create an account") })
    form.press(KeyPress(.pageDown))
    form.type("a")
    #expect(form.screen.model.username == "a" && form.frame(40, 12).visibleCursor != nil)
  }

  @Test("Its frames at several sizes, from empty to refused")
  func frames() {
    var golden = GoldenFrames("SignupScreenSizes", styles: false)
    for size in [Size(20, 6), Size(30, 8), Size(40, 12), Size(60, 20), Size(200, 60)] {
      let name = "\(size.width) by \(size.height)"
      let form = SignupForm(taken: ["annie"])
      golden.add("\(name): untouched", form.frame(size.width, size.height))
      form.type("annie")
      form.wait(300)
      golden.add("\(name): taken", form.frame(size.width, size.height))
      form.press(KeyPress(.tab))
      golden.add("\(name): the password", form.frame(size.width, size.height))
      form.type("qzvtorrentwax")
      form.press(KeyPress(.tab), KeyPress(.tab, .shift))
      golden.add("\(name): a kind is missing", form.frame(size.width, size.height))
      form.press(KeyPress(.function(1)))
      golden.add("\(name): help", form.frame(size.width, size.height))
      form.press(KeyPress(.escape), KeyPress(.tab), KeyPress(.tab))
      golden.add("\(name): the buttons", form.frame(size.width, size.height))
    }
    golden.expectUnchanged()
  }
}
