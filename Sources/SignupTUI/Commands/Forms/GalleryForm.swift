import ViewModels

/// A field of every kind, in English and, by `LANG`, in German.
extension FormCommand.Demo {
  static var galleryForm: FormDeclaration { declared(galleryText) }

  private static let galleryText = #"""
    {"title": "Every kind of field", "fields": [
      {"id": "about", "kind": "note", "text": "One field of each kind. Nothing is sent anywhere."},
      {"id": "text", "kind": "text", "hint": "begins with a letter", "pattern": "\\p{L}.*",
       "suggestions": ["Berlin", "Bremen", "Dresden"], "message": "A text that begins with a letter"},
      {"id": "lines", "kind": "lines", "rows": 3, "maxLength": 200},
      {"id": "secret", "kind": "secret", "minLength": 8},
      {"id": "integer", "title": "Whole number", "kind": "integer", "minimum": 1, "maximum": 8,
       "step": 1, "value": 2},
      {"id": "decimal", "title": "Amount", "kind": "decimal", "places": 2, "minimum": 0,
       "suffix": "EUR"},
      {"id": "date", "title": "Day", "kind": "date", "minimum": "2026-01-01"},
      {"id": "time", "title": "Time of day", "kind": "time"},
      {"id": "datetime", "title": "Day and time", "kind": "datetime"},
      {"id": "choice", "title": "One of many", "kind": "choice", "options": [
        "spring", "summer", "autumn", {"value": "winter", "refused": "too cold"}]},
      {"id": "choices", "title": "Several of many", "kind": "choices", "most": 2, "options": [
        "red", "green", "blue"]},
      {"id": "toggle", "title": "On or off", "kind": "toggle"},
      {"id": "list", "title": "Rows", "kind": "list", "most": 3, "distinct": ["name"], "fields": [
        {"id": "name", "kind": "text", "required": true}, {"id": "age", "kind": "integer"}]},
      {"id": "file", "title": "File", "kind": "file", "exists": "anything"}],
     "texts": {"de": {"title": "Jede Art von Feld", "fields": {
        "about": {"text": "Ein Feld jeder Art. Nichts wird verschickt."},
        "text": {"title": "Text", "hint": "beginnt mit einem Buchstaben",
                 "message": "Ein Text, der mit einem Buchstaben beginnt"},
        "lines": {"title": "Zeilen"}, "secret": {"title": "Geheimnis"},
        "integer": {"title": "Ganze Zahl"}, "decimal": {"title": "Betrag"},
        "date": {"title": "Tag"}, "time": {"title": "Uhrzeit"},
        "datetime": {"title": "Tag und Uhrzeit"},
        "choice": {"title": "Eines von vielen", "options": {
          "spring": "Frühling", "summer": "Sommer", "autumn": "Herbst", "winter": "Winter"}},
        "choices": {"title": "Mehrere von vielen", "options": {
          "red": "Rot", "green": "Grün", "blue": "Blau"}},
        "toggle": {"title": "An oder aus"},
        "list": {"title": "Zeilen einer Liste", "fields": {
          "name": {"title": "Name"}, "age": {"title": "Alter"}}},
        "file": {"title": "Datei"}}}}}
    """#
}
