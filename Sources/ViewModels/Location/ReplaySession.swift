import Positioning
import Reactive

/// A trace that is played, and the choice among its tracks.
///
///     let session = ReplaySession(replay: replay(nil)) { replay($0) }
///     session.choose(.number(2))  // plays the second track alone, from its start
///
/// Choosing opens the trace again: the replay of before is paused, and forgotten.
@MainActor package final class ReplaySession: ObservableObject {
  /// The replay that is shown.
  @Published package private(set) var replay: ReplayViewModel
  /// The track that is played; nil for all of them.
  package private(set) var line: TraceSelection.Line?

  private let open: (TraceSelection.Line?) -> ReplayViewModel?
  /// The tracks of the whole trace, once it was read.
  private var known: [TraceLine] = []

  /// Makes a session of a replay.
  ///
  /// - Parameters:
  ///   - replay: The replay that is shown first.
  ///   - line: The track that it plays; nil for all of them.
  ///   - open: Makes a replay of a track, or of all; nil if it cannot be read any more.
  package init(
    replay: ReplayViewModel, line: TraceSelection.Line? = nil,
    open: @escaping (TraceSelection.Line?) -> ReplayViewModel? = { _ in nil }
  ) { (self.replay, self.line, self.open) = (replay, line, open) }

  /// The tracks to choose from, in the trace's order, as far as it was read; if the whole was never
  /// read, all but the one being played have only names and numbers.
  package var tracks: [TrackChoice] {
    note()
    if !known.isEmpty {
      return known.map { TrackChoice(number: $0.number, name: $0.name, line: $0) }
    }
    let contents = replay.outline.contents
    let lines = replay.outline.kind == .route ? contents.routes : contents.tracks
    let played = replay.outline.lines
    guard line != nil else {
      return played.map { TrackChoice(number: $0.number, name: $0.name, line: $0) }
    }
    return lines.map { line in
      TrackChoice(
        number: line.number, name: line.label?.name,
        line: played.first { $0.number == line.number })
    }
  }

  /// True if a track is played alone.
  package func isPlayedAlone(_ choice: TrackChoice) -> Bool {
    switch line {
    case nil: false
    case .number(let number): choice.number == Int(number)
    case .name(let name): choice.name == name
    }
  }

  /// Plays only one track, from its start; nil plays all of them.
  package func choose(_ line: TraceSelection.Line?) {
    guard line != self.line else { return }
    note()
    guard let replay = open(line) else { return }
    if self.replay.isPlaying { self.replay.togglePause() }
    (self.line, self.replay) = (line, replay)
  }

  private func note() { if line == nil, replay.outline.isComplete { known = replay.outline.lines } }
}

/// A track to choose.
package struct TrackChoice: Hashable, Sendable {
  /// Its number, from 1.
  package let number: Int
  /// Its name; nil if it has none.
  package let name: String?
  /// Its sums; nil if it was not read.
  package let line: TraceLine?
}
