import Credentials
import Testing

@Suite("A value for each field")
struct SignupFieldsTests {
  @Test("is read and set by its field", arguments: SignupField.allCases)
  func subscripts(field: SignupField) {
    var numbers = SignupFields(\.rawValue)
    #expect(numbers[field] == field.rawValue)
    numbers[field] = 7
    for other in SignupField.allCases {
      #expect(numbers[other] == (other == field ? 7 : other.rawValue))
    }
  }

  @Test("has a property for each field")
  func properties() {
    let numbers = SignupFields(\.rawValue)
    #expect([numbers.username, numbers.password, numbers.confirmation] == [0, 1, 2])
    #expect(
      SignupInput(password: "x") == SignupFields(username: "", password: "x", confirmation: ""))
  }
}
