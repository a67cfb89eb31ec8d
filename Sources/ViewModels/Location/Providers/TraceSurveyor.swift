import Positioning
import Reactive
import ReactiveExtras

/// Surveys a trace in the background: in short turns on a scheduler, so that keys and frames are
/// handled in between.
final class TraceSurveyor {
  private(set) var survey: TraceSurvey
  private let timer: OneShotTimer
  private let outlines: CurrentValueSubject<TraceOutline, Never>
  private var published: MonotonicInstant

  /// The maximum time of a turn, by the scheduler's clock.
  private static let turn = Duration.milliseconds(4)
  /// The number of pieces that are read in one turn if that clock does not advance.
  private static let turnLimit = 16
  /// The least time from one published outline to the next.
  private static let interval = Duration.milliseconds(200)

  /// Makes a surveyor that has read the trace's beginning.
  ///
  /// - Parameters:
  ///   - survey: A survey that has not begun.
  ///   - scheduler: The scheduler of the survey's turns.
  init(_ survey: TraceSurvey, scheduler: some Scheduler<MonotonicInstant>) {
    var survey = survey
    try? survey.readPiece()
    self.survey = survey
    timer = OneShotTimer(scheduler)
    published = timer.now
    outlines = CurrentValueSubject(survey.outline)
  }

  /// The outline of the trace: the current one first, then each published one.
  var outline: AnyPublisher<TraceOutline, Never> { outlines.eraseToAnyPublisher() }

  /// Continues to the trace's end.
  ///
  /// - Parameter afterTurn: Called after each turn.
  func goOn(_ afterTurn: @escaping () -> Void) {
    guard !survey.isOver else {
      outlines.send(survey.outline)
      return afterTurn()
    }
    timer.set(at: timer.now) { [weak self] in
      self?.takeTurn()
      afterTurn()
      self?.goOn(afterTurn)
    }
  }

  private func takeTurn() {
    let end = timer.now + Self.turn
    var pieces = 0
    repeat {
      try? survey.readPiece()
      pieces += 1
    } while !survey.isOver && pieces < Self.turnLimit && timer.now < end
    guard !survey.isOver, timer.now >= published + Self.interval else { return }
    published = timer.now
    outlines.send(survey.outline)
  }
}
