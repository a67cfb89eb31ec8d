import Dispatch
import Reactive
import ReactiveExtras

/// Streams that are documents, running, watched and edited.
///
///     let model = StreamLabViewModel(place: StreamPlace(path: "streams.json"), isWatching: true)
///     model.objectWillChange.sink { draw(model.lanes) }
///
/// All documents of a place run side by side on one clock, which passes at any rate, step by step
/// or not at all. When the place is changed, by ``save(_:)`` or by another program, the changed
/// documents start anew with the clock going on; a version that cannot be read or run leaves the
/// old one running, and is among the ``problems``. Edits are staged: they run only once they have
/// been saved.
@MainActor
public final class StreamLabViewModel: ObservableObject {
  /// The state of the streams' time.
  public enum Phase: Hashable, Sendable {
    /// Time passes.
    case playing
    /// Time stands still.
    case paused
    /// Every stream has ended.
    case ended
  }

  /// The rates that ``faster()`` and ``slower()`` step through.
  public static let rates: [Double] = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]

  /// The place of the documents.
  public let place: StreamPlace
  /// The files of the place.
  public internal(set) var files: [StreamLabFile] = []
  /// True if changes by other programs are followed.
  public private(set) var isWatching = false
  /// The values that each document sends, as its row shows them.
  public let emissions = PassthroughSubject<StreamEmission, Never>()

  let scheduler: any Scheduler<MonotonicInstant>
  private let player: StreamPlayer
  private var running: [StreamKey: RunningStream] = [:]
  /// The running documents from top to bottom.
  private var order: [StreamKey] = []
  /// The rows of documents that can be edited but not be run.
  private var stuck: [StreamLane] = []
  private var placeProblem: StreamStoreError?
  /// The reasons why documents could not be run.
  private var faults: [StreamDocumentError] = []
  private var faultSentences: [String] = []
  /// The numbers of documents' contents.
  private let versions = Locked(StreamVersions())
  /// The limits for all rows together.
  private let budget: StreamBudget
  /// The number of marbles that the rows have had.
  private var marbleCount = 0
  /// The documents that are still to be started.
  private var waiting: ArraySlice<StreamKey> = []
  /// The number of rows, and of marbles that each keeps.
  private var rowCount = 0
  private var tapeLimit = 400
  /// True while the place is being read on another thread, and true if it is to be read again.
  private var isLooking = false
  private var looksAgain = false
  /// True if that is done even before there is anything to show.
  private let readsAside: Bool
  /// Performs work on another thread.
  private let aside: (@escaping () -> Void) -> Void
  private let starter: OneShotTimer
  /// Documents that have ended, and are still to be freed.
  private var ended: [RunningStream] = []
  private var failures: [StreamFailure] = []
  private var watch: AnyCancellable?

  /// The number of failed values that are remembered.
  private static let failureLimit = 50
  /// The number of rows beyond which documents get one each.
  private static let rowLimit = 10_000
  /// The number of marbles that all rows keep.
  private static let marbleLimit = 100_000

  /// Makes a lab and starts the documents of its place.
  ///
  /// - Parameters:
  ///   - place: The place of the documents.
  ///   - isWatching: True to follow changes by other programs.
  ///   - isPaused: True if the clock stands still at first.
  ///   - readsAside: True to read a large place on another thread already at first, so that there
  ///     is something to show meanwhile: see ``isReading``.
  ///   - scheduler: The scheduler that measures time. It has to run its work on the main thread.
  public convenience init(
    place: StreamPlace, isWatching: Bool = false, isPaused: Bool = false, readsAside: Bool = false,
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.init(
      place: place, isWatching: isWatching, isPaused: isPaused, readsAside: readsAside,
      scheduler: scheduler
    ) { work in
      // Handed over: only one thread performs it.
      nonisolated(unsafe) let work = work
      DispatchQueue(label: "stream-lab").async { work() }
    }
  }

  /// - Parameter aside: Performs work on another thread.
  init(
    place: StreamPlace, isWatching: Bool = false, isPaused: Bool = false, readsAside: Bool = false,
    scheduler: some Scheduler<MonotonicInstant>, aside: @escaping (@escaping () -> Void) -> Void
  ) {
    self.place = place
    (self.readsAside, self.aside) = (readsAside, aside)
    self.scheduler = scheduler
    let budget = StreamBudget(bytes: 16 << 20, steps: .max, stepsOfTurn: RunningStream.stepLimit)
    self.budget = budget
    player = StreamPlayer(scheduler)
    starter = OneShotTimer(scheduler)
    player.beforeWork = { budget.beginTurn() }
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
          stream: StreamKey(file: file.name, id: form.id), part: .idle,
          title: form.title.cut(to: StreamLane.titleLimit),
          note: "", tape: MarbleTape())
      }
    }
    return running + stuck + new
  }

  /// The streams' clock, in nanoseconds.
  public var position: Int { player.position }
  /// The number of seconds of the streams that pass in one.
  public var rate: Double { player.rate }
  /// The state of the streams' time.
  public var phase: Phase {
    if !player.hasWork { return .ended }
    return player.isPaused ? .paused : .playing
  }

  /// Nanoseconds of the streams' clock after which the picture changes; the lab reports the time no
  /// more often.
  public var grain: Int {
    get { player.grain }
    set { player.grain = max(1_000_000, newValue) }
  }

  /// All problems: of the place, of files, of documents, of values.
  public var problems: [String] {
    var problems = placeProblem.map { [$0.description] } ?? []
    for file in files {
      if let problem = file.loadProblem { problems.append(problem.description) }
      problems += file.content?.problems ?? []
      if problems.count > 2 * StreamLabContent.problemLimit { break }
    }
    problems += faultSentences
    var seen: Set<String> = []
    return (problems + failures.map(\.description)).filter { seen.insert($0).inserted }
  }

  /// True if nothing is known of the place yet, because it is still being read.
  public var isReading: Bool { isLooking && files.isEmpty && placeProblem == nil }

  /// The result of loading if nothing can be shown: there is no file that can be read.
  public var loadFailure: StreamStoreError? {
    if let placeProblem { return placeProblem }
    return files.contains { $0.snapshot != nil } ? nil : files.first?.loadProblem
  }

  /// True if values have been left out because an operator could not compute with them.
  public var hasFailures: Bool { !failures.isEmpty }

  // MARK: The clock

  /// Stops the clock, or lets it pass; after the end, runs everything again.
  public func togglePause() {
    if phase == .ended {
      player.setPaused(false)
      restart()
    } else {
      setPaused(!player.isPaused)
    }
  }

  /// Stops the clock, or lets it pass from its present time.
  public func setPaused(_ isPaused: Bool) {
    player.setPaused(isPaused)
    objectWillChange.send()
  }

  /// Lets the clock pass faster.
  public func faster() { setRate(StreamLabViewModel.rates.first { $0 > rate }) }
  /// Lets the clock pass slower.
  public func slower() { setRate(StreamLabViewModel.rates.last { $0 < rate }) }

  /// Lets the clock pass at another rate, or at the previous one for nil.
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

  /// Runs everything again from its beginning, with the clock at zero.
  public func restart() {
    player.rewind()
    ended += running.values
    running = [:]
    failures = []
    run()
  }

  // MARK: The place

  /// Follows changes by other programs from now on, or stops that.
  public func setWatching(_ isWatching: Bool) {
    guard isWatching != self.isWatching else { return }
    self.isWatching = isWatching
    watch =
      isWatching
      ? place.changes(scheduler).sink { [weak self] in
        // The scheduler's work runs on the main thread.
        MainActor.assumeIsolated { self?.look() }
      } : nil
    // The changes until now.
    if isWatching, !files.isEmpty { look() }
    objectWillChange.send()
  }

  /// Reads the place and switches to its present contents: a large place on another thread, a
  /// moment later.
  public func look() {
    guard readsAside || !files.isEmpty, place.isLarge() else {
      return adopt(Self.prepare(place.contents(), versions))
    }
    guard !isLooking else {
      looksAgain = true
      return
    }
    isLooking = true
    // Handed over: they are called by one thread at a time, which `isLooking` decides.
    nonisolated(unsafe) let (contents, scheduler) = (place.contents, scheduler)
    let versions = versions
    aside { [weak self] in
      nonisolated(unsafe) let found = Self.prepare(contents(), versions)
      scheduler.schedule {
        // The scheduler's work runs on the main thread.
        MainActor.assumeIsolated { self?.endLook(found) }
      }
    }
  }

  private func endLook(_ found: Result<[Prepared], StreamStoreError>) {
    isLooking = false
    adopt(found)
    guard looksAgain else { return }
    looksAgain = false
    look()
  }

  /// A file with the part of it to run.
  private struct Prepared {
    let file: StreamPlace.Content
    let content: StreamLabContent?
  }

  nonisolated private static func prepare(
    _ contents: Result<[StreamPlace.Content], StreamStoreError>, _ versions: Locked<StreamVersions>
  ) -> Result<[Prepared], StreamStoreError> {
    contents.map { files in
      files.map { file in
        Prepared(
          file: file,
          content: (try? file.update.get()).map { StreamLabContent($0.file, versions) })
      }
    }
  }

  private func adopt(_ found: Result<[Prepared], StreamStoreError>) {
    switch found {
    case .failure(let error): placeProblem = error
    case .success(let contents):
      placeProblem = nil
      if adopt(contents) { return run() }
    }
    objectWillChange.send()
  }

  /// - Returns: True if there are other documents to run than before.
  private func adopt(_ contents: [Prepared]) -> Bool {
    let known = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    var adopted: [StreamLabFile] = []
    var hasChanged = false
    for content in contents {
      var file = known[content.file.store.path] ?? StreamLabFile(content.file, versions)
      if file.adopt(content.file, content.content) { hasChanged = true }
      adopted.append(file)
    }
    // Edits are not lost with a file that is gone.
    let names = Set(adopted.map(\.name))
    adopted += files.filter { !$0.edits.isEmpty && !names.contains($0.name) }
    if adopted.map(\.name) != files.map(\.name) { hasChanged = true }
    files = adopted
    return hasChanged
  }

  // MARK: Running

  /// Starts new documents, ends those that are gone, and starts changed ones anew.
  ///
  /// The clock stands still until everything has been started, in portions if there are very many
  /// documents.
  func run() {
    player.catchUp()
    player.hold()
    var old = running
    let before = order
    (running, order, waiting) = ([:], [], [])
    (faults, stuck) = ([], [])
    var starting: [StreamKey] = []
    for file in files {
      guard let content = file.content else { continue }
      for document in content.order {
        let key = StreamKey(file: file.name, id: document.id)
        let was = old.removeValue(forKey: key)
        let version = content.versions[document.id]
        if let was, version != nil, was.version == version {
          keep(was, key)
          if was.hasWaiting { starting.append(key) }
          continue
        }
        do throws(StreamDocumentError) {
          try content.library.check(document.id)
          if let was { running[key] = was }
          order.append(key)
          starting.append(key)
        } catch {
          faults.append(error)
          if let was { keep(was, key) } else { stuck.append(idle(document, key)) }
        }
      }
      // A document that cannot be read any more is not one that has been removed.
      if !content.isReadable { keepUnread(&old, of: file.name, before) }
    }
    ended += old.values
    let used =
      files.flatMap { $0.content?.versions.values.map { $0 } ?? [] }
      + running.values.compactMap(\.version)
    versions.withLock { $0.keep(Set(used)) }
    faultSentences = faults.sentences(named: nil)
    rowCount = running.values.reduce(0) { $0 + $1.lanes.count }
    tapeLimit = min(400, max(10, Self.marbleLimit / max(1, order.count)))
    waiting = starting[...]
    starter.cancel()
    startWaiting()
  }

  private func keep(_ stream: RunningStream, _ key: StreamKey) {
    running[key] = stream
    order.append(key)
  }

  private func idle(_ document: StreamDocument, _ key: StreamKey) -> StreamLane {
    StreamLane(
      stream: key, part: .idle, title: document.title.cut(to: StreamLane.titleLimit),
      note: "cannot be run", tape: MarbleTape())
  }

  /// Keeps the running documents of a file, each behind the one that it was behind.
  private func keepUnread(
    _ old: inout [StreamKey: RunningStream], of file: String, _ before: [StreamKey]
  ) {
    var places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    // The documents behind each place; -1 stands for the beginning.
    var behind: [Int: [StreamKey]] = [:]
    var place = -1
    for key in before where key.file == file {
      if let stream = old.removeValue(forKey: key) {
        running[key] = stream
        behind[place, default: []].append(key)
      } else if let known = places.removeValue(forKey: key) {
        place = known
      }
    }
    guard !behind.isEmpty else { return }
    order =
      (behind[-1] ?? [])
      + order.indices.flatMap { [order[$0]] + (behind[$0] ?? []) }
  }

  /// Frees ended documents and starts waiting ones, as long as there is time in this turn.
  private func startWaiting() {
    let start = player.now
    while !ended.isEmpty || !waiting.isEmpty {
      if !ended.isEmpty {
        ended.removeLast()
      } else if let key = waiting.first, !startNext(key) {
        waiting.removeFirst()
      }
      if player.isOverdue(since: start) {
        objectWillChange.send()
        return starter.set(at: player.now + .milliseconds(1)) { [weak self] in
          // The scheduler's work runs on the main thread.
          MainActor.assumeIsolated { self?.startWaiting() }
        }
      }
    }
    player.resume()
    objectWillChange.send()
  }

  /// Starts a document's next row; returns false if there is no other after it.
  private func startNext(_ key: StreamKey) -> Bool {
    budget.beginTurn()
    guard let content = file(key.file)?.content else { return false }
    if let begun = running[key], begun.version == content.versions[key.id], begun.hasWaiting {
      return begun.startNext()
    }
    do throws(StreamDocumentError) {
      let stream = try RunningStream(
        key, of: content, on: player.time, budget: budget, tape: tapeLimit,
        isWhole: rowCount >= Self.rowLimit,
        report: { [weak self] failure in MainActor.assumeIsolated { self?.note(failure) } },
        onMarble: { [weak self] in MainActor.assumeIsolated { self?.marbleCount += 1 } },
        listener: { [weak self] emission in self?.emissions.send(emission) })
      if let before = running.updateValue(stream, forKey: key) { ended.append(before) }
      rowCount += stream.lanes.count
      return stream.startNext()
    } catch {
      faults.append(error)
      return false
    }
  }

  private func note(_ failure: StreamFailure) {
    // Each row of a chain runs those above it, so the same failure comes several times.
    guard failures.count < Self.failureLimit, !failures.contains(failure) else { return }
    failures.append(failure)
  }
}
