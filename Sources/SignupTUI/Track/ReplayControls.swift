extension TrackControls {
  /// The controls for playing a trace.
  ///
  /// - Parameters:
  ///   - model: The replay.
  ///   - look: How metrics are written at first.
  static func player(_ model: ReplayViewModel, look: TrackLook = TrackLook()) -> TrackControls {
    let lines = ReplayLines(model, look: look)
    return TrackControls(
      commands: lines.commands,
      state: {
        let played = model.outline.kind
        let playing = played == .track ? "playing" : "no track, playing the \(played.name)"
        return switch model.playback.phase {
        case .playing where model.rate == .infinity: "\(playing) as fast as possible"
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
      answers: { lines.answers() }, isBusy: { lines.hasMore },
      isResting: { !model.isPlaying }, answersBehindEnd: true)
  }
}

/// Lines that are typed, or come through a pipe, while a trace is played.
///
/// They are performed in order, each one when the position requested before it is reached: so `50%`
/// and then `where` prints that position.
@MainActor final class ReplayLines {
  private let model: ReplayViewModel
  private var units: UnitSystem
  private var angles: AngleForm
  private let zone: ClockZone
  /// The effects of lines that wait for the position to be reached, some for the whole trace to be
  /// read.
  private var waiting: [(needsSurvey: Bool, action: () -> Void)] = []
  private var said: [String] = []
  private var hasSaidIncompleteness = false

  init(_ model: ReplayViewModel, look: TrackLook) {
    self.model = model
    (units, angles, zone) = (look.units, look.angles, look.zone)
  }

  /// True if there is something left to perform or print.
  var hasMore: Bool { !waiting.isEmpty || !said.isEmpty || model.playback.isSeeking }

  /// The valid lines. Their actions wait until the position is reached.
  var commands: LineCommands { LineCommands(playing + going + marking + telling + [.leaving()]) }

  private func command(
    _ names: String, _ words: String, isMain: Bool = false, needsSurvey: Bool = false,
    action: @escaping @MainActor (LineCommand.Line) -> Void
  ) -> LineCommand {
    LineCommand(names, words, isMain: isMain) { [weak self] line in
      self?.waiting.append((needsSurvey, { action(line) }))
    }
  }

  private var playing: [LineCommand] {
    [
      command("", "pauses or plays", isMain: true) { [self] _ in model.togglePause() },
      command("+, -", "changes the speed", isMain: true) { [self] line in
        if line.name == "+" { model.faster() } else { model.slower() }
      },
      command("rate FACTOR", "sets the speed to 0.1 to 1000, or max") { [self] line in
        setRate(line.text.lowercased())
      },
    ]
  }

  private var going: [LineCommand] {
    [
      .lines(
        like: "50%, 1:02:03 after the start, 23:52:34Z or #120", "goes there",
        accepts: { (try? ReplayTarget($0.lowercased())) != nil }
      ) { [weak self] line in
        // A part is measured by the length of the whole.
        var isPart = false
        if case .part = try? ReplayTarget(line.text.lowercased()) { isPart = true }
        self?.waiting.append((isPart, { self?.go(line.text.lowercased()) }))
      },
      command("go POSITION", "does the same") { [self] line in go(line.text.lowercased()) },
      command("back [SECONDS], forward [SECONDS]", "moves SECONDS, by default 5") { [self] line in
        seek(line.text, sign: line.name == "back" ? -1 : 1)
      },
      command("next, previous", "goes to the next or previous fix") { [self] line in
        if line.name == "next" { model.step() } else { model.stepBack() }
      },
      command("start, end", "goes to the start or the end") { [self] line in
        if line.name == "start" { model.seekToStart() } else { model.seekToEnd() }
      },
    ]
  }

  private var marking: [LineCommand] {
    [
      command("loop a, loop b", "starts or ends the loop here") { [self] line in
        if line.name == "loop a" { model.setLoopStart() } else { model.setLoopEnd() }
        sayLoop()
      },
      command("loop off", "stops repeating") { [self] _ in
        model.clearLoop()
        sayLoop()
      },
      command("mark", "sets a bookmark here, or removes it") { [self] _ in toggleMark() },
      command("next mark, previous mark", "goes to the next or previous bookmark") { [self] line in
        goToMark(line.name == "next mark" ? model.goToNextBookmark : model.goToPreviousBookmark)
      },
    ]
  }

  private var telling: [LineCommand] {
    [
      command("where", "prints all metrics", isMain: true) { [self] _ in sayWhere() },
      command("satellites", "lists the satellites in view") { [self] _ in saySatellites() },
      command("trace", "describes the trace and what was skipped") { [self] _ in
        said += ShownTrack(model).trace?.rows.map(ReplayLines.sentence) ?? []
      },
      command("totals", "prints the totals of the whole trace, once it is read", needsSurvey: true)
      { [self] _ in sayTotals() },
      command("tracks, waypoints", "lists tracks or waypoints", needsSurvey: true) { [self] line in
        if line.name == "tracks" { sayTracks() } else { sayWaypoints() }
      },
      command("splits, laps", "lists splits by kilometre or mile, or laps", needsSurvey: true) {
        [self] line in
        let outline = model.outline
        let lengths = units.kind == .imperial ? outline.parts[0].miles : outline.parts[0].kilometres
        if line.name == "laps" { say(outline.parts[0].laps, "lap") } else { say(lengths, "split") }
      },
      command("pace", "switches between speed and pace") { [self] _ in
        units.showsPace.toggle()
        said.append(units.showsPace ? "showing pace" : "showing speed")
      },
      command("units", "switches to the next units") { [self] _ in
        units = units.next
        said.append("units: \(units)")
      },
      command("angles", "switches to the next format of coordinates") { [self] _ in
        angles = angles.next
        said.append("angles: \(angles)")
      },
      command("help", "lists all commands", isMain: true) { [self] _ in
        said += commands.help
      },
    ]
  }

  /// Performs the lines that can be performed now, and returns their output.
  func answers() -> [String] {
    while let next = waiting.first, !model.playback.isSeeking,
      !next.needsSurvey || model.outline.isOver
    {
      waiting.removeFirst()
      next.action()
    }
    if !hasSaidIncompleteness, let incompleteness = model.incompleteness {
      hasSaidIncompleteness = true
      said.append(incompleteness + ".")
    }
    defer { said = [] }
    return said
  }

  private func go(_ text: String) {
    do { if let problem = model.go(to: try ReplayTarget(text)) { said.append(problem) } } catch {
      said.append(error.description)
    }
  }

  private func setRate(_ text: String) {
    if text == "max" {
      model.setRate(.infinity)
    } else if let rate = Double(text), TraceLocationProvider.rates.contains(rate) {
      model.setRate(rate)
    } else {
      said.append("The rate must be from 0.1 to 1000, or max, not '\(text)'.")
    }
  }

  private func seek(_ text: String, sign: Int) {
    guard let seconds = text.isEmpty ? 5 : Int(text), (1...31_536_000).contains(seconds) else {
      said.append("The seconds must be a whole number, at least 1, not '\(text)'.")
      return
    }
    model.seek(by: .seconds(sign * seconds))
  }

  private func sayLoop() {
    guard let loop = model.playback.loop else { return said.append("no loop") }
    let start = loop.start.position.map(FigureText.time) ?? "its start"
    let end = loop.end.map { $0.position.map(FigureText.time) ?? "its end" }
    said.append("loop from \(start) to \(end ?? "an end not set yet")")
    if let part = model.loopedPart { said.append("This part: " + part.sentence(units)) }
  }

  private func toggleMark() {
    let count = model.bookmarks.count
    model.toggleBookmark()
    let time = FigureText.time(model.position)
    said.append("\(model.bookmarks.count > count ? "bookmark set" : "bookmark removed") at \(time)")
  }

  private func goToMark(_ go: () -> Void) {
    if model.bookmarks.isEmpty { said.append("There are no bookmarks yet; 'mark' sets one.") }
    go()
  }

  private func sayWhere() {
    let shown = ShownTrack(model)
    let here = FigureText.time(model.position)
    let whole = model.duration.map { " of \(FigureText.time($0))" } ?? ""
    let percent = "\(Int(model.progress * 100))%"
    said.append("At \(here)\(whole), \(percent) of the trace.")
    let all = model.outline.isComplete ? " of \(model.outline.fixCount)" : ""
    said.append("Fix \(model.playback.fixCount)\(all).")
    said += TrackMetrics(shown, units: units, angles: angles, zone: zone).sentences
    if let ahead = model.ahead, ahead.distance >= 1 {
      let climb = ahead.climb >= 1 ? ", \(units.height(ahead.climb, decimals: 0)) up" : ""
      said.append("Ahead: \(units.distance(ahead.distance))\(climb)")
    }
  }

  private func sayTotals() {
    guard let trace = ShownTrack(model).trace else { return }
    var label = ""
    for row in trace.totals(units) {
      if !row.label.isEmpty { label = row.label }
      said.append("\(label): \(row.text)")
    }
  }

  private func sayTracks() {
    let lines = model.outline.lines
    guard !lines.isEmpty else { return said.append("There are no tracks.") }
    said += lines.map { line in
      let name = line.name.map { " \($0)" } ?? ""
      let climb = line.sums.climb >= 1 ? ", \(units.height(line.sums.climb, decimals: 0)) up" : ""
      return "Track \(line.number)\(name): \(units.distance(line.sums.distance)) in "
        + FigureText.time(line.sums.elapsed) + climb
    }
  }

  private func sayWaypoints() {
    let waypoints = model.outline.contents.waypoints
    guard !waypoints.isEmpty else { return said.append("There are no waypoints.") }
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
      if split.sums.climb >= 1 { parts.append(units.height(split.sums.climb, decimals: 0) + " up") }
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
