import Formats

/// The reason why a stream document cannot be read or run: the file, the key, the position and the
/// problem.
///
/// ```text
/// streams.json:3:14: documents[0].source.name: a comma or } was expected, not x
/// streams.json: documents[0].source.stream[1].operators[0].filter.expression, column 4: …
/// ```
public typealias StreamDocumentError = DocumentError
