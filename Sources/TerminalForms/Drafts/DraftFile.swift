import Formats
import Forms
import Platform

/// A file that keeps what has been filled in of a form that is not submitted yet, without secrets.
///
///     let draft = DraftFile(path: "/home/ada/.local/state/trip/draft.json")
///     let screen = FormScreen(form, title: "A trip", draft: draft)
///
/// It is written as a whole, for its owner alone, a second after the last change and at the end, so
/// that it outlives a program that is killed. When the form is shown again the user is asked
/// whether to go on with it; after a submission it is removed.
public struct DraftFile: Hashable, Sendable {
  /// The path of the file; folders that are missing are made.
  public let path: String

  /// Names a file. Nothing is read or written yet.
  public init(path: String) { self.path = path }

  /// What is kept; nil where there is nothing, or what cannot be read.
  func read() -> [FormDatum.Member]? {
    guard let bytes = try? AtomicFile(path: path).read(),
      let json = try? JSONReader.read(bytes), case .object(let members) = json
    else { return nil }
    let kept = members.map { FormDatum.Member($0.key, FormDatum($0.value)) }
    return kept.isEmpty ? nil : kept
  }

  /// Keeps the contents of fields.
  func write(_ members: [FormDatum.Member]) throws(FileFailure) {
    let json = JSONValue.object(members.map { JSONMember($0.name, $0.value.json) })
    try AtomicFile(path: path).update(failure: { (failure: FileFailure) in failure }) {
      (_: [UInt8]?) throws(FileFailure) in Array((json.text() + "\n").utf8)
    }
  }

  /// Removes the file, if it is there.
  func remove() { unlink(path) }

  /// When it was written: the time of today, or an earlier day with its time.
  var age: String {
    var attributes = stat()
    guard stat(path, &attributes) == 0 else { return "an unknown time" }
    var (written, now) = (attributes.st_mtim.tv_sec, time(nil))
    var (then, today) = (tm(), tm())
    localtime_r(&written, &then)
    localtime_r(&now, &today)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = "\(two(then.tm_hour)):\(two(then.tm_min))"
    let isToday = then.tm_year == today.tm_year && then.tm_yday == today.tm_yday
    return isToday
      ? clock : "\(then.tm_year + 1900)-\(two(then.tm_mon + 1))-\(two(then.tm_mday)) \(clock)"
  }
}

extension FormDatum {
  fileprivate init(_ json: JSONValue) {
    self =
      switch json {
      case .null: .none
      case .bool(let flag): .flag(flag)
      case .number(let digits):
        Int(digits).map { .integer($0) } ?? Double(digits).map { .decimal($0) } ?? .text(digits)
      case .string(let text): .text(text)
      case .object: .none
      case .array(let parts): Self.list(parts)
      }
  }

  private static func list(_ parts: [JSONValue]) -> FormDatum {
    let rows = parts.compactMap { part -> [Member]? in
      guard case .object(let members) = part else { return nil }
      return members.map { Member($0.key, FormDatum($0.value)) }
    }
    if !rows.isEmpty { return .list(rows) }
    return .texts(parts.compactMap { if case .string(let text) = $0 { text } else { nil } })
  }

  fileprivate var json: JSONValue {
    switch self {
    case .none: .null
    case .text(let text): .string(text)
    case .integer(let number): .number(String(number))
    case .decimal(let number): .number("\(number)")
    case .flag(let flag): .bool(flag)
    case .texts(let texts): .array(texts.map { .string($0) })
    case .list(let rows):
      .array(rows.map { row in .object(row.map { JSONMember($0.name, $0.value.json) }) })
    }
  }
}
