/// Untimed sentences (VTG, GSA, GSV) that belong together.
struct UntimedGroup {
  /// The kinds of untimed sentences, as bits.
  struct Parts: OptionSet {
    let rawValue: UInt8
    static let vtg = Parts(rawValue: 1)
    static let gsa = Parts(rawValue: 2)
    static let gsv = Parts(rawValue: 4)
  }

  /// The kinds that there are.
  private(set) var parts: Parts = []
  /// VTG's speed, metres per second.
  var speed: Double?
  /// VTG's course, degrees.
  var course: Double?
  /// VTG's mode.
  var quality = FixQuality.unknown
  /// GSA's position dilution of precision.
  var pdop: Double?
  /// GSA's horizontal dilution of precision.
  var hdop: Double?
  /// GSA's vertical dilution of precision.
  var vdop: Double?
  /// The satellites that GSA says the fix was computed from.
  var used: [Satellite] = []
  /// The satellites in view.
  var satellites: [Satellite] = []
  /// Talker and system of each GSA.
  var gsaKeys: [UInt32] = []
  /// Talker and signal of each group of GSV.
  var gsvKeys: [UInt32] = []

  var isEmpty: Bool { parts.isEmpty }

  /// Whether a sentence comes here for the second time.
  ///
  /// GSA and GSV come several in a row; only with another kind between does the same key come
  /// again.
  func has<Sentence: UntimedSentence>(_ sentence: Sentence, after lastPart: Parts) -> Bool {
    switch Sentence.part {
    case .gsa: lastPart != .gsa && gsaKeys.contains(sentence.key)
    case .gsv: sentence.isFirst && lastPart != .gsv && gsvKeys.contains(sentence.key)
    default: parts.contains(Sentence.part)
    }
  }

  /// Takes in a sentence.
  mutating func add<Sentence: UntimedSentence>(_ sentence: Sentence) {
    sentence.update(&self)
    parts.insert(Sentence.part)
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

  /// Puts a satellite in view into the union, or completes it: it comes again with each of its
  /// signals.
  mutating func insert(_ satellite: Satellite) {
    for index in satellites.indices
    where satellites[index].number == satellite.number
      && satellites[index].system == satellite.system
    {
      if let elevation = satellite.elevation { satellites[index].elevation = elevation }
      if let azimuth = satellite.azimuth { satellites[index].azimuth = azimuth }
      if let signal = satellite.carrierToNoise {
        satellites[index].carrierToNoise = max(signal, satellites[index].carrierToNoise ?? signal)
      }
      return
    }
    satellites.append(satellite)
  }

  /// Whether another group has GSV of a talker and signal that this one has, too.
  func sharesSatellites(with other: UntimedGroup) -> Bool {
    other.gsvKeys.contains(where: gsvKeys.contains)
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
  /// The first group, or the only one.
  private(set) var first = UntimedGroup()
  /// The last of several groups; empty while there is one.
  private(set) var last = UntimedGroup()
  /// Whether there are several groups.
  private(set) var isRepeated = false
  private var lastPart: UntimedGroup.Parts = []

  var isEmpty: Bool { first.isEmpty }

  /// Takes in a sentence; one that comes again begins the last group anew.
  mutating func add<Sentence: UntimedSentence>(_ sentence: Sentence) {
    let isAgain =
      isRepeated ? last.has(sentence, after: lastPart) : first.has(sentence, after: lastPart)
    if isAgain {
      if isRepeated { last.removeAll() }
      isRepeated = true
    }
    lastPart = Sentence.part
    if isRepeated {
      last.add(sentence)
    } else {
      first.add(sentence)
    }
  }

  mutating func removeAll() {
    first.removeAll()
    if isRepeated { last.removeAll() }
    isRepeated = false
    lastPart = []
  }
}
