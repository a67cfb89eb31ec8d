import Forms
import Testing

@Suite("The messages in German")
struct GermanMessagesTests {
  @Test("have a text for every issue of forms, with no other parameters")
  func complete() {
    let (english, german) = (
      ValidationMessages.forms.templates, ValidationMessages.german.templates
    )
    #expect(Set(english.keys) == Set(german.keys))
    for (code, text) in german {
      let extra = names(in: text).subtracting(names(in: english[code] ?? ""))
        // The characters' names are English; the character itself is not.
        .subtracting(["character"])
      #expect(extra == [], "\(code.rawValue)")
    }
  }

  private func names(in template: String) -> Set<Substring> {
    let parts = template.split(separator: "{", omittingEmptySubsequences: false)
    return Set(parts.dropFirst().compactMap { $0.split(separator: "}").first })
  }

  @Test(
    "are those of the environment's language",
    arguments: [
      ("de", true), ("de_DE.UTF-8", true), ("DE-at", true), ("en_GB", false), ("", false),
      ("C", false), ("den", false),
    ])
  func language(name: String, isGerman: Bool) {
    let text = ValidationMessages.forms(in: name).text(for: ValidationIssue(.unknownField))
    #expect((text == "Ein solches Feld gibt es nicht") == isGerman)
  }

  @Test("have words for buttons and keys, with no other parameters")
  func words() {
    for (english, german) in ValidationMessages.german.translations {
      #expect(names(in: german) == names(in: english), "\(english)")
    }
    #expect(ValidationMessages.german.words("Submit") == "Absenden")
    #expect(ValidationMessages.forms.words("Submit") == "Submit")
    let step = "Step {number} of {count}"
    let text = ValidationMessages.german.words(step, ["number": 1, "count": 3])
    #expect(text == "Schritt 1 von 3")
  }

  @Test("count as Germans do")
  func ordinals() {
    let issue = ValidationIssue(.repeated, ["position": 2, "first": 1])
    let text = ValidationMessages.german.text(for: issue)
    #expect(text == "Die 2. Angabe wiederholt die 1.")
  }
}
