import Platform
import ViewModels

/// A registration for a conference, as a file would declare it: three pages, several workshops,
/// guests as rows, and a coupon that takes a while to be looked up.
extension FormCommand.Demo {
  static var conferenceForm: FormDeclaration { declared(conferenceText) }

  /// Reads a declaration that stands in this program, and so has no problems.
  static func declared(_ json: String) -> FormDeclaration {
    do throws(FormDeclarationError) {
      return try FormDeclaration(json: json)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The programs of the conference's rules, which are no programs of the machine.
  static let conferenceProgram: FormDeclaration.CommandRunner = { words in
    // As long as an answer over the network takes.
    poll(nil, 0, 300)
    return ["SPRING", "EARLY"].contains(words[1].uppercased()) ? nil : "There is no such coupon"
  }

  private static let conferenceText = #"""
    {"title": "Conference", "fields": [
      {"id": "name", "kind": "text", "required": true, "minLength": 2, "maxLength": 60},
      {"id": "email", "title": "E-mail", "kind": "text", "required": true,
       "pattern": "[^@ ]+@[^@ ]+\\.[^@ .]+", "hint": "for the ticket",
       "message": "An address such as ada@example.org"},
      {"id": "age", "kind": "integer", "minimum": 16, "maximum": 120},
      {"id": "ticket", "kind": "choice", "required": true, "value": "day", "options": [
        {"value": "day", "title": "One day"}, {"value": "week", "title": "All week"},
        {"value": "business", "title": "Business"},
        {"value": "speaker", "title": "Speaker", "refused": "by invitation"}]},
      {"id": "company", "kind": "text", "when": "ticket == 'business'", "required": true},
      {"id": "day", "kind": "date", "when": "ticket == 'day'", "required": true,
       "minimum": "2027-05-03", "maximum": "2027-05-07", "hint": "3 to 7 May"},
      {"id": "workshops", "kind": "choices", "least": 1, "most": 2, "options": [
        {"value": "streams", "title": "Streams"}, {"value": "forms", "title": "Forms"},
        {"value": "maps", "title": "Maps"}]},
      {"id": "guests", "kind": "list", "most": 5, "distinct": ["name"], "fields": [
        {"id": "name", "kind": "text", "required": true},
        {"id": "child", "kind": "toggle"}]},
      {"id": "budget", "kind": "decimal", "places": 2, "minimum": 0, "suffix": "EUR"},
      {"id": "coupon", "kind": "text", "hint": "SPRING or EARLY, if you have one"},
      {"id": "remarks", "kind": "lines", "rows": 3, "maxLength": 400},
      {"id": "terms", "kind": "toggle", "title": "I agree to the terms", "required": true,
       "message": "Agree to the terms to go on"}],
     "rules": [
      {"rule": "age >= 21 or ticket != 'business'", "at": "age",
       "message": "Business tickets from 21"},
      {"command": ["coupon", "{coupon}"], "at": "coupon"}],
     "pages": [
      {"title": "You", "fields": ["name", "email", "age"]},
      {"title": "Your ticket", "fields": ["ticket", "company", "day", "workshops", "guests"]},
      {"title": "To finish", "fields": ["budget", "coupon", "remarks", "terms"]}]}
    """#
}
