/// The satellite that a number in NMEA 0183 denotes.
///
/// Ranges follow NMEA 0183 4.11 and the vendors' older habits: one receiver numbers GLONASS slots
/// 65…96, another 1…24 under its own talker; BeiDou has 1…63, 201…263 or 401…463. Older versions of
/// gpsd use the same numbers.
struct SatelliteNumbering {
  /// The system with its own numbering; nil if all systems are numbered together.
  let system: SatelliteSystem?

  /// The satellite's system and its number in it.
  func satellite(_ number: Int) -> (system: SatelliteSystem, number: Int) {
    switch (system, number) {
    case (.glonass, 65...99): (.glonass, number - 64)
    case (.glonass, 1...32): (.glonass, number)
    case (.galileo, 301...336): (.galileo, number - 300)
    case (.beidou, 201...263): (.beidou, number - 200)
    case (.beidou, 401...463): (.beidou, number - 400)
    case (.qzss, 193...202): (.qzss, number - 192)
    case (.galileo, 1...99), (.beidou, 1...99), (.qzss, 1...99), (.navic, 1...99): (system!, number)
    case (_, 1...32): (.gps, number)
    case (_, 33...64): (.sbas, number + 87)
    case (_, 65...99): (.glonass, number - 64)
    case (_, 120...158): (.sbas, number)
    case (_, 193...202): (.qzss, number - 192)
    case (_, 201...263): (.beidou, number - 200)
    case (_, 301...336): (.galileo, number - 300)
    case (_, 401...463): (.beidou, number - 400)
    default: (system ?? .unknown, number)
    }
  }
}
