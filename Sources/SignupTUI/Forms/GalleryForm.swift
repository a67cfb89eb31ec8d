import Reactive
import ViewModels

/// A field of every kind, in English and, by `LANG`, in German.
extension FormCommand.Demo {
  static var galleryForm: FormDeclaration { declared(galleryText) }

  /// The fields of the gallery, of which one has options that take a while to load.
  ///
  /// - Parameters:
  ///   - form: The gallery in the user's language.
  ///   - files: Looks at files; nil if nothing is to be looked at.
  ///   - failsFirst: True if they are refused at first, so that a user can try again.
  ///   - clock: The scheduler on which they come.
  @MainActor static func galleryFields<Clock: Scheduler>(
    of form: FormDeclaration, files: FileLookup?, failsFirst: Bool, on clock: Clock
  ) -> [FormField<FormRecord>] {
    let outage = failsFirst ? GalleryOutage(language: form.language) : nil
    let airports = GalleryAirports(outage, clock: clock)
    return form.formFields(files: files).map { field in
      field.name == "airport" ? field.loading(from: { airports.load() }) : field
    }
  }

  private static let galleryText = #"""
    {"title": "Every kind of field", "fields": [
      {"id": "about", "kind": "note", "text": "One field of each kind. Nothing is sent anywhere."},
      {"id": "text", "kind": "text", "hint": "begins with a letter", "pattern": "\\p{L}.*",
       "maxLength": 60, "message": "A text that begins with a letter"},
      {"id": "city", "kind": "text", "suggestions": ["Berlin", "Bremen", "Dresden", "Düsseldorf"]},
      {"id": "telephone", "kind": "text", "mask": "telephone", "pattern": "\\+?[0-9]{3,15}",
       "message": "A number such as +49 151 234 567 89"},
      {"id": "iban", "title": "Bank account", "kind": "text", "mask": "iban",
       "pattern": "[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}", "hint": "an IBAN",
       "message": "An IBAN such as DE89 3704 0044 0532 0130 00"},
      {"id": "card", "title": "Payment card", "kind": "text", "mask": "card",
       "pattern": "[0-9]{12,19}", "message": "A number such as 4111 1111 1111 1111"},
      {"id": "lines", "kind": "lines", "rows": 3, "maxLength": 200},
      {"id": "secret", "kind": "secret", "minLength": 8},
      {"id": "integer", "title": "Whole number", "kind": "integer", "minimum": 1, "maximum": 8,
       "step": 1, "value": 2},
      {"id": "decimal", "title": "Amount", "kind": "decimal", "places": 2, "minimum": 0,
       "suffix": "EUR"},
      {"id": "date", "title": "Day", "kind": "date", "minimum": "2026-01-01"},
      {"id": "time", "title": "Time of day", "kind": "time"},
      {"id": "datetime", "title": "Day and time", "kind": "datetime"},
      {"id": "choice", "title": "One of a few", "kind": "choice", "value": "spring", "options": [
        {"value": "spring", "title": "Spring"}, {"value": "summer", "title": "Summer"},
        {"value": "autumn", "title": "Autumn"}], "required": true},
      {"id": "country", "title": "One of many", "kind": "choice", "options": [
        {"value": "at", "title": "Austria"}, {"value": "be", "title": "Belgium"},
        {"value": "bg", "title": "Bulgaria"},
        {"value": "cy", "title": "Cyprus", "refused": "sold out"},
        {"value": "cz", "title": "Czechia"}, {"value": "de", "title": "Germany"},
        {"value": "dk", "title": "Denmark"}, {"value": "ee", "title": "Estonia"},
        {"value": "es", "title": "Spain"}, {"value": "fi", "title": "Finland"},
        {"value": "fr", "title": "France"}, {"value": "gr", "title": "Greece"},
        {"value": "hr", "title": "Croatia"}, {"value": "hu", "title": "Hungary"},
        {"value": "ie", "title": "Ireland"}, {"value": "it", "title": "Italy"},
        {"value": "lt", "title": "Lithuania"}, {"value": "lu", "title": "Luxembourg"},
        {"value": "lv", "title": "Latvia"}, {"value": "mt", "title": "Malta"},
        {"value": "nl", "title": "Netherlands"}, {"value": "pl", "title": "Poland"},
        {"value": "pt", "title": "Portugal"}, {"value": "ro", "title": "Romania"},
        {"value": "se", "title": "Sweden"}, {"value": "si", "title": "Slovenia"},
        {"value": "sk", "title": "Slovakia"}]},
      {"id": "choices", "title": "Several of a few", "kind": "choices", "most": 2, "options": [
        {"value": "red", "title": "Red"}, {"value": "green", "title": "Green"},
        {"value": "blue", "title": "Blue"}]},
      {"id": "talks", "title": "Several of many", "kind": "choices", "options": [
        "Actors", "Buffers", "Clocks", "Decoders", "Editors", "Frames", "Graphemes", "Hosts"]},
      {"id": "toggle", "title": "On or off", "kind": "toggle"},
      {"id": "more", "title": "Only where that is on", "kind": "text", "when": "toggle"},
      {"id": "list", "title": "Rows", "kind": "list", "most": 3, "distinct": ["name"], "fields": [
        {"id": "name", "kind": "text", "required": true},
        {"id": "age", "kind": "integer", "minimum": 0}]},
      {"id": "file", "title": "File", "kind": "file", "exists": "anything"},
      {"id": "airport", "title": "One that is loaded", "kind": "choice", "options": ["-"]},
      {"id": "reference", "kind": "text"},
      {"id": "cost", "title": "Cost centre", "kind": "integer", "minimum": 1}],
     "pages": [{"fields": [
       "about", "text", "city", "telephone", "iban", "card", "lines", "secret", "integer",
       "decimal", "date", "time", "datetime", "choice", "country", "choices", "talks", "toggle",
       "more", "list", "file", "airport"],
      "sections": [
       {"title": "Seldom needed", "fields": ["reference", "cost"], "folded": true}]}],
     "texts": {"de": {
      "title": "Jede Art von Feld", "sections": ["Selten gebraucht"], "fields": {
        "about": {"text": "Ein Feld jeder Art. Nichts wird verschickt."},
        "text": {"title": "Text", "hint": "beginnt mit einem Buchstaben",
                 "message": "Ein Text, der mit einem Buchstaben beginnt"},
        "city": {"title": "Stadt"},
        "telephone": {"title": "Telefon", "message": "Eine Nummer wie +49 151 234 567 89"},
        "iban": {"title": "Bankkonto", "hint": "eine IBAN",
                 "message": "Eine IBAN wie DE89 3704 0044 0532 0130 00"},
        "card": {"title": "Zahlungskarte", "message": "Eine Nummer wie 4111 1111 1111 1111"},
        "lines": {"title": "Zeilen"}, "secret": {"title": "Geheimnis"},
        "integer": {"title": "Ganze Zahl"}, "decimal": {"title": "Betrag"},
        "date": {"title": "Tag"}, "time": {"title": "Uhrzeit"},
        "datetime": {"title": "Tag und Uhrzeit"},
        "choice": {"title": "Eines von wenigen", "options": {
          "spring": "Frühling", "summer": "Sommer", "autumn": "Herbst"}},
        "country": {"title": "Eines von vielen", "options": {
          "at": "Österreich", "be": "Belgien", "bg": "Bulgarien",
          "cy": {"title": "Zypern", "refused": "ausverkauft"},
          "cz": "Tschechien", "de": "Deutschland", "dk": "Dänemark", "ee": "Estland",
          "es": "Spanien", "fi": "Finnland", "fr": "Frankreich", "gr": "Griechenland",
          "hr": "Kroatien", "hu": "Ungarn", "ie": "Irland", "it": "Italien", "lt": "Litauen",
          "lu": "Luxemburg", "lv": "Lettland", "mt": "Malta", "nl": "Niederlande", "pl": "Polen",
          "pt": "Portugal", "ro": "Rumänien", "se": "Schweden", "si": "Slowenien",
          "sk": "Slowakei"}},
        "choices": {"title": "Mehrere von wenigen", "options": {
          "red": "Rot", "green": "Grün", "blue": "Blau"}},
        "talks": {"title": "Mehrere von vielen"},
        "toggle": {"title": "An oder aus"}, "more": {"title": "Nur, wo das an ist"},
        "list": {"title": "Zeilen einer Liste", "fields": {
          "name": {"title": "Name"}, "age": {"title": "Alter"}}},
        "file": {"title": "Datei"}, "airport": {"title": "Eines, das geladen wird"},
        "reference": {"title": "Zeichen"}, "cost": {"title": "Kostenstelle"}}}}}
    """#
}

/// Options that take a while, and fail the first time they are asked for where that is wanted.
@MainActor private final class GalleryAirports<Clock: Scheduler> {
  private var outage: GalleryOutage?
  private let clock: Clock

  init(_ outage: GalleryOutage?, clock: Clock) { (self.outage, self.clock) = (outage, clock) }

  func load() -> AnyPublisher<[FieldOption], any Error> {
    let outage = outage
    self.outage = nil
    let names = ["Berlin", "Brussels", "Lisbon", "Madrid", "Paris", "Prague", "Rome", "Vienna"]
    return Just(names.map { FieldOption(name: $0.lowercased(), label: $0) })
      .delay(for: .milliseconds(800), scheduler: clock)
      .tryMap { options in
        if let outage { throw outage }
        return options
      }
      .eraseToAnyPublisher()
  }
}

/// The reason why the options did not come.
private struct GalleryOutage: Error, CustomStringConvertible {
  /// The language of the form; nil for English.
  let language: String?

  var description: String {
    language == "de"
      ? "keine Antwort, wie von einem Netz, das ausgefallen ist"
      : "no answer, as from a network that is down"
  }
}
