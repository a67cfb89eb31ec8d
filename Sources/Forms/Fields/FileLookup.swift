import Reactive

/// A look at files for the rules of a form, which knows no file system itself.
///
///     let lookup = FileLookup { path in path == "/tmp" ? .folder : nil }
///     FormField<Job>.file("folder", \.folder, .file(.folder, in: lookup))
public struct FileLookup: Sendable {
  /// A kind of file.
  public enum Kind: String, Hashable, Sendable {
    /// A file with contents.
    case file
    /// A folder.
    case folder
    /// Anything else: a device, a pipe, a socket.
    case other
  }

  /// Returns the kind of the file at a path, following links; nil if there is none.
  let kind: @Sendable (String) -> Kind?

  /// Makes a lookup from a function.
  public init(_ kind: @escaping @Sendable (String) -> Kind?) { self.kind = kind }
}

extension ValidationRule where Value == String {
  /// The path of something that is there, of a kind; an empty text is not a path and meets the
  /// rule.
  ///
  /// The lookup blocks. If that may take long, ask it aside:
  /// `.check(AsyncValidationRule(on: queue, .file(.folder, in: lookup)), of: \.folder)`.
  ///
  /// - Parameters:
  ///   - kind: The kind that is wanted; nil for any.
  ///   - lookup: Looks at the file.
  public static func file(_ kind: FileLookup.Kind? = nil, in lookup: FileLookup) -> ValidationRule {
    let code: ValidationIssue.Code =
      switch kind {
      case .file: .noFile
      case .folder: .noFolder
      case .other, nil: .nothingThere
      }
    return ValidationRule(ValidationIssue(code)) { path in
      guard !path.isEmpty else { return true }
      guard let found = lookup.kind(path) else { return false }
      return kind == nil || found == kind
    }
  }

  /// A path at which nothing exists yet, as for a file that will be written.
  public static func isFree(in lookup: FileLookup) -> ValidationRule {
    ValidationRule(ValidationIssue(.fileExists)) { $0.isEmpty || lookup.kind($0) == nil }
  }
}

extension AsyncValidationRule {
  /// Makes an asynchronous rule from one that blocks.
  ///
  /// - Parameters:
  ///   - background: The scheduler that runs the rule.
  ///   - rule: The rule.
  public init<Background: Scheduler & Sendable>(
    on background: Background, _ rule: ValidationRule<Value>
  ) { self.init(on: background) { value in rule.evaluate(value).issue.map { [$0] } ?? [] } }
}
