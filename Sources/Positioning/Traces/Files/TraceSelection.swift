/// The part of a trace that is wanted: the points of one kind, of all its tracks or of one.
///
///     var selection = TraceSelection(line: .init("2"))
///     let isWanted = selection.includes(epoch)  // the points of the second track
///
/// A line chosen by its name is known once its first point has come, so epochs are shown to it in
/// the order of the trace.
public struct TraceSelection: Hashable, Sendable {
  /// One of a trace's tracks or routes.
  public enum Line: Hashable, Sendable {
    /// By its number, from 1.
    case number(UInt32)
    /// By its name, letter for letter.
    case name(String)

    /// The line that a user has typed: digits alone are a number.
    public init(_ text: String) {
      if let number = UInt32(text), number > 0 {
        self = .number(number)
      } else {
        self = .name(text)
      }
    }
  }

  /// The kind of the points.
  public var kind: TraceKind
  /// The track or route; nil for all.
  public var line: Line?
  /// The numbers of the lines that have the name.
  private var found: Set<UInt32> = []

  /// Makes a selection.
  public init(kind: TraceKind = .track, line: Line? = nil) { (self.kind, self.line) = (kind, line) }

  /// Returns true if an epoch is wanted; the next one in the order of the trace.
  package mutating func includes(_ epoch: TraceEpoch) -> Bool {
    guard epoch.kind == kind else { return false }
    switch line {
    case nil: return true
    // A source with one line does not count.
    case .number(let number): return max(1, epoch.number) == number
    case .name(let name):
      if epoch.label?.line?.name == name { found.insert(epoch.number) }
      return found.contains(epoch.number)
    }
  }
}
