import Forms
import TestSupport
import Testing

@Suite("A choice whose options depend on another field") @MainActor
struct DependentChoiceTests {
  enum Country: String, FormChoice { case austria, switzerland }
  enum Region: String, FormChoice { case tyrol, vienna, bern, uri }

  struct Place {
    var country = Country.austria
    var region: Region?
  }

  let paced = PacedForm(
    Place(),
    [
      .choice("country", \.country),
      .choice(
        "region", \.region,
        offering: { $0.country == .austria ? [.vienna, .tyrol] : [.bern, .uri] },
        reading: \.country, rules: .required),
    ])
  var form: FormViewModel<Place> { paced.form }

  private var options: [String] {
    guard case .choice(let options, _)? = form.field(\.region)?.control else { return [] }
    return options.map(\.name)
  }

  @Test("offers those of the other field, in their order, and takes them by their places")
  func offers() {
    #expect(options == ["vienna", "tyrol"])
    form.enter(.choice(1), at: form.id(\.region))
    #expect(form.state.value.region == .tyrol)
    #expect(form.field(\.region)?.input == .choice(1))
    form[\.country] = .switzerland
    #expect(options == ["bern", "uri"])
    form.enter(.choice(0), at: form.id(\.region))
    #expect(form.state.value.region == .bern && form.state.isValid)
    form.enter(.choice(7), at: form.id(\.region))
    #expect(form.state.value.region == .bern, "There is no such option.")
  }

  @Test("shows a choice as none that is offered no longer, bars it, and knows it when it is again")
  func noLonger() {
    form[\.region] = .vienna
    form[\.country] = .switzerland
    #expect(form.field(\.region)?.input == .choice(nil))
    #expect(paced.bars(\.region) == [.notOffered] && !form.state.isValid)
    #expect(paced.issue(\.region) == .notOffered, "Nothing that is typed puts it right.")
    form[\.country] = .austria
    #expect(form.field(\.region)?.input == .choice(0) && form.state.isValid)
    form.enter(.choice(nil), at: form.id(\.region))
    #expect(paced.bars(\.region) == [.required])
  }

  @Test("takes from the program what is not offered, and bars it")
  func fromProgram() {
    form[\.region] = .uri
    #expect(form.state.value.region == .uri && paced.bars(\.region) == [.notOffered])
  }

  @Test("is submitted by its name")
  func data() {
    form.enter(.choice(0), at: form.id(\.region))
    #expect(
      form.state.data == [.init("country", .text("austria")), .init("region", .text("vienna"))])
  }

  @Test("asks for its options only when what they depend on changes")
  func economy() {
    final class Count: @unchecked Sendable { var value = 0 }
    struct Long: Sendable { var country = Country.austria, name = "", region: Region? }
    let count = Count()
    let form = FormViewModel(
      Long(),
      fields: [
        .choice("country", \.country), .text("name", \.name),
        .choice(
          "region", \.region,
          offering: { _ in
            count.value += 1
            return [.bern, .uri]
          }, reading: \.country),
      ])
    let first = count.value
    for name in ["a", "ab", "abc"] { form[\.name] = name }
    form.enter(.choice(1), at: form.id(\.region))
    #expect(count.value == first)
    form[\.country] = .switzerland
    #expect(count.value == first + 1 && form.state.value.region == .uri)
  }
}
