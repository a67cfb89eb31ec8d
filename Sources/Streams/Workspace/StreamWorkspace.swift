import Reactive
import ReactiveExtras

/// Stream documents that are run, watched and edited.
///
///     let source = StreamSource(.local(path: "streams.json"))
///     let model = StreamWorkspace(source: source, isWatching: true)
///     model.objectWillChange.sink { draw(model.rows) }
///
/// All documents of a source run simultaneously on one clock, at any rate, step by step or not at
/// all. When the source is changed, by `save(_:only:then:)` or by another program, the changed
/// documents start again while the clock continues. If the new version cannot be read or run, the
/// old one keeps running and the error is among the ``problems``. Edits are staged: they run only
/// after they have been saved.
@MainActor public final class StreamWorkspace: ObservableObject {
  /// The state of the streams' time.
  public enum Phase: Hashable, Sendable {
    /// Time passes.
    case playing
    /// Time is stopped.
    case paused
    /// Every stream has ended.
    case ended
  }

  /// The rates that ``faster()`` and ``slower()`` step through.
  public static let rates: [Double] = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]

  /// The source of the documents.
  public private(set) var source: StreamSource
  /// The files of the source.
  package internal(set) var files: [StreamWorkspaceFile] = []
  /// True if changes by other programs are followed.
  package private(set) var isWatching = false
  /// The last file or URL that became readable again after a failure; nil after any other error.
  package private(set) var recovered: String?
  /// True while a large file is saved, reset or imported on another thread.
  package internal(set) var isWorking = false
  /// The values that each document sends, as its row shows them.
  public var emissions: PassthroughSubject<StreamEmission, Never> { streams.emissions }

  /// The changes that can be undone.
  var history = StreamHistory()

  let scheduler: any Scheduler<MonotonicInstant>
  let streams: RunningStreams
  private var player: StreamPlayer { streams.player }
  private var sourceProblem: StreamStoreError?
  /// True if the source has been read.
  private var isRead = false
  /// The numbers of documents' contents.
  private let versions = Locked(StreamVersions())
  /// True if a large source is read on another thread even at the beginning.
  private let readsAside: Bool
  private var watch: AnyCancellable?

  /// Makes a workspace and starts the documents of its source.
  ///
  /// - Parameters:
  ///   - source: The source of the documents.
  ///   - isWatching: True to follow changes by other programs.
  ///   - isPaused: True to start with the clock paused.
  ///   - readsAside: True to read a large source on another thread even at the beginning, which
  ///     shows an empty workspace meanwhile: see ``isReading``.
  ///   - inputs: The ids of the bound inputs, whose values are passed to `send(_:to:)`. The others
  ///     play their test data.
  ///   - scheduler: The scheduler that measures time. It must run its work on the main thread.
  public init(
    source: StreamSource, isWatching: Bool = false, isPaused: Bool = false,
    readsAside: Bool = false, inputs: Set<String> = [],
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    (self.source, self.isWatching, self.scheduler) = (source, isWatching, scheduler)
    self.readsAside = readsAside
    streams = RunningStreams(scheduler, versions, inputs: inputs)
    player.setPaused(isPaused)
    streams.onChange = { [weak self] in self?.objectWillChange.send() }
    follow()
  }

  // MARK: The picture

  /// Every row, from top to bottom: each document below its sources, and at the end those that
  /// cannot be run, and new ones that have not been saved.
  public var rows: [WorkspaceRow] {
    let new = files.flatMap { file in
      file.edits.newForms.map { form in
        WorkspaceRow(idle: StreamKey(file: file.name, id: form.id), title: form.title)
      }
    }
    return streams.rows + new
  }

  /// The streams' clock, in nanoseconds.
  public var position: Int { player.position }
  /// The number of the streams' seconds in one real second.
  public var rate: Double { player.rate }
  /// The state of the streams' time.
  public var phase: Phase {
    if !player.hasWork { return .ended }
    return player.isPaused ? .paused : .playing
  }

  /// Nanoseconds of the streams' clock after which the picture changes; the workspace reports the
  /// time no more often.
  package var grain: Int {
    get { player.grain }
    set { player.grain = max(1_000_000, newValue) }
  }

  /// All problems: of the source, its files, its documents and their values.
  public var problems: [String] {
    var problems = sourceProblem.map { [$0.description] } ?? []
    for file in files {
      if let problem = file.loadProblem { problems.append(problem.description) }
      problems += file.content?.problems ?? []
      if problems.count > 2 * StreamWorkspaceContent.problemLimit { break }
    }
    problems += streams.faultSentences
    var seen: Set<String> = []
    return (problems + streams.failures.map(\.description)).filter { seen.insert($0).inserted }
  }

  /// True until the source has been read for the first time.
  public var isReading: Bool { !isRead }

  /// The load error if nothing can be shown, because no file is readable.
  package var loadFailure: StreamStoreError? {
    if let sourceProblem { return sourceProblem }
    return files.contains { $0.snapshot != nil } ? nil : files.first?.loadProblem
  }

  // MARK: The clock

  /// Pauses or resumes the clock; after the end, runs everything again.
  public func togglePause() {
    if phase == .ended {
      player.setPaused(false)
      restart()
    } else {
      setPaused(!player.isPaused)
    }
  }

  /// Pauses the clock, or resumes it at its current time.
  package func setPaused(_ isPaused: Bool) {
    player.setPaused(isPaused)
    if !isPaused { streams.sendKept() }
    objectWillChange.send()
  }

  /// Increases the rate of the clock.
  public func faster() { setRate(StreamWorkspace.rates.first { $0 > rate }) }
  /// Decreases the rate of the clock.
  public func slower() { setRate(StreamWorkspace.rates.last { $0 < rate }) }

  /// Sets the rate of the clock; nil restores the previous one.
  public func setRate(_ rate: Double?) {
    guard let rate, rate > 0, rate.isFinite else { return }
    player.setRate(rate)
    objectWillChange.send()
  }

  /// Pauses the clock, and moves it to the next instant at which a row shows something new.
  public func step() {
    player.setPaused(true)
    let before = streams.marbleCount
    player.step { streams.marbleCount != before }
    objectWillChange.send()
  }

  /// Runs everything again from its beginning, with the clock at zero.
  public func restart() {
    streams.rewind(repeatsInputs: false)
    run()
  }

  /// Runs the current documents; unchanged ones continue.
  func run() { streams.run(files) }

  /// Runs everything immediately from the beginning up to the current time, or to the end if that
  /// was reached.
  ///
  /// - Parameter nanoseconds: A later time to run up to, on the streams' clock.
  func rerun(upTo nanoseconds: Int = 0) {
    let goal: StreamPlayer.Goal =
      switch streams.goal {
      case .time(let before): .time(max(before, nanoseconds))
      case .end: .end
      case nil: phase == .ended ? .end : .time(max(position, nanoseconds))
      }
    streams.rewind(repeatsInputs: true)
    streams.run(files, upTo: goal)
  }

  // MARK: The source

  /// Starts or stops following changes by other programs.
  package func setWatching(_ isWatching: Bool) {
    guard isWatching != self.isWatching else { return }
    self.isWatching = isWatching
    follow()
    objectWillChange.send()
  }

  /// Switches to another source, without unsaved changes.
  func open(_ source: StreamSource) {
    self.source = source
    (files, history, isRead) = ([], StreamHistory(), false)
    follow()
  }

  /// Reads the source, now and, if changes are followed, after each change: a large source on
  /// another thread, after a short delay.
  private func follow() {
    watch = nil
    guard isWatching || !isRead else { return }
    let known = (isRead ? nil : source.known).map { [StreamLook.contents($0)] } ?? []
    let looks =
      !isWatching && !known.isEmpty
      ? Empty().eraseToAnyPublisher() : source.looks(on: scheduler, follows: isWatching)
    watch = looks.prepend(known)
      // One at a time: changes that occur meanwhile are read afterwards.
      .buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
      .flatMap(maxPublishers: .max(1)) { [weak self] look in
        Future { promise in
          nonisolated(unsafe) let promise = promise
          // The scheduler's work runs on the main thread.
          MainActor.assumeIsolated { self?.read(look) { promise(.success($0)) } }
        }
      }
      .sink { [weak self] found in
        MainActor.assumeIsolated { self?.adopt(found) }
      }
  }

  /// The contents of the source, with the runnable parts of changed files, and the previous
  /// contents of files.
  private typealias Found = (
    contents: StreamContents, prepared: [String: StreamWorkspaceContent],
    known: [String: StreamStore.Snapshot?]
  )

  private func read(_ look: StreamLook, _ done: @escaping (Found) -> Void) {
    let (scheduler, versions, bound) = (scheduler, versions, streams.boundIDs)
    let known = Dictionary(files.map { ($0.name, $0.snapshot) }) { first, _ in first }
    let find = { Self.prepare(look, known, versions, bound) }
    guard readsAside || !files.isEmpty, look.size > source.largeSize else { return done(find()) }
    source.aside {
      let found = find()
      scheduler.schedule { done(found) }
    }
  }

  nonisolated private static func prepare(
    _ look: StreamLook, _ known: [String: StreamStore.Snapshot?],
    _ versions: Locked<StreamVersions>, _ bound: Set<String>
  ) -> Found {
    let contents = look.contents(knowing: known.compactMapValues { $0 })
    var prepared: [String: StreamWorkspaceContent] = [:]
    for part in contents.parts {
      guard let new = try? part.update.get(),
        new.bytes == nil || new.bytes != known[part.name]??.bytes
      else { continue }
      prepared[part.name] = StreamWorkspaceContent(new.file, versions, bound: bound)
    }
    return (contents, prepared, known)
  }

  private func adopt(_ found: Found) {
    isRead = true
    sourceProblem = found.contents.folderProblem
    if sourceProblem == nil, takeIn(found) { return streams.run(files) }
    objectWillChange.send()
  }

  /// - Returns: True if the documents to run have changed.
  private func takeIn(_ found: Found) -> Bool {
    let known = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    var adopted: [StreamWorkspaceFile] = []
    var hasChanged = false
    for part in found.contents.isEmptyFolder ? [] : found.contents.parts {
      var file =
        known[part.name]
        ?? StreamWorkspaceFile(part.name, of: source, versions, bound: streams.boundIDs)
      // A file that was saved during the look is newer than its contents here, and is read again.
      let isNewer = found.known[part.name].map { $0?.bytes != file.snapshot?.bytes } ?? false
      let problem = file.loadProblem
      if !isNewer, file.adopt(part.update, found.prepared[part.name]) { hasChanged = true }
      if file.loadProblem != nil {
        recovered = nil
      } else if problem != nil {
        recovered = file.name
      }
      adopted.append(file)
    }
    // Keeps the edits of a file that is gone.
    let names = Set(adopted.map(\.name))
    adopted += files.filter { !$0.edits.isEmpty && !names.contains($0.name) }
    if adopted.map(\.name) != files.map(\.name) { hasChanged = true }
    files = adopted
    return hasChanged
  }
}
