import Reactive
import ReactiveExtras

/// Streams that are documents, running, watched and edited.
///
///     let model = StreamLabViewModel(place: StreamPlace(path: "streams.json"), isWatching: true)
///     model.objectWillChange.sink { draw(model.lanes) }
///
/// All documents of a place run side by side on one clock, which passes at any rate, step by step
/// or not at all. When the place is changed, by ``save(_:)`` or by another program, those documents
/// that have become others start anew with the clock going on; what cannot be read or run leaves
/// the old one running, and is among the ``problems``. What is edited is staged: it runs only once
/// it has been saved.
@MainActor
public final class StreamLabViewModel: ObservableObject {
  /// Whether the streams' time passes.
  public enum Phase: Hashable, Sendable {
    /// It does.
    case playing
    /// It stands still.
    case paused
    /// Every stream has ended.
    case ended
  }

  /// The rates that ``faster()`` and ``slower()`` step through.
  public static let rates: [Double] = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]

  /// Where the documents are kept.
  public let place: StreamPlace
  /// The files of the place.
  public internal(set) var files: [StreamLabFile] = []
  /// Whether changes by other programs are followed.
  public private(set) var isWatching = false
  /// What each document sends, as its row shows it.
  public let emissions = PassthroughSubject<StreamEmission, Never>()

  let scheduler: any Scheduler<MonotonicInstant>
  private let player: StreamPlayer
  private var running: [StreamKey: RunningStream] = [:]
  /// The running documents from top to bottom.
  private var order: [StreamKey] = []
  /// The rows of documents that can be edited but not be run.
  private var stuck: [StreamLane] = []
  private var placeProblem: StreamStoreError?
  /// Why documents could not be run as they are now.
  private var faults: [StreamDocumentError] = []
  private var failures: [StreamFailure] = []
  private var watch: AnyCancellable?

  /// How many values that were left out are remembered.
  private static let failureLimit = 50

  /// Makes a lab and starts what there is.
  ///
  /// - Parameters:
  ///   - place: Where the documents are kept.
  ///   - isWatching: Whether changes by other programs are followed.
  ///   - isPaused: Whether the clock stands still at first.
  ///   - scheduler: Whose clock counts. It has to run its work on the main thread.
  public init(
    place: StreamPlace, isWatching: Bool = false, isPaused: Bool = false,
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.place = place
    self.scheduler = scheduler
    player = StreamPlayer(scheduler)
    player.setPaused(isPaused)
    player.onBeat = { [weak self] in self?.objectWillChange.send() }
    // The watch begins before the first look, so that no change falls between.
    setWatching(isWatching)
    look()
  }

  // MARK: The picture

  /// Every row, from top to bottom: each document below those that it is made of, and at the end
  /// those that cannot be run, and new ones that have not been saved yet.
  public var lanes: [StreamLane] {
    let running = order.flatMap { self.running[$0]?.lanes ?? [] }
    let new = files.flatMap { file in
      file.edits.newForms.map { form in
        StreamLane(
          stream: StreamKey(file: file.name, id: form.id), part: .idle, title: form.title,
          note: "", tape: MarbleTape())
      }
    }
    return running + stuck + new
  }

  /// Where the streams' clock stands, in nanoseconds.
  public var position: Int { player.position }
  /// How many seconds of the streams pass in one.
  public var rate: Double { player.rate }
  /// Whether the streams' time passes.
  public var phase: Phase {
    if !player.hasWork { return .ended }
    return player.isPaused ? .paused : .playing
  }

  /// Nanoseconds of the streams' clock that make a difference to the picture; it is told of the
  /// time no more often.
  public var grain: Int {
    get { player.grain }
    set { player.grain = max(1_000_000, newValue) }
  }

  /// Everything that is wrong: with the place, with files, with documents, with values.
  public var problems: [String] {
    var problems = placeProblem.map { [$0.description] } ?? []
    for file in files {
      if let problem = file.loadProblem { problems.append(problem.description) }
      problems += file.documentProblems.map(\.description)
    }
    problems += faults.map(\.description)
    var seen: Set<String> = []
    return (problems + failures.map(\.description)).filter { seen.insert($0).inserted }
  }

  /// What loading gave where nothing can be shown: there is no file that can be read.
  public var loadFailure: StreamStoreError? {
    if let placeProblem { return placeProblem }
    return files.contains { $0.snapshot != nil } ? nil : files.first?.loadProblem
  }

  /// Whether values have been left out because nothing could be made of them.
  public var hasFailures: Bool { !failures.isEmpty }

  // MARK: The clock

  /// Stops the clock, or lets it pass; after the end, everything runs again.
  public func togglePause() {
    if phase == .ended {
      player.setPaused(false)
      restart()
    } else {
      setPaused(!player.isPaused)
    }
  }

  /// Stops the clock, or lets it pass from where it stands.
  public func setPaused(_ isPaused: Bool) {
    player.setPaused(isPaused)
    objectWillChange.send()
  }

  /// Lets the clock pass faster.
  public func faster() { setRate(StreamLabViewModel.rates.first { $0 > rate }) }
  /// Lets the clock pass slower.
  public func slower() { setRate(StreamLabViewModel.rates.last { $0 < rate }) }

  /// Lets the clock pass at another rate, or as before for nil.
  public func setRate(_ rate: Double?) {
    guard let rate, rate > 0, rate.isFinite else { return }
    player.setRate(rate)
    objectWillChange.send()
  }

  /// Stops the clock, and moves it to the next instant at which a row shows something new.
  public func step() {
    player.setPaused(true)
    let before = marbleCount
    player.step { marbleCount != before }
    objectWillChange.send()
  }

  /// How many marbles all rows have had.
  private var marbleCount: Int {
    running.values.reduce(0) { sum, stream in
      stream.lanes.reduce(sum) { $0 + $1.tape.marbles.count + $1.tape.droppedCount }
    }
  }

  /// Runs everything again from its beginning, with the clock at zero.
  public func restart() {
    player.rewind()
    running = [:]
    failures = []
    run()
  }

  // MARK: The place

  /// Follows changes by other programs from now on, or does not.
  public func setWatching(_ isWatching: Bool) {
    guard isWatching != self.isWatching else { return }
    self.isWatching = isWatching
    watch =
      isWatching
      ? place.changes(scheduler).sink { [weak self] in
        // The scheduler's work runs on the main thread.
        MainActor.assumeIsolated { self?.look() }
      } : nil
    // What has happened until now.
    if isWatching, !files.isEmpty { look() }
    objectWillChange.send()
  }

  /// Looks what is at the place now, and switches to it.
  public func look() {
    switch place.contents() {
    case .failure(let error): placeProblem = error
    case .success(let contents):
      placeProblem = nil
      adopt(contents)
    }
    run()
  }

  private func adopt(_ contents: [StreamPlace.Content]) {
    var adopted: [StreamLabFile] = []
    for content in contents {
      var file = files.first { $0.name == content.store.path } ?? StreamLabFile(content)
      _ = file.adopt(content)
      adopted.append(file)
    }
    // What has been edited is not lost with a file that is gone.
    adopted += files.filter { file in
      !file.edits.isEmpty && !adopted.contains { $0.name == file.name }
    }
    files = adopted
  }

  // MARK: Running

  /// Starts what is new, ends what is gone, and starts anew what has become another document.
  func run() {
    player.catchUp()
    var old = running
    var order: [StreamKey] = []
    (faults, stuck) = ([], [])
    running = [:]
    for file in files {
      let documents = file.saved.documentsBelowTheirSources
      let library = file.saved.library
      let names = Dictionary(documents.map { ($0.id, $0.title) }) { first, _ in first }
      let known = Dictionary(documents.map { ($0.id, $0) }) { first, _ in first }
      for document in documents {
        let key = StreamKey(file: file.name, id: document.id)
        let was = old.removeValue(forKey: key)
        if let stream = start(key, known, names, library, instead: was) {
          running[key] = stream
          order.append(key)
        } else {
          stuck.append(
            StreamLane(
              stream: key, part: .idle, title: document.title, note: "cannot be run",
              tape: MarbleTape()))
        }
      }
      // One that cannot be read any more is not one that has been removed.
      guard file.saved.entries.contains(where: { (try? $0.document.get()) == nil }) else {
        continue
      }
      var before: StreamKey?
      for key in self.order where key.file == file.name {
        if let stream = old.removeValue(forKey: key) {
          running[key] = stream
          order.insert(key, at: before.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
        }
        before = key
      }
    }
    self.order = order
    player.resume()
    objectWillChange.send()
  }

  private func start(
    _ key: StreamKey, _ known: [String: StreamDocument], _ names: [String: String],
    _ library: StreamLibrary, instead old: RunningStream?
  ) -> RunningStream? {
    let documents = key.id.excerpt(of: known)
    if let old, old.documents == documents { return old }
    do throws(StreamDocumentError) {
      return try RunningStream(
        key, documents: documents, names: names, library: library, on: player.time,
        report: { [weak self] failure in MainActor.assumeIsolated { self?.note(failure) } },
        listener: { [weak self] emission in self?.emissions.send(emission) })
    } catch {
      faults.append(error)
      return old
    }
  }

  private func note(_ failure: StreamFailure) {
    // Each row of a chain runs those above it, so the same failure comes several times.
    guard failures.count < Self.failureLimit, !failures.contains(failure) else { return }
    failures.append(failure)
  }
}

extension String {
  /// The document of this id and all that it refers to.
  fileprivate func excerpt(of known: [String: StreamDocument]) -> [StreamDocument] {
    var seen: Set<String> = []
    var open = [self]
    var excerpt: [StreamDocument] = []
    while let id = open.popLast() {
      guard seen.insert(id).inserted, let document = known[id] else { continue }
      excerpt.append(document)
      open += document.references.map(\.id)
    }
    return excerpt
  }
}
