import Formats

/// The form of the records in a file.
public enum RecordFileFormat: String, CaseIterable, Sendable {
  /// One JSON text with a list of records.
  case json
  /// A value of JSON in each line.
  case jsonl
  /// A table with commas, semicolons or tabs; its first row names the columns.
  case csv
  /// A text in each line.
  case log

  /// Guesses the form by the name of a file: `.json`, `.jsonl`, `.ndjson`, `.csv`, `.tsv`; a log
  /// for any other.
  package init(path: String) {
    let name = path.lowercased()
    let forms: [(String, RecordFileFormat)] = [
      (".json", .json), (".geojson", .json), (".jsonl", .jsonl), (".ndjson", .jsonl),
      (".csv", .csv), (".tsv", .csv),
    ]
    self = forms.first { name.ends(with: $0.0) }?.1 ?? .log
  }
}
