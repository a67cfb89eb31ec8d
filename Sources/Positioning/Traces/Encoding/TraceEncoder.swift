/// Writes the epochs of a trace in one format, as they come.
///
///     var encoder = TraceOutputFormat.gpx.makeEncoder()
///     encoder.begin(&bytes)
///     for epoch in trace { encoder.write(epoch, to: &bytes) }
///     encoder.end(&bytes)
///
/// A value that keeps almost nothing: memory does not grow with the trace, and the buffer may be
/// emptied at any time. Values that the format lacks are left out; unknown values are not invented.
public protocol TraceEncoder: Sendable {
  /// Writes the part before the first epoch.
  mutating func begin(_ bytes: inout [UInt8])
  /// Writes an epoch; one without a location only if the format can represent that.
  mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8])
  /// Writes the part after the last epoch.
  mutating func end(_ bytes: inout [UInt8])
}

/// The formats in which traces can be written.
public enum TraceOutputFormat: String, Hashable, Sendable, CaseIterable {
  /// A table with commas.
  case csv
  /// GPS Exchange Format 1.1: tracks, routes and waypoints.
  case gpx
  /// A collection of GeoJSON points and lines.
  case geojson
  /// Keyhole Markup Language 2.2: tracks with times, routes and waypoints.
  case kml
  /// One JSON object per line.
  case jsonl
  /// Sentences of NMEA 0183.
  case nmea

  /// Makes an encoder that has written nothing yet.
  public func makeEncoder() -> any TraceEncoder { entry.encoder }

  /// Makes an encoder that has written nothing yet, for a trace with kinds and names.
  package func makeEncoder(sayingKinds: Bool) -> any TraceEncoder {
    self == .csv ? CSVEncoder(saysKinds: sayingKinds) : makeEncoder()
  }

  /// The kinds that come before all others in a document, in their order: GPX's schema requires it,
  /// and a reader of KML or GPX then need not keep them.
  package var leadingKinds: [TraceKind] { entry.leadingKinds }

  /// The labels and kinds that the format cannot represent.
  package var omissions: Set<TraceOmission> { entry.omissions }

  /// The same for a document by ``makeEncoder(sayingKinds:)``.
  package func omissions(sayingKinds: Bool) -> Set<TraceOmission> {
    self == .csv && !sayingKinds ? [.route, .waypoint] : omissions
  }

  private struct Entry {
    let encoder: any TraceEncoder
    var leadingKinds: [TraceKind] = []
    var omissions: Set<TraceOmission> = []
  }

  /// The table of the formats.
  private var entry: Entry {
    switch self {
    case .csv: Entry(encoder: CSVEncoder())
    case .gpx: Entry(encoder: GPXEncoder(), leadingKinds: [.waypoint, .route])
    case .geojson: Entry(encoder: GeoJSONEncoder())
    case .kml:
      Entry(encoder: KMLEncoder(), leadingKinds: [.waypoint], omissions: [.symbol, .sensors])
    case .jsonl: Entry(encoder: JSONLinesEncoder())
    case .nmea:
      Entry(
        encoder: NMEAEncoder(),
        omissions: [.trackName, .description, .symbol, .sensors])
    }
  }
}

/// A part of a trace that a format may be unable to represent.
package enum TraceOmission: Hashable, Sendable, CaseIterable {
  /// A point of a route.
  case route
  case waypoint
  /// The name of a track.
  case trackName, description, symbol
  /// A point's heart rate, cadence, power or temperature.
  case sensors

  /// Returns true if an epoch has this part.
  package func isPart(of epoch: TraceEpoch) -> Bool {
    switch self {
    case .route: epoch.kind == .route
    case .waypoint: epoch.kind == .waypoint
    case .trackName: epoch.kind == .track && epoch.label?.line?.name != nil
    case .description: epoch.label?.details != nil || epoch.label?.line?.details != nil
    case .symbol: epoch.label?.symbol != nil
    case .sensors: !epoch.sensors.isEmpty && epoch.location != nil
    }
  }
}
