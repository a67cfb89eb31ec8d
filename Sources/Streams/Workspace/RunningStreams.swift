import Expressions
import Reactive
import ReactiveExtras

/// The documents of a workspace, which run simultaneously on one clock.
@MainActor final class RunningStreams {
  /// The clock.
  let player: StreamPlayer
  /// The values that each document sends, as its row shows them.
  let emissions = PassthroughSubject<StreamEmission, Never>()
  /// Called when the rows have changed.
  var onChange: () -> Void = {}
  /// The number of marbles that the rows have had.
  private(set) var marbleCount = 0
  /// The reasons why documents could not be run, a sentence each.
  private(set) var faultSentences: [String] = []
  /// The values that were dropped because an operator could not process them.
  var failures: [StreamFailure] { leftOut.failures }

  private var leftOut = LeftOutValues()
  private var contents: [(file: String, content: StreamWorkspaceContent)] = []
  private var running: [StreamKey: RunningStream] = [:]
  /// The running documents from top to bottom.
  private var order: [StreamKey] = []
  /// The rows of documents that can be edited but not run.
  private var stuck: [WorkspaceRow] = []
  private var faults: [StreamDocumentError] = []
  /// The numbers of documents' contents.
  private let versions: Locked<StreamVersions>
  /// The limits for all rows together.
  private let budget: StreamBudget
  /// The documents that have not been started.
  private var waiting: ArraySlice<StreamKey> = []
  /// The number of rows, and of marbles that each keeps.
  private var rowCount = 0
  private var recordingLimit = 400
  private let starter: OneShotTimer
  /// The position to reach immediately once all are started; nil to continue normally.
  private(set) var goal: StreamPlayer.Goal?
  /// Documents that have ended but have not been freed.
  private var ended: [RunningStream] = []

  /// The number of rows above which each document gets only one.
  private static let rowLimit = 10_000
  /// The number of marbles that all rows keep together.
  private static let marbleLimit = 100_000

  /// The bound inputs, by their ids.
  private let inputs: [String: StreamWorkspaceInput]
  /// The ids of the bound inputs.
  var boundIDs: Set<String> { Set(inputs.keys) }
  /// Input values that arrived while the clock was stopped.
  private var kept: [(id: String, value: StreamValue)] = []

  /// The maximum number of values that wait for the clock.
  private static let keptLimit = 10_000

  /// - Parameters:
  ///   - versions: The numbers of documents' contents.
  ///   - inputs: The ids of the bound inputs.
  init(
    _ scheduler: some Scheduler<MonotonicInstant>, _ versions: Locked<StreamVersions>,
    inputs: Set<String>
  ) {
    self.inputs = Dictionary(uniqueKeysWithValues: inputs.map { ($0, StreamWorkspaceInput()) })
    let budget = StreamBudget(bytes: 16 << 20, steps: .max, stepsOfTurn: RunningStream.stepLimit)
    (self.budget, self.versions) = (budget, versions)
    player = StreamPlayer(scheduler)
    starter = OneShotTimer(scheduler)
    player.beforeWork = { budget.beginTurn() }
    player.onBeat = { [weak self] in self?.onChange() }
    player.isLive = !inputs.isEmpty
  }

  /// The rows, from top to bottom: each document below its sources, and at the end those that
  /// cannot be run.
  var rows: [WorkspaceRow] { order.flatMap { running[$0]?.rows ?? [] } + stuck }

  /// Starts new documents, ends those that are gone, and restarts changed ones. If the new version
  /// of a document cannot be run, the old one keeps running.
  ///
  /// The clock is stopped until everything has been started, in portions if there are very many
  /// documents.
  ///
  /// - Parameters:
  ///   - files: The readable files, from top to bottom.
  ///   - goal: The position of the clock to reach immediately; nil to continue normally.
  func run(_ files: [StreamWorkspaceFile], upTo goal: StreamPlayer.Goal? = nil) {
    // Keeps a goal that has not been reached yet.
    self.goal = goal ?? self.goal
    contents = files.compactMap { file in file.content.map { (file.name, $0) } }
    player.catchUp()
    player.hold()
    var old = running
    let before = order
    (running, order, waiting) = ([:], [], [])
    (faults, stuck) = ([], [])
    var starting: [StreamKey] = []
    for (file, content) in contents {
      for document in content.order {
        let key = StreamKey(file: file, id: document.id)
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
          if let was {
            keep(was, key)
          } else {
            stuck.append(WorkspaceRow(idle: key, title: document.title, note: "cannot be run"))
          }
        }
      }
      // A document that has become unreadable has not been removed.
      if !content.unread.isEmpty { keepUnread(&old, of: file, before) }
      for name in content.unread {
        let key = StreamKey(file: file, id: name)
        if running[key] != nil { continue }
        stuck.append(WorkspaceRow(idle: key, title: name, note: "cannot be read"))
      }
    }
    ended += old.values
    for key in old.keys { leftOut.forget(key) }
    let used =
      contents.flatMap { Array($0.content.versions.values) } + running.values.compactMap(\.version)
    versions.withLock { $0.keep(Set(used)) }
    faultSentences = faults.sentences(named: nil)
    rowCount = running.values.reduce(0) { $0 + $1.rows.count }
    recordingLimit = min(400, max(10, Self.marbleLimit / max(1, order.count)))
    waiting = starting[...]
    starter.cancel()
    startWaiting()
  }

  private func keep(_ stream: RunningStream, _ key: StreamKey) {
    running[key] = stream
    order.append(key)
  }

  /// Keeps a file's running documents, each after the one that it followed before.
  private func keepUnread(
    _ old: inout [StreamKey: RunningStream], of file: String, _ before: [StreamKey]
  ) {
    var positions = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    // The documents after each position; -1 is the beginning.
    var behind: [Int: [StreamKey]] = [:]
    var position = -1
    for key in before where key.file == file {
      if let stream = old.removeValue(forKey: key) {
        running[key] = stream
        behind[position, default: []].append(key)
      } else if let known = positions.removeValue(forKey: key) {
        position = known
      }
    }
    guard !behind.isEmpty else { return }
    order = (behind[-1] ?? []) + order.indices.flatMap { [order[$0]] + (behind[$0] ?? []) }
  }

  /// Ends everything, and sets the clock to zero.
  ///
  /// - Parameter repeatsInputs: True to send the received input values again at the same times.
  func rewind(repeatsInputs: Bool) {
    player.rewind()
    // Values at 0 wait for the rows.
    player.hold()
    for input in inputs.values {
      if repeatsInputs { input.repeatValues(on: player.time) } else { input.begin() }
    }
    ended += running.values
    running = [:]
    leftOut = LeftOutValues()
    goal = nil
  }

  /// Frees ended documents and starts waiting ones, within the time of this turn.
  private func startWaiting() {
    let start = player.now
    while !ended.isEmpty || !waiting.isEmpty {
      if !ended.isEmpty {
        ended.removeLast()
      } else if let key = waiting.first, !startNext(key) {
        waiting.removeFirst()
      }
      if player.isOverdue(since: start) {
        onChange()
        return startLater()
      }
    }
    if let goal, !player.run(upTo: goal) {
      onChange()
      return startLater()
    }
    goal = nil
    player.resume()
    if !player.isPaused { sendKept() }
    onChange()
  }

  private func startLater() {
    starter.set(at: player.now + .milliseconds(1)) { [weak self] in
      // The scheduler's work runs on the main thread.
      MainActor.assumeIsolated { self?.startWaiting() }
    }
  }

  /// Starts a document's next row; returns false if it was the last.
  private func startNext(_ key: StreamKey) -> Bool {
    budget.beginTurn()
    guard let (_, content) = contents.first(where: { $0.file == key.file }) else { return false }
    if let begun = running[key], begun.version == content.versions[key.id], begun.hasWaiting {
      return begun.startNext()
    }
    do throws(StreamDocumentError) {
      let stream = try RunningStream(
        key, of: content, on: player.time, budget: budget, recording: recordingLimit,
        isWhole: rowCount >= Self.rowLimit,
        input: { [weak self] id in self?.inputs[id]?.values.eraseToAnyPublisher() },
        report: { [weak self] failure in
          MainActor.assumeIsolated { self?.leftOut.note(failure, of: key) }
        },
        onMarble: { [weak self] in MainActor.assumeIsolated { self?.marbleCount += 1 } },
        listener: { [weak self] emission in self?.emissions.send(emission) })
      if let before = running.updateValue(stream, forKey: key) { ended.append(before) }
      leftOut.forget(key)
      rowCount += stream.rows.count
      return stream.startNext()
    } catch {
      faults.append(error)
      return false
    }
  }

  // MARK: Inputs

  /// Takes values of an input, each with its time on the clock; values without one are sent now.
  func send(_ values: [(value: StreamValue, nanoseconds: Int?)], to id: String) {
    guard let input = inputs[id] else { return }
    player.catchUp()
    budget.beginTurn()
    for (value, nanoseconds) in values {
      if let nanoseconds {
        input.add(value, at: max(nanoseconds, player.position), on: player.time)
      } else if player.isPaused || player.isHeld {
        if kept.count == Self.keptLimit { kept.removeFirst(Self.keptLimit / 10) }
        kept.append((id, value))
      } else {
        input.add(value, at: player.position, on: player.time)
      }
    }
    goOn()
  }

  /// Ends the values of an input.
  func finish(_ id: String) {
    guard let input = inputs[id] else { return }
    player.catchUp()
    let last = input.received.last?.nanoseconds ?? 0
    sendKept()
    input.finish(at: max(player.position, last), on: player.time)
    player.isLive = inputs.values.contains { $0.end == nil }
    goOn()
  }

  /// Sends the values that arrived while the clock was stopped.
  func sendKept() {
    guard !kept.isEmpty else { return }
    let values = kept
    kept = []
    for (id, value) in values { inputs[id]?.add(value, at: player.position, on: player.time) }
    goOn()
  }

  func waitingCount(of id: String) -> Int { inputs[id]?.waiting(at: player.position) ?? 0 }

  /// The values received from an input; nil if it is not bound.
  func received(of id: String) -> [(nanoseconds: Int, value: StreamValue)]? { inputs[id]?.received }

  private func goOn() {
    if !player.isHeld { player.resume() }
    onChange()
  }
}
