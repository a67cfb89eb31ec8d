/// Untimed sentences (VTG, GSA, GSV) that belong together.
struct UntimedGroup {
  /// The kinds of untimed sentences, as bits.
  struct Parts: OptionSet {
    let rawValue: UInt8
    static let vtg = Parts(rawValue: 1)
    static let gsa = Parts(rawValue: 2)
    static let gsv = Parts(rawValue: 4)
  }

  var parts: Parts = []
  var speed, course: Double?
  var quality = FixQuality.unknown
  var pdop, hdop, vdop: Double?
  /// The satellites that GSA says the fix was computed from.
  var used: [Satellite] = []
  /// The satellites in view.
  var satellites: [Satellite] = []
  /// Talker and system of each GSA, talker and signal of each GSV group.
  var gsaKeys: [UInt32] = []
  var gsvKeys: [UInt32] = []
  var endOffset = 0

  var isEmpty: Bool { parts.isEmpty }

  /// Whether a sentence comes here for the second time.
  ///
  /// GSA and GSV come several in a row; only with another kind between does the same key come again.
  func has(_ part: Parts, key: UInt32, isStart: Bool, after lastPart: Parts) -> Bool {
    switch part {
    case .gsa: lastPart != part && gsaKeys.contains(key)
    case .gsv: isStart && lastPart != part && gsvKeys.contains(key)
    default: parts.contains(part)
    }
  }

  /// Forgets everything but the memory it is kept in.
  mutating func removeAll() {
    parts = []
    (speed, course, pdop, hdop, vdop) = (nil, nil, nil, nil, nil)
    quality = .unknown
    used.removeAll(keepingCapacity: true)
    satellites.removeAll(keepingCapacity: true)
    gsaKeys.removeAll(keepingCapacity: true)
    gsvKeys.removeAll(keepingCapacity: true)
  }

  /// Puts a satellite in view into the union, or completes it: each signal tells the same satellite
  /// once more.
  mutating func insert(_ satellite: Satellite) {
    for index in satellites.indices
    where satellites[index].number == satellite.number
      && satellites[index].system == satellite.system
    {
      if let elevation = satellite.elevation { satellites[index].elevation = elevation }
      if let azimuth = satellite.azimuth { satellites[index].azimuth = azimuth }
      if let signal = satellite.signalToNoise {
        satellites[index].signalToNoise = max(signal, satellites[index].signalToNoise ?? signal)
      }
      return
    }
    satellites.append(satellite)
  }

  /// Takes over what `other` has of the given parts.
  mutating func merge(_ other: UntimedGroup, parts wanted: Parts = [.vtg, .gsa, .gsv]) {
    let taken = other.parts.intersection(wanted)
    guard !taken.isEmpty else { return }
    if taken.contains(.vtg) {
      speed = other.speed ?? speed
      course = other.course ?? course
      if other.quality != .unknown { quality = other.quality }
    }
    if taken.contains(.gsa) {
      pdop = other.pdop ?? pdop
      hdop = other.hdop ?? hdop
      vdop = other.vdop ?? vdop
      if used.isEmpty { used = other.used } else { used += other.used }
      gsaKeys += other.gsaKeys
    }
    if taken.contains(.gsv) {
      if satellites.isEmpty {
        satellites = other.satellites
      } else {
        for satellite in other.satellites { insert(satellite) }
      }
      gsvKeys += other.gsvKeys
    }
    parts.formUnion(taken)
  }

  /// The satellites in view with those marked that the fix was computed from.
  var markedSatellites: [Satellite] {
    guard !satellites.isEmpty, !used.isEmpty else { return satellites }
    var result = satellites
    for satellite in used {
      let index = result.firstIndex {
        $0.number == satellite.number && $0.system == satellite.system
      }
      if let index { result[index].isUsed = true } else { result.append(satellite) }
    }
    return result
  }
}

/// The untimed sentences since the last timed one: those of one epoch or, where a kind comes again
/// because a timed sentence between was lost, the first and the last of several.
struct UntimedRun {
  var first = UntimedGroup()
  var last = UntimedGroup()
  private(set) var isRepeated = false
  private var lastPart: UntimedGroup.Parts = []

  var isEmpty: Bool { first.isEmpty }

  /// Finds the group that a sentence is to be put into.
  mutating func open(_ part: UntimedGroup.Parts, key: UInt32, isStart: Bool = true) {
    let isAgain =
      isRepeated
      ? last.has(part, key: key, isStart: isStart, after: lastPart)
      : first.has(part, key: key, isStart: isStart, after: lastPart)
    if isAgain {
      if isRepeated { last.removeAll() }
      isRepeated = true
    }
    lastPart = part
  }

  /// Changes the group that the last `open` found.
  mutating func update(_ change: (inout UntimedGroup) -> Void) {
    if isRepeated { change(&last) } else { change(&first) }
  }

  mutating func removeAll() {
    first.removeAll()
    if isRepeated { last.removeAll() }
    isRepeated = false
    lastPart = []
  }
}
