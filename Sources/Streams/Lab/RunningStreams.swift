import Reactive
import ReactiveExtras

/// The documents of a lab, which run side by side on one clock.
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
  /// The values that were left out because an operator could not compute with them.
  var failures: [StreamFailure] { leftOut.failures }

  private var leftOut = LeftOutValues()
  private var contents: [(file: String, content: StreamLabContent)] = []
  private var running: [StreamKey: RunningStream] = [:]
  /// The running documents from top to bottom.
  private var order: [StreamKey] = []
  /// The rows of documents that can be edited but not be run.
  private var stuck: [StreamLane] = []
  private var faults: [StreamDocumentError] = []
  /// The numbers of documents' contents.
  private let versions: Locked<StreamVersions>
  /// The limits for all rows together.
  private let budget: StreamBudget
  /// The documents that are still to be started.
  private var waiting: ArraySlice<StreamKey> = []
  /// The number of rows, and of marbles that each keeps.
  private var rowCount = 0
  private var tapeLimit = 400
  private let starter: OneShotTimer
  /// Documents that have ended, and are still to be freed.
  private var ended: [RunningStream] = []

  /// The number of rows beyond which documents get one each.
  private static let rowLimit = 10_000
  /// The number of marbles that all rows keep.
  private static let marbleLimit = 100_000

  /// - Parameter versions: The numbers of documents' contents.
  init(_ scheduler: some Scheduler<MonotonicInstant>, _ versions: Locked<StreamVersions>) {
    let budget = StreamBudget(bytes: 16 << 20, steps: .max, stepsOfTurn: RunningStream.stepLimit)
    (self.budget, self.versions) = (budget, versions)
    player = StreamPlayer(scheduler)
    starter = OneShotTimer(scheduler)
    player.beforeWork = { budget.beginTurn() }
    player.onBeat = { [weak self] in self?.onChange() }
  }

  /// The rows, from top to bottom: each document below those that it is made of, and at the end
  /// those that cannot be run.
  var lanes: [StreamLane] { order.flatMap { running[$0]?.lanes ?? [] } + stuck }

  /// Starts new documents, ends those that are gone, and starts changed ones anew; those that
  /// cannot be run leave the old ones running.
  ///
  /// The clock stands still until everything has been started, in portions if there are very many
  /// documents.
  ///
  /// - Parameter files: The files that can be read, from top to bottom.
  func run(_ files: [StreamLabFile]) {
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
            stuck.append(StreamLane(idle: key, title: document.title, note: "cannot be run"))
          }
        }
      }
      // A document that cannot be read any more is not one that has been removed.
      if !content.unread.isEmpty { keepUnread(&old, of: file, before) }
      for name in content.unread {
        let key = StreamKey(file: file, id: name)
        if running[key] != nil { continue }
        stuck.append(StreamLane(idle: key, title: name, note: "cannot be read"))
      }
    }
    ended += old.values
    for key in old.keys { leftOut.forget(key) }
    let used =
      contents.flatMap { Array($0.content.versions.values) } + running.values.compactMap(\.version)
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

  /// Ends everything, and sets the clock to zero.
  func rewind() {
    player.rewind()
    ended += running.values
    running = [:]
    leftOut = LeftOutValues()
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
        onChange()
        return starter.set(at: player.now + .milliseconds(1)) { [weak self] in
          // The scheduler's work runs on the main thread.
          MainActor.assumeIsolated { self?.startWaiting() }
        }
      }
    }
    player.resume()
    onChange()
  }

  /// Starts a document's next row; returns false if there is no other after it.
  private func startNext(_ key: StreamKey) -> Bool {
    budget.beginTurn()
    guard let (_, content) = contents.first(where: { $0.file == key.file }) else { return false }
    if let begun = running[key], begun.version == content.versions[key.id], begun.hasWaiting {
      return begun.startNext()
    }
    do throws(StreamDocumentError) {
      let stream = try RunningStream(
        key, of: content, on: player.time, budget: budget, tape: tapeLimit,
        isWhole: rowCount >= Self.rowLimit,
        report: { [weak self] failure in
          MainActor.assumeIsolated { self?.leftOut.note(failure, of: key) }
        },
        onMarble: { [weak self] in MainActor.assumeIsolated { self?.marbleCount += 1 } },
        listener: { [weak self] emission in self?.emissions.send(emission) })
      if let before = running.updateValue(stream, forKey: key) { ended.append(before) }
      leftOut.forget(key)
      rowCount += stream.lanes.count
      return stream.startNext()
    } catch {
      faults.append(error)
      return false
    }
  }
}
