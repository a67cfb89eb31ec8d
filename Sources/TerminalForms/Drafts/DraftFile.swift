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

  /// The draft that is kept; nil where there is none that can be read.
  func read() -> [FormDatum.Member]? {
    guard let bytes = try? AtomicFile(path: path).read(),
      let json = try? JSONReader.read(bytes), case .object(let members) = json
    else { return nil }
    let kept = members.map { FormDatum.Member($0.key, FormDatum($0.value)) }
    return kept.isEmpty ? nil : kept
  }

  /// Keeps the contents of fields.
  func write(_ members: [FormDatum.Member]) throws(FileFailure) {
    let json = JSONValue(members)
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
