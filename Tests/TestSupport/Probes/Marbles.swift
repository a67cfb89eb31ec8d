import Reactive
import ReactiveExtras

/// Draws streams as text, on virtual time.
///
/// In a diagram each character is one frame, a second long: `-` nothing, a letter or digit a value,
/// `|` the end, `#` a failure; `(ab|)` is several of these in one frame. Spaces do not count.
///
///     let marbles = Marbles()
///     let output = marbles.record(marbles.hot("a-b-|").map { $0 + $0 })
///     #expect(output == "[aa]-[bb]-|")
///
/// In what is recorded, a value of more than one letter stands in brackets, and there is nothing
/// after the last event. At one instant, inputs come before timers.
package struct Marbles {
  package typealias Stream = AnyPublisher<String, TestError>

  package let scheduler = VirtualTimeScheduler()

  /// A stream whose frames count from now on, whoever listens.
  package func hot(_ diagram: String) -> Stream {
    let subject = PassthroughSubject<String, TestError>()
    schedule(diagram, to: subject)
    return subject.eraseToAnyPublisher()
  }

  /// A stream whose frames count from each subscription on.
  package func cold(_ diagram: String) -> Stream {
    let marbles = self
    return Deferred {
      let subject = PassthroughSubject<String, TestError>()
      marbles.schedule(diagram, to: subject)
      return subject
    }.eraseToAnyPublisher()
  }

  /// Runs for a number of frames, and draws what a publisher sends.
  package func record<P: Publisher>(_ publisher: P, frames: Int = 40) -> String
  where P.Output == String, P.Failure: Error {
    let drawing = Drawing()
    let scheduler = scheduler
    let cancellable = publisher.sink(
      receiveCompletion: { completion in
        if case .finished = completion {
          drawing.add("|", at: scheduler)
        } else {
          drawing.add("#", at: scheduler)
        }
      },
      receiveValue: { drawing.add($0.count == 1 ? $0 : "[\($0)]", at: scheduler) })
    scheduler.advance(by: .seconds(frames))
    cancellable.cancel()
    return drawing.text
  }

  private func schedule(_ diagram: String, to subject: PassthroughSubject<String, TestError>) {
    var frame = 0
    var isGrouped = false
    for character in diagram where character != " " {
      let date = scheduler.now.advanced(by: .seconds(frame))
      switch character {
      case "(": isGrouped = true
      case ")": isGrouped = false
      case "-": break
      case "|": scheduler.schedule(after: date) { subject.send(completion: .finished) }
      case "#": scheduler.schedule(after: date) { subject.send(completion: .failure(.expected)) }
      default: scheduler.schedule(after: date) { subject.send(String(character)) }
      }
      if !isGrouped { frame += 1 }
    }
  }

  private final class Drawing {
    private var frames: [Int: [String]] = [:]

    func add(_ mark: String, at scheduler: VirtualTimeScheduler) {
      let start = VirtualTimeScheduler.SchedulerTimeType(nanoseconds: 0)
      let elapsed = start.distance(to: scheduler.now)
      var frame = 0
      while VirtualTimeScheduler.SchedulerTimeType.Stride.seconds(frame) < elapsed { frame += 1 }
      frames[frame, default: []].append(mark)
    }

    var text: String {
      guard let last = frames.keys.max() else { return "" }
      return (0...last).map { frame in
        guard let marks = frames[frame] else { return "-" }
        return marks.count == 1 ? marks[0] : "(\(marks.joined()))"
      }.joined()
    }
  }
}

extension String {
  /// A diagram as ``Marbles`` records it.
  package var drawn: String {
    var text = filter { $0 != " " }
    while text.last == "-" { text.removeLast() }
    return text
  }
}
