import Formats
import Platform

extension TimeZoneRules {
  /// The rules of a name: `UTC`, `local`, `+02:00`, or a zone of the system's tzdata such as
  /// `Europe/Stockholm`; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - folder: The folder of tzdata.
  package init?(named name: String, in folder: String = folder) {
    switch name.lowercased() {
    case "utc", "z", "": self = .utc
    case "local": self.init(file: "/etc/localtime")
    default:
      if let seconds = Self.fixedOffset(name) {
        self.init(fixed: seconds, name: Self.name(ofOffset: seconds))
        return
      }
      // Only below the folder.
      let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      let isPlain = name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
          || "/_+-".utf8.contains(byte)
      }
      guard isPlain, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
      self.init(file: folder + "/" + name)
    }
  }

  private init?(file path: String) {
    guard let bytes = try? Descriptor.contents(of: path, atMost: 1 << 18) else { return nil }
    self.init(tzif: bytes)
  }

  /// The folder of the system's zones.
  package static var folder: String {
    getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
  }

  /// Reads `+2`, `-03:30`, `+0530` as seconds.
  private static func fixedOffset(_ text: String) -> Int? {
    let isNegative = text.begins(with: "-")
    guard let rest = text.rest(behind: isNegative ? "-" : "+"),
      rest.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: ":")).contains($0) })
    else { return nil }
    var parts = rest.parts(at: ":")
    if parts.count == 1, parts[0].count == 4 { parts = [parts[0].prefix(2), parts[0].suffix(2)] }
    guard parts.count <= 2,
      (1...2).contains(parts[0].count), parts.dropFirst().allSatisfy({ $0.count == 2 }),
      let hours = Int(parts[0]), let minutes = parts.count > 1 ? Int(parts[1]) : 0,
      hours <= 18, minutes < 60
    else { return nil }
    return (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// `+02:00`.
  package static func name(ofOffset seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    return (seconds < 0 ? "-" : "+") + String(minutes / 60, width: 2) + ":"
      + String(minutes % 60, width: 2)
  }
}
