import Reactive
import ReactiveExtras
import ViewModels

/// Streams of a place that others change, side by side on virtual time, written as they go.
///
/// When a document changes, or one that it refers to, the new one runs from its beginning instead
/// of the old. A version that cannot be read or run leaves the old one running.
final class StreamFollower {
  private let selection: StreamSelection
  private let lines: EmissionLines
  private let report: (String) -> Void
  private let time = VirtualTimeScheduler()
  private let budget = StreamBudget.ofProgram
  private var versions = StreamVersions()
  private var running: [Key: Running] = [:]
  private var problems: Set<String> = []

  private struct Key: Hashable {
    var part: String
    var id: String
  }

  /// One stream, from its beginning to its end or to a change.
  private final class Running {
    /// The number of the document's contents, with all that it refers to.
    let version: Int?
    let title: String
    let start: MonotonicInstant
    var isFinished = false
    var subscription: AnyCancellable?

    init(_ stream: StreamContents.Stream, at start: MonotonicInstant) {
      (version, title, self.start) = (stream.version, stream.document.title, start)
    }
  }

  /// Makes a follower without contents.
  ///
  /// - Parameter report: Gets a sentence for each new problem.
  init(
    of selection: StreamSelection, lines: EmissionLines,
    report: @escaping (String) -> Void = StreamSelection.report
  ) {
    (self.selection, self.lines, self.report) = (selection, lines, report)
  }

  /// The time when a stream goes on; nil while none does.
  var nextDate: MonotonicInstant? { time.nextDate }

  /// Lets time pass.
  func advance(to instant: MonotonicInstant) {
    time.advance(to: instant)
    lines.flush()
  }

  /// Switches to the present contents of the place.
  func adopt(_ contents: StreamContents) {
    var found = Problems()
    for problem in contents.problems { found.add(problem.description) }
    let wanted = wanted(of: contents, &found)
    for stream in wanted { run(stream, &found) }
    if selection.stream == nil { dropStreams(notIn: wanted, contents) }
    versions.keep(Set((wanted.map(\.version) + running.values.map(\.version)).compactMap { $0 }))
    for problem in found.sentences where !problems.contains(problem) { say(problem) }
    problems = found.known
    lines.flush()
  }

  /// Sentences in their order, each once.
  private struct Problems {
    private(set) var sentences: [String] = []
    private(set) var known: Set<String> = []

    mutating func add(_ sentence: String) {
      if known.insert(sentence).inserted { sentences.append(sentence) }
    }
  }

  private func wanted(
    of contents: StreamContents, _ problems: inout Problems
  ) -> [StreamContents.Stream] {
    let streams = contents.streams(&versions)
    guard let name = selection.stream else { return streams }
    do {
      let found = try selection.find(name, in: contents)
      return streams.filter { $0.part == found.part && $0.document.id == found.document.id }
    } catch {
      problems.add("\(error)")
      return []
    }
  }

  private func run(_ stream: StreamContents.Stream, _ problems: inout Problems) {
    let key = Key(part: stream.part, id: stream.document.id)
    let new = Running(stream, at: time.now)
    let old = running[key]
    if let old, old.version == new.version, new.version != nil { return }
    let publisher: AnyPublisher<StreamValue, Never>
    do throws(StreamDocumentError) {
      publisher = try stream.library.publisher(of: key.id, on: time, budget: budget) {
        [weak self] failure in
        self?.fail(failure)
      }
    } catch {
      // A document that it needs may have been reported itself.
      problems.add("\(error)")
      return
    }
    if let old { end(old, "replaced") }
    running[key] = new
    new.subscription =
      publisher
      .prefix { [lines] _ in lines.failure == nil }
      .sink { [weak self, unowned new] _ in
        self?.finish(new)
      } receiveValue: { [lines, time, unowned new] value in
        lines.write(value, of: new.title, at: time.now.since(new.start))
      }
  }

  private func finish(_ stream: Running) {
    stream.isFinished = true
    lines.writeEnd(of: stream.title, at: time.now.since(stream.start))
  }

  private func end(_ stream: Running, _ reason: String) {
    stream.subscription?.cancel()
    guard !stream.isFinished else { return }
    lines.writeEnd(of: stream.title, reason, at: time.now.since(stream.start))
  }

  /// Ends the streams whose documents are gone; a document that is only unreadable is not.
  private func dropStreams(notIn wanted: [StreamContents.Stream], _ contents: StreamContents) {
    let keys = Set(wanted.map { Key(part: $0.part, id: $0.document.id) })
    for (key, stream) in running where !keys.contains(key) && !contents.mayHold(id: key.id) {
      end(stream, "removed")
      running[key] = nil
    }
  }

  private func fail(_ failure: StreamFailure) {
    lines.flush()
    report("\(selection.file): \(failure)")
  }

  private func say(_ problem: String) {
    guard !running.isEmpty else { return report(problem) }
    report(
      problem.hasSuffix(".")
        ? "\(problem) What ran before goes on." : "\(problem); what ran before goes on")
  }
}

extension MonotonicInstant {
  /// This instant on a clock that was set to zero at another.
  fileprivate func since(_ start: MonotonicInstant) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds - start.nanoseconds)
  }
}
