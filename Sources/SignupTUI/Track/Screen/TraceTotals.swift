extension TrackProgress {
  /// Returns the sums of a part in a line: `1.20 km in 5:12 (4:20 /km), 12 m up, 3 m down`.
  func sentence(_ units: UnitSystem) -> String {
    let speed = meanMovingSpeed.map { mean in
      " (\(units.pace(mean)), \(UnitSystem(kind: units.kind).speed(mean)))"
    }
    let heights =
      climb + descent >= 1
      ? ", \(units.height(climb, decimals: 0)) up, \(units.height(descent, decimals: 0)) down" : ""
    return "\(units.distance(distance)) in \(FigureText.time(elapsed))\(speed ?? "")\(heights)"
  }
}

extension TraceFacts {
  /// Returns the totals of the whole trace, each with a label and a text, once they are known.
  func totals(_ units: UnitSystem) -> [(label: String, text: String)] {
    var rows: [(String, String)] = []
    if progress != 1 { rows.append(("Read so far", "\(Int(progress * 100))%")) }
    if lineCount > 1 || kind == .route {
      rows.append((kind == .route ? "Routes" : "Tracks", "\(lineCount)"))
    }
    rows.append(("Distance", units.distance(track.distance)))
    if let elapsed = track.elapsed {
      rows.append(("Duration", FigureText.time(elapsed)))
      rows.append(("Moving", FigureText.time(track.movingTime)))
    }
    if let climb = track.climbText(units) { rows.append(("Climb", climb)) }
    rows += [("Fixes", "\(track.fixCount)"), ("Gaps", track.gapText)]
    let types = statistics.typeTexts
    for (number, type) in types.prefix(6).enumerated() {
      rows.append((number == 0 ? "Sentences" : "", type))
    }
    if types.count > 6 { rows.append(("", "and \(types.count - 6) more types")) }
    return rows
  }

  /// Returns the most important totals in one line: `2 tracks, 22.2 km in 1:34:12, moving 1:20:00`.
  func sentence(_ units: UnitSystem) -> String {
    let distance = units.distance(track.distance)
    let parts = [
      lineCount > 1 ? FigureText.count(lineCount, kind.name) : nil,
      track.elapsed.map { "\(distance) in \(FigureText.time($0))" } ?? distance,
      track.elapsed.map { _ in "moving \(FigureText.time(track.movingTime))" },
      track.climbText(units).map { $0 + " up" },
      track.gapCount > 0 ? FigureText.count(track.gapCount, "gap") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
