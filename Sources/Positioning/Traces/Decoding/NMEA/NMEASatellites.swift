extension NMEA {
  /// The satellites in one GSA or GSV sentence, at most fifteen. Valid only as long as the
  /// sentence's fields.
  struct Satellites {
    /// A satellite's entry in a sentence, with angles and levels in hundredths.
    struct Entry {
      /// As it is written; ``SatelliteNumbering`` finds its satellite.
      var number: UInt16 = 0
      /// Degrees; ``noElevation`` if it is missing.
      var elevation = Entry.noElevation
      /// Degrees; ``none`` if it is missing.
      var azimuth = Entry.none
      /// dB-Hz; ``none`` if it is missing.
      var carrierToNoise = Entry.none

      static let none = UInt16.max
      static let noElevation = Int16.min
    }

    private let entries: UnsafeMutablePointer<Entry>
    var numbering: SatelliteNumbering
    /// The number of satellites.
    private(set) var count = 0

    static let limit = 15

    /// Makes an empty list in the memory that the fields provide for it.
    @inline(__always) init(_ fields: NMEAFields) {
      entries = fields.room.entries
      numbering = SatelliteNumbering(talker: fields.talker)
    }

    /// Adds a satellite with its number as it is written; ignores one beyond the limit.
    @inline(__always) mutating func append(_ entry: Entry) {
      guard count < Satellites.limit else { return }
      entries[count] = entry
      count += 1
    }

    /// Visits each satellite in the order of the sentence.
    @inline(__always) func forEachEntry(_ body: (Entry, SatelliteKey) -> Void) {
      for index in 0..<count {
        body(entries[index], SatelliteKey(entries[index].number, numbering))
      }
    }
  }
}

/// A satellite's system and number in one comparable number.
struct SatelliteKey: Hashable, Sendable {
  private let code: UInt32

  @inline(__always) init(_ number: UInt16, _ numbering: SatelliteNumbering) {
    let (system, own) = numbering.satellite(Int(number))
    code = UInt32(system.rawValue) << 16 | UInt32(truncatingIfNeeded: own)
  }

  var system: SatelliteSystem {
    SatelliteSystem(rawValue: UInt8(truncatingIfNeeded: code >> 16)) ?? .unknown
  }

  var number: Int { Int(code & 0xFFFF) }

  /// One of 64 bits, which differs between the satellites of one system.
  @inline(__always)
  var bit: UInt64 { 1 << UInt64(truncatingIfNeeded: (code &+ code >> 16 &* 11) & 63) }
}

/// A satellite in view as described in the sentences of an epoch, in packed form.
struct SatelliteInView: Hashable, Sendable {
  let key: SatelliteKey
  private var elevation: Int16
  private var azimuth: UInt16
  private var carrierToNoise: UInt16

  private typealias Entry = NMEA.Satellites.Entry

  @inline(__always) init(_ entry: NMEA.Satellites.Entry, _ key: SatelliteKey) {
    self.key = key
    elevation = entry.elevation
    azimuth = entry.azimuth
    carrierToNoise = entry.carrierToNoise
  }

  /// Adds the values from another sentence; the strongest signal counts.
  @inline(__always) mutating func merge(_ other: SatelliteInView) {
    if other.elevation != Entry.noElevation { elevation = other.elevation }
    if other.azimuth != Entry.none { azimuth = other.azimuth }
    if other.carrierToNoise != Entry.none {
      carrierToNoise =
        carrierToNoise == Entry.none
        ? other.carrierToNoise : max(carrierToNoise, other.carrierToNoise)
    }
  }

  /// The satellite for users of the epoch.
  @inline(__always) func satellite(isUsed: Bool) -> Satellite {
    Satellite(
      system: key.system, number: key.number,
      orNone: elevation == Entry.noElevation ? .nan : Double(elevation) / 100,
      azimuth == Entry.none ? .nan : Double(azimuth) / 100,
      carrierToNoise == Entry.none ? .nan : Double(carrierToNoise) / 100, isUsed: isUsed)
  }
}
