import Platform

/// Threads that read parts of a trace before their turn comes.
///
/// The file's one reader asks for the part where it stands, waits if that is being read, and reads
/// for itself what none of them has begun. The threads end with this object, which waits for them.
package final class TraceReadAhead: Sendable {
  /// How it is done.
  package struct Setting: Sendable {
    /// How many threads there are.
    package var threads: Int
    /// How many bytes are read at a time.
    package var length: Int
    /// How many bytes before these are looked at first, to begin with.
    package var lead: Int
    /// True if a part begins with the reader that the one before has left, and not with a guess:
    /// one thread reads while another uses what it has read.
    package var isSerial: Bool

    /// Makes a setting.
    package init(threads: Int, length: Int, lead: Int, isSerial: Bool = false) {
      (self.threads, self.length, self.lead) = (threads, max(1, length), max(1, lead))
      self.isSerial = isSerial
    }

    /// A thread for each processor, where there are several, but no more than four; one where
    /// parts cannot be guessed, and none where a reader may hold much of what it reads.
    ///
    /// A table has more epochs in as many bytes than a log, and all of a part's are held.
    package static func live(for format: TraceFormat) -> Setting {
      let processors = sysconf(CInt(_SC_NPROCESSORS_ONLN))
      let threads = processors > 1 ? min(processors, 4) : 0
      return switch format {
      case .nmea: Setting(threads: threads, length: 1 << 17, lead: 4096)
      case .csv: Setting(threads: threads, length: 1 << 16, lead: 4096)
      case .fit, .tcx, .gpx, .igc, .jsonLines:
        Setting(threads: min(threads, 1), length: 1 << 16, lead: 1, isSerial: true)
      case .kml, .geojson, .gpsd, .ubx: Setting(threads: 0, length: 1 << 16, lead: 1)
      }
    }
  }

  /// True if a part begins with the reader that the one before has left.
  let isSerial: Bool
  private let board: ReadAheadBoard
  private let threads: [WorkerThread]

  /// Starts the threads; nil where there are none.
  ///
  /// - Parameters:
  ///   - file: What is read.
  ///   - setting: How it is done.
  ///   - start: Starts a thread for a board; nil where the system has no room for one.
  init?(
    of file: RandomAccessFile, _ setting: Setting,
    start: (ReadAheadBoard) -> WorkerThread? = { board in try? WorkerThread { board.work() } }
  ) {
    guard setting.threads > 0, file.size > 2 * setting.length else { return nil }
    let board = ReadAheadBoard(
      file: file, plan: ReadAheadPlan(size: file.size, setting: setting), length: setting.length)
    self.board = board
    isSerial = setting.isSerial
    // Signals are for the threads that were there before.
    var (all, former) = (sigset_t(), sigset_t())
    sigfillset(&all)
    // But for those that a thread gets for its own faults.
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGSYS, SIGABRT] {
      sigdelset(&all, fault)
    }
    pthread_sigmask(SIG_BLOCK, &all, &former)
    threads = (0..<setting.threads).compactMap { _ in start(board) }
    pthread_sigmask(SIG_SETMASK, &former, nil)
    guard !threads.isEmpty else { return nil }
  }

  deinit {
    board.stop()
    for thread in threads { thread.join() }
  }

  /// How many parts were taken over.
  var hits: Int { board.withPlan { $0.hits } }

  /// How many bytes there are up to where the next part begins.
  func length(from offset: Int) -> Int { board.length - offset % board.length }

  /// Takes over the part that begins where a reader stands, if another thread has read it as the
  /// reader would have; the reader then stands behind it. Waits while it is being read.
  ///
  /// - Parameters:
  ///   - offset: Where the reader stands.
  ///   - reader: The reader.
  ///   - queue: An empty array, in exchange for which there will be the part's epochs.
  func advance(_ offset: inout Int, _ reader: inout TraceReader, _ queue: inout [TraceEpoch])
    -> Bool
  {
    guard offset > 0, isSerial || offset % board.length == 0 else { return false }
    var turn = ReadAheadPlan.Turn.own
    if var part = board.take(at: offset) {
      if isSerial {
        reader = part.end
        offset += part.length
        swap(&queue, &part.epochs)
        turn = .taken
      } else if let lines = reader.advance(to: part.end, from: part.start) {
        if lines != 0 {
          for index in part.epochs.indices { part.epochs[index].line? += lines }
        }
        offset += part.length
        swap(&queue, &part.epochs)
        turn = .taken
      } else {
        turn = .missed
        part.epochs.removeAll(keepingCapacity: true)
      }
      board.withPlan { $0.takeBack(part.epochs) }
    }
    board.withPlan { $0.goOn(at: offset, with: reader, after: turn) }
    return turn == .taken
  }

  /// Lets a thread go on behind what the reader has read by itself.
  func follow(_ reader: TraceReader, at offset: Int) {
    if isSerial { board.withPlan { $0.follow(reader, at: offset) } }
  }
}
