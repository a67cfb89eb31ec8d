/// The side of a border between two epochs on which a receiver sends its untimed sentences.
///
/// Receivers begin and end their cycles with any sentence, and VTG, GSA and GSV have no time. If
/// such sentences come between the timed ones of two epochs, only their content shows their epoch:
/// VTG repeats the speed of its epoch's RMC, GSA the dilution of its epoch's GGA. Once found, the
/// side is kept, since a receiver does not change its order.
struct CycleOrder {
  /// The epoch that a sentence between two epochs belongs to.
  enum Side { case former, latter }

  /// The side of VTG, once it is known.
  private var vtg: Side?
  /// The side of GSA and GSV, once it is known.
  private var gsa: Side?
  /// The side to use while it is unknown; nil while it is worth waiting.
  var fallback: Side?
  private var vtgScore = 0
  private var gsaScore = 0

  /// The epoch that sentences of a kind belong to; nil while it is unknown.
  func side(of part: UntimedGroup.Parts) -> Side? {
    (part == .vtg ? vtg ?? gsa : gsa ?? vtg) ?? fallback
  }

  /// The values that may occur in both a timed and an untimed sentence of an epoch.
  struct Repeated {
    /// Metres per second.
    var speed: Double?
    /// Degrees.
    var course: Double?
    /// The horizontal dilution of precision.
    var hdop: Double?
  }

  /// The values of untimed sentences between two epochs, and those of the epoch before them.
  struct Evidence {
    var between: Repeated
    var former: Repeated
  }

  /// Learns from untimed sentences between two epochs, once the latter is complete.
  mutating func learn(_ evidence: Evidence, latter: Repeated) {
    let (value, former) = (evidence.between, evidence.former)
    let speed = vote(value.speed, former.speed, latter.speed, tolerance: CycleOrder.speedTolerance)
    let course = vote(value.course, former.course, latter.course, tolerance: CycleOrder.halfDigit)
    let hdop = vote(value.hdop, former.hdop, latter.hdop, tolerance: CycleOrder.halfDigit)
    vtgScore = max(-4, min(4, vtgScore + (speed != 0 ? speed : course)))
    gsaScore = max(-4, min(4, gsaScore + hdop))
    if vtgScore != 0 { vtg = vtgScore > 0 ? .former : .latter }
    if gsaScore != 0 { gsa = gsaScore > 0 ? .former : .latter }
  }

  /// Half a unit of the last digit of the coarser sentence, which has a single decimal.
  private static let halfDigit = 0.051
  /// The same for knots, in metres per second.
  private static let speedTolerance = 0.051 * 1852 / 3600

  /// Returns 1 if `value` fits only the former epoch, -1 if it fits only the latter, and 0 if
  /// either has none.
  private func vote(
    _ value: Double?, _ former: Double?, _ latter: Double?, tolerance: Double
  ) -> Int {
    // An epoch that lost its sentence must not lose the vote because of that.
    guard let value, let former, let latter else { return 0 }
    let fitsFormer = abs(former - value) <= tolerance
    let fitsLatter = abs(latter - value) <= tolerance
    return fitsFormer == fitsLatter ? 0 : fitsFormer ? 1 : -1
  }
}
