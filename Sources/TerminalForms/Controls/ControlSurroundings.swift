import Formats
import Forms
import Platform
import TerminalKit

/// The parts of the system that controls need: the clock, the locale, the folders.
struct ControlSurroundings: Sendable {
  /// The day of today.
  var today: @Sendable () -> CalendarDay
  /// The first day of a week, from Monday, 1, to Sunday, 7.
  var weekStart: Int
  /// The names in a folder, with a `/` after those of folders; nil if it cannot be read.
  var names: @Sendable (_ folder: String) -> [String]?

  /// The system's clock, its files, and the user's locale.
  static let live = ControlSurroundings(
    today: { DayAndTime.now.day }, weekStart: weekStart(TerminalSettings.processEnvironment),
    names: { folder in names(in: folder) })

  /// Returns the first day of the week in the locale for times: Sunday if it is usual,
  /// else Monday.
  static func weekStart(_ environment: [String: String]) -> Int {
    let locale =
      ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let territory = locale.split(separator: ".").first?.split(separator: "_").dropFirst().first
    return territory.map { sundayFirst.contains(String($0.prefix(2))) } == true ? 7 : 1
  }

  /// The countries whose weeks begin on Sunday, from the Common Locale Data Repository.
  private static let sundayFirst: Set<String> = [
    "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU",
    "HK", "HN", "ID", "IL", "IN", "IS", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO",
    "MT", "MX", "MZ", "NI", "NP", "PA", "PE", "PH", "PK", "PR", "PY", "SA", "SG", "SV", "TH",
    "TT", "TW", "UM", "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
  ]

  private static func names(in folder: String) -> [String]? {
    FilePath.names(in: folder.isEmpty ? "." : folder)?.compactMap { name in
      guard name != ".", name != ".." else { return nil }
      var found = stat()
      let isFolder = stat(folder + name, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
      return isFolder ? name + "/" : name
    }
  }
}

/// The paths that complete the typed text.
enum PathCompletion {
  /// Returns the folder of a path with its slash, as it was typed; empty for the current one.
  static func folder(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { String(path[..<path.utf8.index(after: $0)]) } ?? ""
  }

  /// Returns the paths in a folder that begin with the text: folders first, each sorted by name;
  /// hidden files only after a full stop.
  static func paths(for path: String, names: [String]) -> [String] {
    let folder = folder(of: path)
    let typed = path.rest(behind: folder) ?? ""
    let fitting = names.filter { name in
      // Letters with marks may be typed in one form and stored in another.
      name.hasPrefix(typed) && (typed.begins(with: ".") || !name.begins(with: "."))
    }
    return fitting.sorted { left, right in
      let (isLeft, isRight) = (left.ends(with: "/"), right.ends(with: "/"))
      return isLeft != isRight ? isLeft : left < right
    }
    .map { folder + $0 }
  }
}
