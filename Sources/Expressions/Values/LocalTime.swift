import Platform

/// The current time of the machine, in its local time zone.
package enum LocalTime {
  /// The parts of the current time: the year, the month from 1, the day, the hour and the minute.
  package static var now: (year: Int, month: Int, day: Int, hour: Int, minute: Int) {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    return (
      Int(local.tm_year) + 1900, Int(local.tm_mon) + 1, Int(local.tm_mday), Int(local.tm_hour),
      Int(local.tm_min)
    )
  }
}
