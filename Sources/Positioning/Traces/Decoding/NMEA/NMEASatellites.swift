extension NMEA {
  /// The satellites that one GSA or GSV sentence names, at most fifteen, without memory of their
  /// own.
  public struct Satellites: RandomAccessCollection, Hashable, Sendable {
    /// What a sentence says of one satellite; -1 and not a number where that is nothing.
    struct Entry {
      var number: UInt16 = 0
      var azimuth: Int16 = -1
      var carrierToNoise: Int16 = -1
      var elevation = Double.nan
    }

    private typealias Five = (Entry, Entry, Entry, Entry, Entry)
    private typealias Entries = (Five, Five, Five)

    private var entries: Entries
    private let numbering: SatelliteNumbering
    private let areUsed: Bool
    /// The number of satellites.
    public private(set) var endIndex = 0
    /// Zero.
    public var startIndex: Int { 0 }

    static let limit = 15

    @inline(__always)
    init(numbering: SatelliteNumbering, areUsed: Bool) {
      self.numbering = numbering
      self.areUsed = areUsed
      let empty = (Entry(), Entry(), Entry(), Entry(), Entry())
      entries = (empty, empty, empty)
    }

    /// Adds a satellite by its number as it is written; one more than the limit is left out.
    @inline(__always)
    mutating func append(_ entry: Entry) {
      guard endIndex < Satellites.limit else { return }
      withUnsafeMutableBytes(of: &entries) {
        $0.storeBytes(
          of: entry, toByteOffset: endIndex * MemoryLayout<Entry>.stride, as: Entry.self)
      }
      endIndex += 1
    }

    /// A satellite by its system and number.
    public subscript(position: Int) -> Satellite {
      precondition(position >= 0 && position < endIndex, "there is no such satellite")
      return withUnsafeBytes(of: entries) { satellite(at: position, in: $0) }
    }

    /// Visits each satellite in the order of the sentence.
    public func forEach(_ body: (Satellite) throws -> Void) rethrows {
      try withUnsafeBytes(of: entries) { bytes in
        for position in 0..<endIndex { try body(satellite(at: position, in: bytes)) }
      }
    }

    private func satellite(at position: Int, in bytes: UnsafeRawBufferPointer) -> Satellite {
      let offset = position * MemoryLayout<Entry>.stride
      let entry = bytes.load(fromByteOffset: offset, as: Entry.self)
      let (system, number) = numbering.satellite(Int(entry.number))
      return Satellite(
        system: system, number: number,
        elevation: entry.elevation.isNaN ? nil : entry.elevation,
        azimuth: entry.azimuth < 0 ? nil : Double(entry.azimuth),
        carrierToNoise: entry.carrierToNoise < 0 ? nil : Double(entry.carrierToNoise),
        isUsed: areUsed)
    }

    /// Whether two sentences say the same of the same satellites in the same order.
    public static func == (left: Satellites, right: Satellites) -> Bool {
      left.elementsEqual(right)
    }

    /// Hashes the satellites in their order.
    public func hash(into hasher: inout Hasher) {
      for satellite in self { hasher.combine(satellite) }
    }
  }
}
