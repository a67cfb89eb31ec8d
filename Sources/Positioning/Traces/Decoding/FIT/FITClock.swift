/// The times of a FIT file.
struct FITClock: Sendable {
  /// The latest time of any message.
  private var last: UInt32?
  /// The seconds by which the device's own clock is behind UTC; nil until the file states it.
  private var correlation: Int64?

  /// Seconds from the start of 1970 to the start of FIT's times, at the end of 1989.
  private static let beginning: Int64 = 631_065_600
  /// Lower times are from the device's own clock.
  private static let firstDate: UInt32 = 0x1000_0000

  /// Sets the time from a message.
  mutating func set(_ time: Double) { if let time = UInt32(exactly: time) { last = time } }

  /// Sets the five lowest bits of the time from a message header.
  mutating func set(low bits: UInt8) {
    guard let last else { return }
    let offset = UInt32(bits & 0x1F)
    self.last = (last & ~0x1F) &+ offset &+ (offset < last & 0x1F ? 0x20 : 0)
  }

  /// Stores the time of the device's own clock at a given time.
  mutating func correlate(_ time: Double, own: Double) {
    guard let time = UInt32(exactly: time), let own = UInt32(exactly: own),
      time >= FITClock.firstDate
    else { return }
    correlation = Int64(time) - Int64(own)
  }

  /// The latest message's time in the file's own count.
  var raw: UInt32? { last }

  /// The instant of a time; nil if it is from the device's own clock, whose offset is unknown.
  func timestamp(_ time: UInt32) -> Timestamp? {
    var seconds = Int64(time)
    if time < FITClock.firstDate {
      guard let correlation else { return nil }
      seconds += correlation
    }
    return Timestamp(nanosecondsSince1970: (seconds + FITClock.beginning) * 1_000_000_000)
  }
}
