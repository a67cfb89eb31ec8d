/// Which parts of a trace are read ahead, which are being read, and which wait to be taken.
///
/// Parts begin at multiples of one length. None is begun that lies more than a few parts ahead of
/// the reader, so memory is bounded. A guess that was wrong makes the next ones begin later, and
/// look at more before they begin: a trace that cannot be guessed is soon left alone.
///
/// In a serial plan none is a guess: each begins where the one before ends, with its reader.
struct ReadAheadPlan: Sendable {
  /// How many parts were taken over.
  private(set) var hits = 0

  private let size: Int
  private let length: Int
  private let depth: Int
  private var lead: Int
  private let longestLead: Int
  /// The trace's reader as it was seen last; nil where nothing can be guessed from it.
  private var known: TraceReader?
  /// The position of the reader, and the first part that no thread has begun.
  private var (position, next) = (0, 0)
  private var parts: [Int: Part] = [:]
  private var misses = 0
  private var spareArrays: [[TraceEpoch]] = []
  private let isSerial: Bool
  /// The reader where the next part begins, in a serial plan; nil while that is not known.
  private var following: TraceReader?

  private enum Part {
    case underWay
    case read(TracePart)
  }

  /// Something to do for a thread.
  struct Task {
    var offset: Int
    var lead: Int
    /// The trace's reader as it was seen last or, in a serial plan, as it is at the offset.
    var known: TraceReader
    var isGuess = true
    var room: [TraceEpoch]
  }

  /// The action of the reader on a part.
  enum Turn {
    /// It has taken it over, and stands behind it.
    case taken
    /// It reads it once more: it was begun with a wrong guess.
    case missed
    /// It reads it: no thread has begun it.
    case own
  }

  /// The state of a part.
  enum Answer {
    case none
    case underWay
    case read(TracePart)
  }

  init(size: Int, setting: TraceReadAhead.Setting) {
    self.size = size
    length = setting.length
    isSerial = setting.isSerial
    depth = setting.threads + 2
    lead = setting.lead
    longestLead = max(setting.lead, 1 << 16)
  }

  /// How many bytes a task may take.
  var longestTask: Int { longestLead + length }

  /// Begins the next part; nil while there is none to begin.
  mutating func begin() -> Task? {
    if isSerial { return beginToFollow() }
    guard let known, next < size, next < position + depth * length else { return nil }
    let offset = next
    next += length
    parts[offset] = .underWay
    return Task(
      offset: offset, lead: min(lead, offset), known: known, room: spareArrays.popLast() ?? [])
  }

  private mutating func beginToFollow() -> Task? {
    guard let following, next < size, next < position + depth * length else { return nil }
    self.following = nil
    parts[next] = .underWay
    return Task(
      offset: next, lead: 0, known: following, isGuess: false,
      room: spareArrays.popLast() ?? [])
  }

  /// Goes on behind what the trace's reader has read by itself, in a serial plan.
  mutating func follow(_ reader: TraceReader, at offset: Int) {
    guard isSerial, parts.isEmpty, reader.canBeFollowed else { return }
    (following, next, position) = (reader, offset, offset)
  }

  /// Puts a part down that was read, or tells that it was not.
  mutating func finish(_ offset: Int, _ part: TracePart?) {
    if isSerial, offset >= position, let part {
      (following, next) = (part.end, offset + part.length)
    }
    // A part that the reader has passed is not waited for.
    parts[offset] = offset < position ? nil : part.map { .read($0) }
  }

  /// Takes what there is of a part.
  mutating func take(at offset: Int) -> Answer {
    switch parts[offset] {
    case nil:
      // A part that the reader reads by itself is read by no thread meanwhile.
      following = nil
      return .none
    case .underWay: return .underWay
    case .read(let part):
      parts[offset] = nil
      return .read(part)
    }
  }

  /// Goes on where the reader stands now, with what it has become.
  mutating func goOn(at offset: Int, with reader: TraceReader, after turn: Turn) {
    position = offset
    known = isSerial || reader.guess(at: offset) == nil ? nil : reader
    for (start, part) in parts where start < offset {
      if case .read = part { parts[start] = nil }
    }
    switch turn {
    case .taken:
      hits += 1
      misses = 0
      next = max(next, offset)
    case .missed:
      next = max(next, offset + (length << misses))
      misses = min(misses + 1, 6)
      lead = min(lead * 2, longestLead)
    case .own: next = max(next, offset + length)
    }
  }

  /// Keeps the memory of an array that is empty.
  mutating func takeBack(_ epochs: [TraceEpoch]) {
    if (1...4096).contains(epochs.capacity), spareArrays.count < 2 { spareArrays.append(epochs) }
  }
}
