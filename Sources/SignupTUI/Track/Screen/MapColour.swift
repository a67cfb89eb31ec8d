/// The meaning of the colour of a map's line.
enum MapColour: CaseIterable, Equatable {
  /// Each track in its own colour, as far as it was played.
  case plain
  /// The speed there.
  case speed
  /// The height there.
  case height
  /// Each track in its own colour, even ahead: tracks side by side.
  case tracks

  /// The colour of a point's track among others.
  ///
  /// - Parameters:
  ///   - point: The point, which contains the number of tracks that began before its own.
  ///   - trackIndex: The number of parallel tracks before its own.
  static func role(of point: TrackPath.Point, trackIndex: Int) -> Role {
    let roles: [Role] = [.accent, .success, .ramp4, .ramp2, .danger, .ramp5, .warning]
    return roles[(Int(point.track) + trackIndex) % roles.count]
  }
}

/// The colours of a line from low to high values, and the values at its ends.
struct MapRamp: Equatable {
  let colour: MapColour
  /// The value of the lowest colour, metres per second or metres.
  let low: Double
  /// The value of the highest colour.
  let high: Double
  /// Both ends as text.
  private let legend: [String]

  /// Makes the colours for all values of a track; nil if the line is plain, or if the values for
  /// its colour are unknown.
  init?(_ colour: MapColour, for statistics: TrackStatistics, units: UnitSystem) {
    self.colour = colour
    switch colour {
    case .plain, .tracks: return nil
    case .speed:
      guard let fastest = statistics.maximumSpeed else { return nil }
      let (top, text) = units.roundSpeed(atLeast: fastest)
      (low, high, legend) = (0, top, ["0", text])
    case .height:
      guard let lowest = statistics.lowestAltitude, let highest = statistics.highestAltitude
      else { return nil }
      (low, high) = ((lowest / 10).rounded(.down) * 10, (highest / 10).rounded(.up) * 10)
      legend = [low, high].map { units.height($0, decimals: 0) }
    }
  }

  /// The colour of a point; muted if its value is unknown.
  func role(of point: TrackPath.Point) -> Role {
    let value = colour == .speed ? point.speed : point.altitude
    guard let value, high > low else { return value == nil ? .muted : .ramp1 }
    return .ramp((value - low) / (high - low))
  }

  /// The colours and the values at their ends, from the left of one row, as far as there is room.
  func draw(in row: Rect, on canvas: inout Canvas) {
    let name = colour == .speed ? "speed" : "height"
    let width = Glyph.columns(of: "\(name) \(legend[0]) ") + 5 + Glyph.columns(of: " " + legend[1])
    guard row.width >= width else { return }
    var x = row.x
    x += canvas.write("\(name) \(legend[0]) ", at: Point(x, row.y), style: .muted)
    for step in 0..<5 {
      let role = Role.ramp((Double(step) + 0.5) / 5)
      canvas.write(
        String(canvas.symbols.horizontalSteps[7]), at: Point(x + step, row.y),
        style: Style(foreground: role))
    }
    canvas.write(" " + legend[1] + " ", at: Point(x + 5, row.y), style: .muted)
  }
}
