import Formats
import Positioning

/// The parts of tracks as a table, and as JSON.
enum SplitText {
  /// Returns the table, below an empty line.
  static func lines(of splits: [TrackSplit], areLaps: Bool) -> [String] {
    guard !splits.isEmpty else { return ["", "No part of a track to tell of."] }
    let hasHeart = splits.contains { $0.heartRate != nil }
    let hasPower = splits.contains { $0.power != nil }
    var head = [areLaps ? "Lap" : "Split", "Length", "Time", "Pace", "Speed", "Up", "Down"]
    if hasHeart { head.append("Heart") }
    if hasPower { head.append("Power") }
    let paced = UnitSystem(kind: .metric, showsPace: true)
    let rows = splits.map { split in
      let speed = split.sums.meanMovingSpeed
      var row = [
        "\(split.number)", SummaryText.distance(split.sums.distance),
        FigureText.time(split.sums.elapsed), speed.map(paced.pace) ?? "-",
        speed.map(UnitSystem.metric.speed) ?? "-",
        UnitSystem.metric.height(split.sums.climb, decimals: 0),
        UnitSystem.metric.height(split.sums.descent, decimals: 0),
      ]
      if hasHeart { row.append(split.heartRate.map(FigureText.heartRate) ?? "-") }
      if hasPower { row.append(split.power.map(FigureText.power) ?? "-") }
      return row
    }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    return [""]
      + ([head] + rows).map { cells in
        cells.indices.map { column in
          String(repeating: " ", count: widths[column] - cells[column].count) + cells[column]
        }.joined(separator: "  ")
      }
  }

  /// The parts in metres, seconds, metres per second, beats a minute and watts.
  static func json(_ splits: [TrackSplit]) -> JSONValue {
    .array(
      splits.map { split in
        let members: [JSONMember?] = [
          SummaryJSON.real("number", Double(split.number), 0),
          SummaryJSON.real("distance", split.sums.distance, 1),
          SummaryJSON.real("duration", split.sums.elapsed.inSeconds, 3),
          SummaryJSON.real("moving_time", split.sums.moving.inSeconds, 3),
          SummaryJSON.real("mean_moving_speed", split.sums.meanMovingSpeed, 3),
          SummaryJSON.real("climb", split.sums.climb, 1),
          SummaryJSON.real("descent", split.sums.descent, 1),
          SummaryJSON.real("heart_rate", split.heartRate, 1),
          SummaryJSON.real("power", split.power, 1),
        ]
        return .object(members.compactMap(\.self))
      })
  }
}
