import Forms
import TerminalKit
import TestSupport
import Testing

@testable import TerminalForms

@Suite("Ratings, rankings and choices that are taken back") @MainActor
struct RankingTests {
  private struct Survey: Sendable {
    var stars: Int?
    var wishes = ["price", "speed", "support"]
    var product = Product.shirt, size: Size?

    enum Size: String, FormChoice { case small, large }
    enum Product: String, FormChoice {
      case shirt, mug
      var sizes: [Size] { self == .shirt ? [.small, .large] : [.small] }
    }

    static let fields: [FormField<Survey>] = [
      .rating("stars", \.stars),
      .ranking("wishes", \.wishes, options: ["price", "speed", "support"]),
      .choice("product", \.product),
      .choice("size", \.size, offering: { $0.product.sizes }, reading: \.product)
        .takingBack().required { $0.product == .mug },
    ]
  }

  private let typed = TypedForm(Survey(), Survey.fields, title: "Survey")
  private var survey: Survey { typed.form.state.value }

  @Test(
    "A rating takes digits, arrows and the mouse",
    arguments: [
      ([KeyPress(.character("4"))], 4), ([KeyPress(.right), KeyPress(.right)], 2),
      ([KeyPress(.character("9"))], nil), ([KeyPress(.left)], nil),
      ([KeyPress(.character("5")), KeyPress(.right)], 5),
      ([KeyPress(.character("2")), KeyPress(.left), KeyPress(.left)], 1),
      ([KeyPress(.character("3")), KeyPress(.delete)], nil),
      ([KeyPress(.character("3")), KeyPress(.character("0"))], nil),
    ] as [([KeyPress], Int?)])
  func rating(presses: [KeyPress], stars: Int?) {
    typed.go(to: "stars")
    for press in presses { typed.press(press) }
    #expect(survey.stars == stars)
  }

  @Test("A rating is shown in stars, and in ASCII without")
  func stars() {
    typed.go(to: "stars")
    #expect(typed.lines().contains { $0.contains("☆☆☆☆☆ not rated") })
    typed.type("3")
    #expect(typed.lines().contains { $0.contains("★★★☆☆ 3 of 5") })
    let ascii = typed.frame(80, 24, symbols: .ascii).lines
    #expect(ascii.contains { $0.contains("***.. 3 of 5") })
  }

  @Test("Rows of a ranking are moved, and the focus goes through them")
  func ranking() {
    typed.go(to: "wishes")
    typed.press(KeyPress(.down), KeyPress(.up, .alt))
    #expect(survey.wishes == ["speed", "price", "support"] && typed.focused == "wishes")
    typed.press(KeyPress(.up, .alt))
    #expect(survey.wishes == ["speed", "price", "support"])
    typed.press(KeyPress(.down, .alt), KeyPress(.down, .alt), KeyPress(.down, .alt))
    #expect(survey.wishes == ["price", "support", "speed"])
    #expect(typed.lines().contains { $0.contains("3. speed") })
    typed.press(KeyPress(.down))
    #expect(typed.focused == "product")
  }

  @Test("A choice that is taken back says so, and what is required then")
  func takenBack() {
    typed.go(to: "size")
    #expect(typed.lines().contains { $0.contains("‹ (none) ›") })
    typed.press(KeyPress(.right), KeyPress(.right))
    #expect(survey.size == .large)
    typed.go(to: "product")
    typed.press(KeyPress(.right))
    #expect(survey.size == nil && survey.product == .mug)
    let lines = typed.lines()
    #expect(lines.contains { $0.contains("“Large” is no longer offered") }, "\(lines)")
    #expect(lines.contains { $0.contains("Size  required") }, "\(lines)")
    #expect(lines.contains { $0.contains("‹ (choose one) ›") }, "\(lines)")
  }

  @Test("In lines a ranking takes numbers or words, and a rating a number")
  func lines() throws {
    let asked = try AskedForm(
      Survey(), Survey.fields, answers: ["7", "4", "9", "3,speed", "", "", "y"])
    #expect(asked.value?.stars == 4 && asked.value?.wishes == ["support", "speed", "price"])
    #expect(
      asked.said.contains(
        "Wishes (numbers in your order, such as 2,1: 1 price, 2 speed, 3 support) [1,2,3]:"),
      "\(asked.said)")
    #expect(asked.said.contains("Stars (1 to 5):"), "\(asked.said)")
    #expect(asked.said.contains("2. Wishes: support, speed, price"), "\(asked.said)")
  }

  @Test("In lines a bad answer to a ranking is told what a ranking takes")
  func badAnswer() throws {
    let asked = try AskedForm(
      Survey(), Survey.fields, answers: ["", "all", "", "", "", "y"])
    #expect(
      asked.said.contains(
        "Type numbers from 1 to 3 in your order, such as 2,1, or some of the words."),
      "\(asked.said)")
  }

  @Test("In lines a choice that is taken back says so once")
  func takenBackOnce() throws {
    let asked = try AskedForm(
      Survey(size: .large),
      Survey.fields.map { $0.name == "size" ? $0.required { _ in false } : $0 },
      answers: ["", "", "mug", "", "y"])
    #expect(asked.said.split(separator: "is no longer offered").count == 2, "\(asked.said)")
  }

  @Test("A list that a condition requires is marked, on the screen and in lines")
  func requiredList() throws {
    let declaration = try FormDeclaration(
      json: #"""
        {"fields": [{"id": "a", "kind": "list", "required": "1 == 1", "fields": [
          {"id": "b", "kind": "text"}]}]}
        """#)
    let shown = TypedForm(declaration.record, declaration.formFields(), title: "T")
    #expect(shown.lines().contains { $0.contains("A  required") }, "\(shown.lines())")
    let asked = try AskedForm(
      declaration.record, declaration.formFields(), answers: ["y", "x", "n", "y"])
    #expect(asked.said.contains("A (required): add one? (y/n)"), "\(asked.said)")
  }
}
