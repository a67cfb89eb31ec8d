import Formats
import Forms
import Platform

/// The draft of one form on disk. A file that is not a draft of this form is left alone.
struct DraftStore: Sendable {
  /// The path of the file, as it was given.
  let path: String
  /// The name of the form.
  let form: String
  /// The names and kinds of the form's fields.
  let fields: String

  /// Returns the draft; nil if there is no file.
  ///
  /// - Throws: If the file is not a draft of this form, or if no draft can be written.
  func open() throws(DraftFailure) -> [FormDatum.Member]? {
    let file = try file
    let bytes = try system { () throws(FileFailure) in
      var status = stat()
      if stat(file.path, &status) == 0 {
        // A device can act on being opened.
        guard status.st_mode & S_IFMT == S_IFREG else {
          throw FileFailure(path: path, reason: FileFailure.notRegular)
        }
        guard status.st_uid == geteuid() else {
          throw FileFailure(path: path, reason: "it belongs to another user")
        }
      }
      return try file.read()
    }
    let answers = try bytes.map { bytes throws(DraftFailure) in try self.answers(in: bytes) }
    try system { () throws(FileFailure) in try file.rehearse() }
    return answers
  }

  /// Calls a closure, and throws the system's reason if it fails.
  private func system<Value>(_ body: () throws(FileFailure) -> Value) throws(DraftFailure) -> Value
  { do throws(FileFailure) { return try body() } catch { throw .system(error.reason) } }

  /// Replaces the contents.
  func write(_ answers: [FormDatum.Member]) throws(DraftFailure) {
    let draft = JSONValue.object([
      JSONMember(Self.mark, .number("1")), JSONMember("form", .string(form)),
      JSONMember("fields", .string(fields)), JSONMember("answers", JSONValue(answers)),
    ])
    try file.update(failure: { DraftFailure.system($0.reason) }) {
      (old: [UInt8]?) throws(DraftFailure) in
      if let old { _ = try self.answers(in: old) }
      return Array((draft.text() + "\n").utf8)
    }
  }

  /// Removes the file, if there is one.
  func remove() throws(DraftFailure) {
    try file.remove(failure: { DraftFailure.system($0.reason) }) {
      (old: [UInt8]) throws(DraftFailure) in _ = try answers(in: old)
    }
  }

  private var file: AtomicFile {
    get throws(DraftFailure) {
      var file = try system { () throws(FileFailure) in try AtomicFile(path: path) }
      file.sizeLimit = Self.sizeLimit
      return file
    }
  }

  /// The member that identifies a file as a draft; its value is the version of the format.
  private static let mark = "formDraft"

  /// The maximum number of bytes to read from a file.
  private static let sizeLimit = 16 << 20

  private func answers(in bytes: [UInt8]) throws(DraftFailure) -> [FormDatum.Member] {
    guard let json = try? JSONReader.read(bytes, valueLimit: 250_000),
      case .object(let members) = json, members.first == JSONMember(Self.mark, .number("1"))
    else { throw .noDraft }
    func value(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
    guard case .string(let form)? = value("form"), case .string(let fields)? = value("fields"),
      case .object(let answers)? = value("answers")
    else { throw .noDraft }
    guard form.utf8.elementsEqual(self.form.utf8) else { throw .ofForm(form) }
    guard fields.utf8.elementsEqual(self.fields.utf8) else { throw .ofOtherFields }
    return answers.map { FormDatum.Member($0.key, FormDatum($0.value)) }
  }

  /// The time at which the file was written: the time of day, or an earlier day with its time.
  var age: String {
    var attributes = stat()
    guard stat(path, &attributes) == 0 else { return "an unknown time" }
    var (written, now) = (attributes.st_mtim.tv_sec, time(nil))
    var (then, today) = (tm(), tm())
    localtime_r(&written, &then)
    localtime_r(&now, &today)
    func two(_ number: Int32) -> String { String(Int(number), width: 2) }
    let clock = "\(two(then.tm_hour)):\(two(then.tm_min))"
    let isToday = then.tm_year == today.tm_year && then.tm_yday == today.tm_yday
    return isToday
      ? clock : "\(then.tm_year + 1900)-\(two(then.tm_mon + 1))-\(two(then.tm_mday)) \(clock)"
  }
}

/// The reason why a draft cannot be read or written.
enum DraftFailure: Error, Equatable {
  /// The file is not a draft.
  case noDraft
  /// The file is the draft of another form, with this name.
  case ofForm(String)
  /// The file is the draft of a form of the same name with other fields.
  case ofOtherFields
  /// The system's reason.
  case system(String)

  /// The failure as a sentence.
  func sentence(_ path: String, in language: ValidationMessages) -> String {
    var parameters: [String: ValidationIssue.Parameter] = ["path": .text(path)]
    let english: String
    switch self {
    case .noDraft:
      english = "{path} is not a draft of a form. It was not changed; choose another file."
    case .ofForm(let name):
      english =
        "{path} is the draft of another form, “{form}”. It was not changed; choose another file."
      parameters["form"] = .text(name)
    case .ofOtherFields:
      english =
        "{path} is a draft of this form with other fields. It was not changed; choose another file."
    case .system(let reason):
      english = "Cannot keep a draft in {path}: {reason}."
      parameters["reason"] = .text(reason)
    }
    return language.words(english, parameters)
  }
}
