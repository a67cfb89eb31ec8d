import Platform
import Positioning

extension Timestamp {
  /// The time of the system's clock.
  package static var now: Timestamp {
    Timestamp(nanosecondsSince1970: Int64(SystemClock.nanoseconds()))
  }
}
