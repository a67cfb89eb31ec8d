import Forms
import Testing

@Suite("A field")
struct FieldStateTests {
  var field = FieldState("start")

  @Test("is pristine, clean and quiet at first, and when only passed through")
  mutating func untouched() {
    #expect(!field.isEdited && !field.isDirty && !field.isTouched && !field.revealsIssues)
    field.blur()
    #expect(!field.isEdited && field.isTouched && !field.revealsIssues)
  }

  @Test("stays quiet while it is typed into first, even after having been passed through")
  mutating func firstTyping() {
    field.blur()
    field.edit("s")
    #expect(field.isEdited && field.isDirty && !field.revealsIssues)
    field.blur()
    #expect(field.revealsIssues)
  }

  @Test("stays edited when it is changed back, and is no longer dirty")
  mutating func changedBack() {
    field.edit("other")
    field.edit("start")
    #expect(field.isEdited && !field.isDirty)
  }

  @Test("is not edited by the value it has already")
  mutating func sameValue() {
    field.edit("start")
    #expect(!field.isEdited)
  }

  @Test("shows its issues once the form is submitted, edited or not")
  mutating func submitted() {
    field.submit()
    #expect(field.isTouched && field.revealsIssues && !field.isEdited)
  }

  @Test("forgets what was done to it when it is reset, and when it is saved")
  mutating func resetAndSaved() {
    field.edit("other")
    field.submit()
    var saved = field
    saved.rebaseline()
    field.reset()
    #expect(field == FieldState("start"))
    #expect(saved == FieldState("other"))
  }
}
