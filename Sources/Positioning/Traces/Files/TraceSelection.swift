/// A part of a trace: the points of one kind, of all its tracks or of one.
///
///     var selection = TraceSelection(line: .init("2"))
///     let isWanted = selection.includes(epoch)  // the points of the second track
///
/// A line chosen by its name is found by its first point: check epochs in the order of the trace.
public struct TraceSelection: Hashable, Sendable {
  /// One of a trace's tracks or routes.
  public enum Line: Hashable, Sendable {
    /// By its number, from 1.
    case number(UInt32)
    /// By its exact name.
    case name(String)

    /// Makes a line from a user's text: digits alone are a number.
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
  /// The numbers of the lines with the name.
  private var found: Set<UInt32> = []

  /// Makes a selection.
  public init(kind: TraceKind = .track, line: Line? = nil) { (self.kind, self.line) = (kind, line) }

  /// Returns true if the next epoch, in the order of the trace, is selected.
  package mutating func includes(_ epoch: TraceEpoch) -> Bool {
    guard epoch.kind == kind else { return false }
    switch line {
    case nil: return true
    // In a source with only one line, the number may be 0.
    case .number(let number): return max(1, epoch.number) == number
    case .name(let name):
      if epoch.label?.line?.name == name { found.insert(epoch.number) }
      return found.contains(epoch.number)
    }
  }
}
