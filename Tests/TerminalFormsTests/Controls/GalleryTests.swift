import Forms
import TerminalKit
import TestSupport
import Testing

@testable import TerminalForms

@Suite("A form with every kind of field") @MainActor
struct GalleryTests {
  private let gallery = TypedForm(Gallery(), Gallery.fields, title: "Gallery")

  @Test("Its frames: each kind with the focus, and what it opens")
  func frames() {
    var golden = GoldenFrames("Gallery")
    golden.add("untouched", gallery.frame(80, 60))
    for size in [Size(80, 24), Size(40, 12), Size(20, 6)] {
      let gallery = TypedForm(Gallery(), Gallery.fields, title: "Gallery")
      let name = "\(size.width)×\(size.height)"
      func add(_ title: String) {
        golden.add("\(title), \(name)", gallery.frame(size.width, size.height))
      }
      gallery.go(to: "ticket")
      gallery.type("w")
      add("a spinner")
      gallery.go(to: "country")
      gallery.press(KeyPress(.enter))
      add("a list")
      gallery.type("lux")
      add("a list narrowed down")
      gallery.press(KeyPress(.enter))
      gallery.go(to: "days")
      gallery.press(KeyPress(.character(" ")), KeyPress(.down), KeyPress(.character(" ")))
      add("several of a few")
      gallery.go(to: "workshops")
      gallery.press(KeyPress(.enter), KeyPress(.character(" ")), KeyPress(.end))
      gallery.press(KeyPress(.character(" ")))
      add("several of many")
      gallery.press(KeyPress(.enter))
      gallery.go(to: "remarks")
      gallery.type("A text of several lines,")
      gallery.press(KeyPress(.enter))
      gallery.type("of which the second one is longer than the box is wide at any of these sizes")
      add("lines")
      gallery.go(to: "arrival")
      gallery.press(KeyPress(.function(2)))
      add("a calendar")
      gallery.press(KeyPress(.right), KeyPress(.enter))
      gallery.go(to: "seats")
      gallery.type("++")
      add("steps")
      gallery.go(to: "price")
      gallery.type("12,5")
      gallery.go(to: "account")
      gallery.type("de89370400440532013000")
      add("a unit and groups")
      gallery.go(to: "photo")
      gallery.press(KeyPress(.function(2)))
      add("files")
      gallery.press(KeyPress(.escape))
      gallery.go(to: "city")
      gallery.type("Dr")
      add("a completion")
    }
    golden.expectUnchanged()
  }

  @Test("In ASCII nothing else is drawn")
  func ascii() {
    var golden = GoldenFrames("GalleryASCII", styles: false)
    golden.add("untouched", gallery.frame(80, 60, symbols: .ascii))
    gallery.go(to: "country")
    gallery.press(KeyPress(.enter), KeyPress(.down))
    golden.add("a list", gallery.frame(60, 16, symbols: .ascii))
    gallery.press(KeyPress(.escape))
    gallery.go(to: "arrival")
    gallery.press(KeyPress(.function(2)))
    golden.add("a calendar", gallery.frame(60, 16, symbols: .ascii))
    golden.expectUnchanged()
    let letters = golden.text.split(separator: "\n").filter { $0.hasPrefix("|") }.joined()
    #expect(letters.allSatisfy { $0.isASCII })
  }
}
