/// A trace in NMEA 0183 as a receiver with GPS and GLONASS writes it, once a second.
///
/// Made in memory, so that no disk is measured. Position, speed and time change from epoch to
/// epoch, every checksum fits, and days end.
struct GeneratedTrace {
  private(set) var bytes: [UInt8] = []
  private(set) var epochs = 0
  private(set) var sentences = 0

  /// Makes a trace at least as long as a number of bytes.
  init(byteCount: Int) {
    bytes.reserveCapacity(byteCount + 1024)
    while bytes.count < byteCount { appendEpoch() }
  }

  private mutating func appendEpoch() {
    let second = epochs % 86_400
    let date = digits(1 + epochs / 86_400 % 28, 2) + "0625"
    let time =
      digits(second / 3600, 2) + digits(second / 60 % 60, 2) + digits(second % 60, 2) + ".00"
    // A walk to and fro over a hundredth of a degree, in ten-thousandths of a minute.
    let step = abs(epochs % 12_000 - 6000)
    let place =
      "59" + digits(19, 2) + "." + digits(7000 + step % 3000, 4) + ",N,"
      + "018" + digits(4 + step / 3000, 2) + "." + digits(step % 3000 * 3, 4) + ",E"
    let speed = digits(step % 40, 1) + "." + digits(step % 1000, 3)
    let course = digits(step % 360, 1) + "." + digits(step % 100, 2)
    append("GNRMC,\(time),A,\(place),\(speed),\(course),\(date),,,A")
    append("GNVTG,\(course),T,,M,\(speed),N,\(speed),K,A")
    append(
      "GNGGA,\(time),\(place),1,12,0.\(digits(70 + step % 30, 2)),\(28 + step % 5).4,M,23.1,M,,")
    append("GNGSA,A,3,02,05,07,13,15,20,29,30,,,,,1.42,0.81,1.17,1")
    append("GNGSA,A,3,66,67,76,82,,,,,,,,,1.42,0.81,1.17,2")
    let strength = digits(20 + step % 25, 2)
    append("GPGSV,3,1,10,02,45,118,\(strength),05,62,245,41,07,11,032,29,13,55,292,\(strength)")
    append("GPGSV,3,2,10,15,27,203,33,18,04,338,,20,31,080,\(strength),29,17,168,30")
    append("GPGSV,3,3,10,30,74,061,44,36,24,150,\(strength)")
    append("GLGSV,2,1,05,66,33,052,\(strength),67,68,320,38,68,21,294,,76,30,109,27")
    append("GLGSV,2,2,05,82,49,241,\(strength)")
    epochs += 1
  }

  private mutating func append(_ sentence: String) {
    var sum: UInt8 = 0
    for byte in sentence.utf8 { sum ^= byte }
    let hex = Array("0123456789ABCDEF".utf8)
    bytes.append(UInt8(ascii: "$"))
    bytes.append(contentsOf: sentence.utf8)
    bytes.append(UInt8(ascii: "*"))
    bytes.append(hex[Int(sum >> 4)])
    bytes.append(hex[Int(sum & 15)])
    bytes.append(contentsOf: [13, 10])
    sentences += 1
  }

  private func digits(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
