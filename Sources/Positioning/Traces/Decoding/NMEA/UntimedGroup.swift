/// Untimed sentences (VTG, GSA, GSV and the like) that belong together.
struct UntimedGroup {
  /// The kinds of untimed sentences, as bits.
  struct Parts: OptionSet {
    let rawValue: UInt8
    static let vtg = Parts(rawValue: 1)
    static let gsa = Parts(rawValue: 2)
    static let gsv = Parts(rawValue: 4)
    static let heading = Parts(rawValue: 8)
    static let errors = Parts(rawValue: 16)
    static let height = Parts(rawValue: 32)

    static let all: Parts = [.vtg, .gsa, .gsv, .heading, .errors, .height]
    /// The kinds whose content shows on which side of a border they belong.
    static let telling: Parts = [.vtg, .gsa, .gsv]
    /// The individual kinds, in the order in which they are added to an epoch.
    static let each: [Parts] = [.vtg, .gsa, .gsv, .heading, .errors, .height]
  }

  /// The kinds that are present.
  private(set) var parts: Parts = []
  /// VTG's speed, metres per second.
  @OptionalNumber var speed: Double?
  /// VTG's course, degrees.
  @OptionalNumber var course: Double?
  /// VTG's mode.
  var quality = FixQuality.unknown
  /// GSA's position dilution of precision.
  @OptionalNumber var pdop: Double?
  /// GSA's horizontal dilution of precision.
  @OptionalNumber var hdop: Double?
  /// GSA's vertical dilution of precision.
  @OptionalNumber var vdop: Double?
  /// HDT's heading, degrees.
  @OptionalNumber var heading: Double?
  /// PGRME's horizontal uncertainty, metres.
  @OptionalNumber var horizontalAccuracy: Double?
  /// PGRME's vertical uncertainty, metres.
  @OptionalNumber var verticalAccuracy: Double?
  /// PGRMZ's height, metres.
  @OptionalNumber var altitude: Double?
  /// The line of the first sentence; 0 until there is one.
  var line = 0
  /// The number of satellites, and groups of them, that were left out.
  private(set) var surplus = 0

  /// The satellites that GSA reports as used for the fix, each once.
  private var used: [SatelliteKey] = []
  /// The satellites in view, each once.
  private var inView: [SatelliteInView] = []
  /// The bits of the satellites in use, and of those in view: a satellite whose bit is not set is
  /// not among them, and need not be searched for.
  private var (usedBits, viewBits): (UInt64, UInt64) = (0, 0)
  /// The talker and system of each GSA.
  private var gsaKeys: [UInt32] = []
  /// The talker and signal of each group of GSV.
  private var gsvKeys: [UInt32] = []

  /// The maximum number of satellites in an epoch, about as many as all systems have in orbit.
  static let satelliteLimit = 160
  /// The maximum number of talkers with their systems or signals, more than exist.
  static let keyLimit = 64

  var isEmpty: Bool { parts.isEmpty }

  /// The number of satellites in GSA sentences.
  var usedCount: Int { used.count }

  /// Returns true if a sentence is repeated here.
  ///
  /// GSA and GSV come several in a row; a key is repeated only if another kind came in between.
  func has<Sentence: UntimedSentence>(_ sentence: Sentence, after lastPart: Parts) -> Bool {
    switch Sentence.part {
    case .gsa: lastPart != .gsa && gsaKeys.contains(sentence.key)
    case .gsv: sentence.isFirst && lastPart != .gsv && gsvKeys.contains(sentence.key)
    default: parts.contains(Sentence.part)
    }
  }

  /// Adds a sentence.
  mutating func add<Sentence: UntimedSentence>(_ sentence: Sentence, line: Int) {
    sentence.update(&self)
    parts.insert(Sentence.part)
    if self.line == 0 { self.line = line }
  }

  /// Removes everything but keeps the memory.
  mutating func removeAll() {
    if parts.contains(.vtg) { (speed, course, quality) = (nil, nil, .unknown) }
    if parts.contains(.gsa) {
      (pdop, hdop, vdop) = (nil, nil, nil)
      used.removeAll(keepingCapacity: true)
      usedBits = 0
      gsaKeys.removeAll(keepingCapacity: true)
    }
    if parts.contains(.gsv) {
      inView.removeAll(keepingCapacity: true)
      viewBits = 0
      gsvKeys.removeAll(keepingCapacity: true)
    }
    (heading, horizontalAccuracy, verticalAccuracy, altitude) = (nil, nil, nil, nil)
    parts = []
    (line, surplus) = (0, 0)
  }
}

// MARK: Satellites

extension UntimedGroup {
  /// Records that a talker has reported GSA for a system.
  mutating func addUsedKey(_ key: UInt32) { UntimedGroup.add(key, to: &gsaKeys, surplus: &surplus) }

  /// Records that a talker has begun a group of GSV for a signal.
  mutating func addSatelliteKey(_ key: UInt32) {
    UntimedGroup.add(key, to: &gsvKeys, surplus: &surplus)
  }

  private static func add(_ key: UInt32, to keys: inout [UInt32], surplus: inout Int) {
    guard !keys.contains(key) else { return }
    guard keys.count < keyLimit else { return surplus += 1 }
    keys.append(key)
  }

  /// Marks a satellite as used.
  mutating func use(_ satellite: SatelliteKey) {
    if usedBits & satellite.bit != 0, used.contains(satellite) { return }
    guard used.count < UntimedGroup.satelliteLimit else { return surplus += 1 }
    used.append(satellite)
    usedBits |= satellite.bit
  }

  /// Adds a satellite in view, or completes its entry: it is repeated for each of its signals.
  mutating func insert(_ satellite: SatelliteInView) {
    if viewBits & satellite.key.bit != 0 {
      for index in inView.indices where inView[index].key == satellite.key {
        return inView[index].merge(satellite)
      }
    }
    guard inView.count < UntimedGroup.satelliteLimit else { return surplus += 1 }
    inView.append(satellite)
    viewBits |= satellite.key.bit
  }

  /// Returns true if another group also has GSV with a talker and signal of this one.
  func sharesSatellites(with other: UntimedGroup) -> Bool {
    other.gsvKeys.contains(where: gsvKeys.contains)
  }

  /// The satellites in view, with those that were used for the fix marked.
  var satellites: [Satellite] {
    guard !inView.isEmpty else { return [] }
    var marked = 0
    var result = [Satellite](unsafeUninitializedCapacity: inView.count) { room, count in
      for satellite in inView {
        let isUsed = usedBits & satellite.key.bit != 0 && used.contains(satellite.key)
        if isUsed { marked += 1 }
        (room.baseAddress! + count).initialize(to: satellite.satellite(isUsed: isUsed))
        count += 1
      }
    }
    if marked < used.count {
      for key in used where !inView.contains(where: { $0.key == key }) {
        result.append(Satellite(system: key.system, number: key.number, isUsed: true))
      }
    }
    return result
  }
}

// MARK: Merging

extension UntimedGroup {
  /// Moves the satellites of another group as a whole if there are none yet, to avoid copying them.
  mutating func takeSatellites(from other: inout UntimedGroup, parts wanted: Parts) {
    if wanted.contains(.gsa), used.isEmpty, gsaKeys.isEmpty {
      swap(&used, &other.used)
      swap(&gsaKeys, &other.gsaKeys)
      swap(&usedBits, &other.usedBits)
    }
    if wanted.contains(.gsv), inView.isEmpty, gsvKeys.isEmpty {
      swap(&inView, &other.inView)
      swap(&gsvKeys, &other.gsvKeys)
      swap(&viewBits, &other.viewBits)
    }
  }

  /// Adds the given parts of `other`.
  mutating func merge(_ other: UntimedGroup, parts wanted: Parts = .all) {
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
      for satellite in other.used { use(satellite) }
      for key in other.gsaKeys { addUsedKey(key) }
    }
    if taken.contains(.gsv) {
      for satellite in other.inView { insert(satellite) }
      for key in other.gsvKeys { addSatelliteKey(key) }
      surplus += other.surplus
    }
    if taken.contains(.heading) { heading = other.heading ?? heading }
    if taken.contains(.errors) {
      horizontalAccuracy = other.horizontalAccuracy ?? horizontalAccuracy
      verticalAccuracy = other.verticalAccuracy ?? verticalAccuracy
    }
    if taken.contains(.height) { altitude = other.altitude ?? altitude }
    if line == 0 || (other.line != 0 && other.line < line) { line = other.line }
    parts.formUnion(taken)
  }
}

/// The untimed sentences since the last timed one: those of one epoch or, if a kind is repeated
/// because a timed sentence in between was lost, the first and the last group of several.
struct UntimedRun {
  /// The first group, or the only one.
  var first = UntimedGroup()
  /// The last of several groups; empty while there is one.
  var last = UntimedGroup()
  /// True if there are several groups.
  private(set) var isRepeated = false
  /// The number of groups between the first and the last that were left out.
  private(set) var lostGroups = 0
  private var lastPart: UntimedGroup.Parts = []

  var isEmpty: Bool { first.isEmpty }

  /// Adds a sentence; a repeated one starts the last group again.
  mutating func add<Sentence: UntimedSentence>(_ sentence: Sentence, line: Int) {
    let isAgain =
      isRepeated ? last.has(sentence, after: lastPart) : first.has(sentence, after: lastPart)
    if isAgain {
      if isRepeated {
        last.removeAll()
        lostGroups += 1
      }
      isRepeated = true
    }
    lastPart = Sentence.part
    if isRepeated { last.add(sentence, line: line) } else { first.add(sentence, line: line) }
  }

  /// Removes everything but keeps the memory.
  mutating func removeAll() {
    first.removeAll()
    if isRepeated { last.removeAll() }
    isRepeated = false
    lostGroups = 0
    lastPart = []
  }
}
