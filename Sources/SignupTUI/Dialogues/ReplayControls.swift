import Positioning
import TerminalKit
import ViewModels

extension TrackControls {
  /// A trace that is played.
  ///
  /// - Parameters:
  ///   - model: The replay.
  ///   - look: How figures are written at first.
  static func player(
    _ model: ReplayViewModel, look: TrackLook = TrackLook()
  ) -> TrackControls {
    let lines = ReplayLines(model, look: look)
    return TrackControls(
      keys: ReplayLines.hint,
      act: { lines.take($0) },
      state: {
        let played = model.outline.kind
        let playing = played == .track ? "playing" : "no track, playing the \(played.name)"
        return switch model.playback.phase {
        case .playing where model.rate == .infinity: "\(playing) as fast as it goes"
        case .playing: "\(playing) at \(FigureText.factor(model.rate)) times the speed"
        case .paused: "paused"
        case .ended: "end of the trace"
        case .failed: "failed"
        }
      },
      isOver: {
        switch model.playback.phase {
        case .ended, .failed: !lines.hasMore
        case .playing, .paused: false
        }
      },
      answers: { lines.answers() }, isBusy: { lines.hasMore }, answersBehindEnd: true)
  }
}

/// Lines that are typed, or come through a pipe, while a trace is played.
///
/// They are obeyed in order, each when the place that the one before has led to is reached: so
/// `50%` and then `where` says where that is.
@MainActor final class ReplayLines {
  static let hint =
    "Enter alone pauses and plays; + or - changes the speed; 'where' says all figures, 'totals' those "
    + "of the whole trace; 50%, 1:02:03 or #120 go there; 'help' lists the rest; q ends."

  private static let help = [
    "Enter alone: pause or play. +, -: faster, slower. rate 100, rate max: that fast.",
    "50%: that part of the trace. 1:02:03: that time after the start. 23:52:34Z: that time of day "
      + "in UTC. #120: that fix.",
    "back, forward: 5 seconds; back 60: so many. next, previous: one fix. start, end: the ends.",
    "where: all figures. totals: those of the whole trace, once it was read. satellites: those in view.",
    "trace: what the trace is and what was left out. tracks, waypoints: all of them.",
    "splits: the kilometres or miles. laps: those of the trace.",
    "loop a, loop b: repeat from here, to here. loop off: no more.",
    "mark: bookmark here, or none. next mark, previous mark: go there.",
    "units, angles: the next kind. pace: speeds as pace, or not. q: the end.",
  ]

  private let model: ReplayViewModel
  private var units: UnitSystem
  private var angles: AngleForm
  private let zone: ClockZone
  /// Lines that wait for the place to be reached.
  private var waiting: [String] = []
  private var said: [String] = []
  private var hasSaidIncompleteness = false

  init(_ model: ReplayViewModel, look: TrackLook) {
    self.model = model
    (units, angles, zone) = (look.units, look.angles, look.zone)
  }

  /// Whether there is something left to be obeyed or said.
  var hasMore: Bool { !waiting.isEmpty || !said.isEmpty || model.playback.isSeeking }

  /// Takes in a line; false if it means nothing.
  func take(_ line: String) -> Bool {
    let line = line.lowercased().split(separator: " ").joined(separator: " ")
    guard
      ReplayLines.words.contains(where: { line == $0 || line.hasPrefix($0 + " ") })
        || line.isEmpty || (try? ReplayTarget(line)) != nil
    else { return false }
    waiting.append(line)
    return true
  }

  private static let words = [
    "+", "-", "rate", "back", "forward", "next", "previous", "start", "end", "where", "satellites",
    "trace", "loop", "mark", "units", "angles", "help", "go", "totals", "tracks", "waypoints",
    "splits", "laps", "pace",
  ]

  /// Lines that speak of the whole trace, or of a part of it: they wait until it was read.
  private func waitsForSurvey(_ line: String) -> Bool {
    guard !model.outline.isOver else { return false }
    if ["totals", "tracks", "waypoints", "splits", "laps"].contains(line) { return true }
    guard case .part = try? ReplayTarget(line.hasPrefix("go ") ? String(line.dropFirst(3)) : line)
    else { return false }
    return true
  }

  /// Obeys what can be obeyed now, and returns what is to be said of it.
  func answers() -> [String] {
    while let next = waiting.first, !model.playback.isSeeking, !waitsForSurvey(next) {
      waiting.removeFirst()
      obey(next)
    }
    if !hasSaidIncompleteness, let incompleteness = model.incompleteness {
      hasSaidIncompleteness = true
      said.append(incompleteness + ".")
    }
    defer { said = [] }
    return said
  }

  private func obey(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    switch words.first {
    case nil: model.togglePause()
    case "+": model.faster()
    case "-": model.slower()
    case "rate": setRate(rest)
    case "back": seek(rest, sign: -1)
    case "forward": seek(rest, sign: 1)
    case "start": model.seekToStart()
    case "end": model.seekToEnd()
    case "next" where rest == "mark": goToMark(model.goToNextBookmark)
    case "previous" where rest == "mark": goToMark(model.goToPreviousBookmark)
    case "next": model.step()
    case "previous": model.stepBack()
    case "where": sayWhere()
    case "satellites": saySatellites()
    case "trace": said += ShownTrack(model).trace?.rows.map(ReplayLines.sentence) ?? []
    case "totals": sayTotals()
    case "tracks": sayTracks()
    case "waypoints": sayWaypoints()
    case "splits":
      say(units.kind == .imperial ? model.outline.miles : model.outline.kilometres, "split")
    case "laps": say(model.outline.laps, "lap")
    case "pace":
      units.showsPace.toggle()
      said.append(units.showsPace ? "speeds as pace" : "speeds as speed")
    case "loop": loop(rest)
    case "mark": mark()
    case "units":
      units = units.next
      said.append("units: \(units)")
    case "angles":
      angles = angles.next
      said.append("angles: \(angles)")
    case "help": said += ReplayLines.help
    case "go": go(rest)
    default: go(line)
    }
  }

  private func go(_ text: String) {
    do {
      if let problem = model.go(to: try ReplayTarget(text)) { said.append(problem) }
    } catch {
      said.append(error.description)
    }
  }

  private func setRate(_ text: String) {
    if text == "max" {
      model.setRate(.infinity)
    } else if let rate = Double(text), TraceLocationProvider.rates.contains(rate) {
      model.setRate(rate)
    } else {
      said.append("A rate is from 0.1 to 1000, or max; not '\(text)'.")
    }
  }

  private func seek(_ text: String, sign: Int) {
    guard let seconds = text.isEmpty ? 5 : Int(text), (1...31_536_000).contains(seconds) else {
      said.append("Seconds are a whole number from 1 on, not '\(text)'.")
      return
    }
    model.seek(by: .seconds(sign * seconds))
  }

  private func loop(_ end: String) {
    switch end {
    case "a": model.setLoopStart()
    case "b": model.setLoopEnd()
    case "off": model.clearLoop()
    default: return said.append("Say loop a, loop b or loop off.")
    }
    let loop = model.playback.loop
    let start = loop?.start.position.map(FigureText.time) ?? "its start"
    let finish = loop?.end.map { $0.position.map(FigureText.time) ?? "its end" }
    said.append(
      loop == nil ? "no loop" : "loop from \(start) to \(finish ?? "an end not said yet")")
  }

  private func mark() {
    let count = model.bookmarks.count
    model.toggleBookmark()
    let place = model.position.map { " at \(FigureText.time($0))" } ?? ""
    said.append(model.bookmarks.count > count ? "bookmark\(place)" : "no bookmark\(place)")
  }

  private func goToMark(_ go: () -> Void) {
    if model.bookmarks.isEmpty { said.append("There is no bookmark yet; 'mark' sets one.") }
    go()
  }

  private func sayWhere() {
    let shown = ShownTrack(model)
    let here = model.position.map(FigureText.time)
    let whole = model.duration.map { " of \(FigureText.time($0))" } ?? ""
    let percent = "\(Int(model.progress * 100 + 1e-6)) %"
    said.append("At \(here.map { "\($0)\(whole), " } ?? "")\(percent) of the trace.")
    if let number = model.playback.fixCount {
      let all = model.outline.isComplete ? " of \(model.outline.fixCount)" : ""
      said.append("Fix \(number)\(all).")
    }
    if model.isTrackPartial { said.append("The figures begin in the middle of the trace.") }
    said += TrackFigures(shown, units: units, angles: angles, zone: zone).sentences
    if let ahead = model.ahead, ahead.distance >= 1 {
      let climb =
        ahead.climb >= 1 ? ", \(units.height(ahead.climb, decimals: 0)) up" : ""
      said.append("Ahead: \(units.distance(ahead.distance))\(climb)")
    }
  }

  private func sayTotals() {
    guard let trace = ShownTrack(model).trace else { return }
    var label = ""
    for row in TraceTotals(trace).rows(units) {
      if !row.label.isEmpty { label = row.label }
      said.append("\(label): \(row.text)")
    }
  }

  private func sayTracks() {
    let lines = model.outline.lines
    guard !lines.isEmpty else { return said.append("There is no track.") }
    said += lines.map { line in
      let name = line.name.map { " \($0)" } ?? ""
      let climb = line.sums.climb >= 1 ? ", \(units.height(line.sums.climb, decimals: 0)) up" : ""
      return "Track \(line.number)\(name): \(units.distance(line.sums.distance)) in "
        + FigureText.time(line.sums.elapsed) + climb
    }
  }

  private func sayWaypoints() {
    let waypoints = model.outline.contents.waypoints
    guard !waypoints.isEmpty else { return said.append("There is no waypoint.") }
    let here = model.track.snapshot.lastFix?.coordinate
    said += waypoints.map { TrackPanel.text(of: $0, from: here, units) }
  }

  private func say(_ splits: TrackSplits, _ noun: String) {
    let paced = UnitSystem(kind: units.kind, showsPace: true)
    let all = splits.all
    guard !all.isEmpty else { return said.append("There is no \(noun).") }
    said += all.map { split in
      var parts = [
        units.distance(split.sums.distance), FigureText.time(split.sums.elapsed),
        split.sums.meanMovingSpeed.map(paced.pace) ?? "not moving",
      ]
      if split.sums.climb >= 1 {
        parts.append(units.height(split.sums.climb, decimals: 0) + " up")
      }
      if let heart = split.heartRate { parts.append(FigureText.heartRate(heart)) }
      if let power = split.power { parts.append(FigureText.power(power)) }
      return "\(noun.prefix(1).uppercased() + noun.dropFirst()) \(split.number): "
        + parts.joined(separator: ", ")
    }
  }

  private func saySatellites() {
    let satellites = model.track.snapshot.satellites ?? []
    guard !satellites.isEmpty else { return said.append("No satellites reported yet.") }
    said += satellites.sorted { ($0.system.rawValue, $0.number) < ($1.system.rawValue, $1.number) }
      .map(SatelliteTable.sentence)
  }

  private static func sentence(_ row: (label: String, text: String)) -> String {
    row.label.isEmpty ? row.text : "\(row.label): \(row.text)"
  }
}
