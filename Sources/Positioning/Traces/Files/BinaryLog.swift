import Formats

/// A binary log that is known but not read, and how to convert it to a trace.
enum BinaryLog: String, Sendable {
  case ubx = "UBX, the binary protocol of u-blox receivers, without a NAV-PVT"
  case sbf = "SBF, the binary format of Septentrio receivers"
  case sirf = "SiRF, the binary protocol of SiRFstar receivers"
  case rtcm3 = "RTCM 3, corrections, which contain no positions"
  case rtcm2 = "RTCM 2, corrections, which contain no positions"
  case tsip = "TSIP, the binary protocol of Trimble receivers"
  case kmz = "KMZ, a zip file with KML inside"
  case zippedFIT = "a zip file with FIT inside"
  case zip = "a zip file"

  /// The remedy for a file with this path.
  func remedy(path: String) -> String {
    let name = path == "-" ? "FILE" : path.shellWord
    func output(_ ending: String) -> String {
      path == "-" ? "FILE.\(ending)" : "\(path).\(ending)".shellWord
    }
    return switch self {
    case .ubx, .sirf, .tsip: "convert it with gpsd: gpsdecode < \(name) > \(output("json"))"
    case .rtcm3, .rtcm2:
      "name the log of the receiver that used them; gpsdecode < \(name) shows their contents"
    case .sbf:
      "set the receiver to send NMEA 0183, or convert it with bin2asc of Septentrio's RxTools"
    case .kmz: "unpack it first: unzip -p \(name) '*.kml' > \(output("kml"))"
    case .zippedFIT: "unpack it first: unzip -p \(name) '*.fit' > \(output("fit"))"
    case .zip: "unpack it first: unzip \(name)"
    }
  }

  /// The log that is recognized at the beginning of a file, and its number of frames there.
  static func detect(_ head: [UInt8]) -> (log: BinaryLog, frames: Int)? {
    if let archive = archive(head) { return (archive, 1) }
    return head.withUnsafeBufferPointer { bytes in
      let text = ByteText(bytes)
      let found = [
        (BinaryLog.ubx, text.frames(UBXFrame.length)), (.sbf, text.frames(BinaryFrame.sbf)),
        (.sirf, text.frames(BinaryFrame.sirf)), (.rtcm3, text.frames(BinaryFrame.rtcm3)),
      ].max { $0.1 < $1.1 }
      if let found, found.1 >= (found.0 == .ubx ? 1 : 2) { return found }
      if BinaryFrame.isTSIP(text) { return (.tsip, 3) }
      return BinaryFrame.isRTCM2(text) ? (.rtcm2, 3) : nil
    }
  }

  private static func archive(_ head: [UInt8]) -> BinaryLog? {
    guard head.starts(with: [0x50, 0x4B, 3, 4]) else { return nil }
    guard head.count > 30 else { return .zip }
    let length = Int(head[26]) | Int(head[27]) << 8
    let ending = head.dropFirst(30).prefix(length).suffix(4).map(\.lowercased)
    return ending == Array(".kml".utf8) ? .kmz : ending == Array(".fit".utf8) ? .zippedFIT : .zip
  }
}

extension TraceReader {
  /// Returns true if some bytes contain a frame of UBX.
  ///
  /// Does not read any message: this is for telling a receiver that sends UBX from one at a wrong
  /// speed. A frame counts only if its checksum fits, which excludes random bytes.
  package static func holdsUBXFrame(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { ByteText($0).frames(UBXFrame.length) > 0 }
  }
}
