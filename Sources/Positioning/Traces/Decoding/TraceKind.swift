/// The kind of line that a point of a trace belongs to.
public enum TraceKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A recorded path.
  case track
  /// A planned path.
  case route
  /// A waypoint.
  case waypoint

  /// The name: `track`, `route` or `waypoint`.
  public var name: String {
    switch self {
    case .track: "track"
    case .route: "route"
    case .waypoint: "waypoint"
    }
  }

  /// The kind with a name; nil if there is none.
  package init?(name: String) {
    guard let kind = TraceKind.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// A source's names for a point, and for the track or route that begins with it.
///
///     epoch.label = TraceLabel(name: "Home", symbol: "House")
///     epoch.label?.name  // "Home"
///
/// The size of one pointer, since every epoch has room for it but few have one.
public struct TraceLabel: Hashable, Sendable {
  /// The point's name; nil if it has none.
  public var name: String? { texts.name }
  /// A description of the point.
  public var details: String? { texts.details }
  /// The name of the symbol for the point.
  public var symbol: String? { texts.symbol }
  /// The label of the track or route that begins with the point.
  public var line: TraceLabel? { texts.line }

  private let box: Box
  private var texts: Texts {
    switch box {
    case .texts(let texts): texts
    }
  }

  /// Stored indirectly, to keep the label at one pointer.
  private indirect enum Box: Hashable, Sendable { case texts(Texts) }

  private struct Texts: Hashable, Sendable {
    let name: String?
    let details: String?
    let symbol: String?
    let line: TraceLabel?
  }

  /// Makes a label; nil if it is empty. An empty string counts as missing.
  public init?(
    name: String? = nil, details: String? = nil, symbol: String? = nil, line: TraceLabel? = nil
  ) {
    func text(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    let texts = Texts(name: text(name), details: text(details), symbol: text(symbol), line: line)
    guard texts.name != nil || texts.details != nil || texts.symbol != nil || line != nil else {
      return nil
    }
    box = .texts(texts)
  }

  /// Makes the label of a point and of the line that begins with it; nil if both are empty.
  package init?(_ point: TraceLabel?, line: TraceLabel?) {
    self.init(name: point?.name, details: point?.details, symbol: point?.symbol, line: line)
  }
}
