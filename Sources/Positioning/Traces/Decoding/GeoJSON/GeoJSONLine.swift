/// The positions of one feature's lines, and the values from its properties, until both are read.
struct GeoJSONLine: Sendable {
  /// The property of our own lines that states what they pass through.
  static let ownKey: StaticString = "of"

  /// A list of values.
  enum List: Sendable {
    case times, numbers(FixField)

    init?(_ name: ByteText) {
      guard let list = name.lookUp(List.names) else { return nil }
      self = list
    }

    private static let names: [(StaticString, List)] = [
      ("coordTimes", .times), ("times", .times), ("heartRates", .numbers(.heartRate)),
      ("heart", .numbers(.heartRate)), ("cadences", .numbers(.cadence)),
      ("cadence", .numbers(.cadence)), ("cads", .numbers(.cadence)),
      ("powers", .numbers(.power)), ("power", .numbers(.power)), ("watts", .numbers(.power)),
      ("atemps", .numbers(.temperature)), ("temperatures", .numbers(.temperature)),
      ("speeds", .numbers(.speed)), ("altitudes", .numbers(.altitude)),
    ]
  }

  /// The line.
  var held = HeldLine(hasEllipsoidalHeights: true)
  private var list: List?

  /// Begins a list of values.
  mutating func begin(_ list: List) {
    self.list = list
    switch list {
    case .times: held.beginTimes()
    case .numbers(let field): held.begin(field)
    }
  }

  /// Adds a string to the list.
  mutating func add(text: ByteText) {
    switch list {
    case .times:
      let time = text.civilTime(order: .dayFirst)
      held.add(time?.timestamp(), isLocal: time?.isLocal ?? false)
    case .numbers(let field): held.add(nil, to: field)
    case nil: break
    }
  }

  /// Adds a number to the list; nil for `null`.
  mutating func add(number: Double?) {
    switch list {
    case .times: held.add(number.flatMap { $0.isFinite ? GeoJSONLine.time($0) : nil })
    case .numbers(let field): held.add(number, to: field)
    case nil: break
    }
  }

  /// Returns the time for a number of seconds or, if it is too large, milliseconds since 1970.
  private static func time(_ number: Double) -> Timestamp? {
    let seconds = number > 1e11 ? number / 1000 : number
    guard seconds > 0, seconds < 9e9 else { return nil }
    return Timestamp(nanosecondsSince1970: Int64((seconds * 1000).rounded()) * 1_000_000)
  }
}
