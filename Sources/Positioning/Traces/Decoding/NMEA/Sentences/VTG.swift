extension NMEA {
  /// VTG, the course and the speed over ground.
  struct VTG: UntimedSentence {
    /// Course over ground, degrees from true north in 0..<360 (field 1).
    let course: Double?
    /// Speed over ground, metres per second (field 5, knots, or else field 7, kilometres per hour).
    let speed: Double?
    /// The quality of the fix (field 9, since NMEA 0183 2.3); unknown if it is missing.
    let fix: FixQuality

    static var part: UntimedGroup.Parts { .vtg }

    init(_ fields: NMEAFields) {
      course = fields.course(1)
      // Before NMEA 0183 2.0 there were no letters between the four numbers.
      let isLettered = fields.count >= 9
      let knots = fields.knots(isLettered ? 5 : 3)
      let kilometres = fields.number(isLettered ? 7 : 4, in: 0...200_000)
      speed = knots ?? kilometres.map { $0 / 3.6 }
      fix = fields.mode(9)
    }

    /// True for a receiver without a fix: it must not replace the values of another one.
    var isEmpty: Bool { speed == nil && course == nil && (fix == .invalid || fix == .unknown) }

    func update(_ group: inout UntimedGroup) {
      group.speed = speed
      group.course = course
      group.quality = fix == .invalid ? .unknown : fix
    }
  }
}
