import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import ViewModels

/// NMEA 0183 logs made for a test: a way due north from Stockholm, on 2024-05-01.
struct SampleLog {
  private(set) var bytes: [UInt8] = []
  private var fixes = 0
  /// Metres from fix to fix.
  var step = 10.0

  /// What each epoch is told by.
  enum Sentence {
    /// RMC, with a date.
    case rmc
    /// GGA, without.
    case gga
  }

  /// A log of fixes at an even pace from 12:00:00.
  static func even(
    _ count: Int, every interval: Duration = .seconds(1), step: Double = 10,
    as sentence: Sentence = .rmc
  ) -> SampleLog {
    var log = SampleLog()
    log.step = step
    for index in 0..<count { log.add(at: interval * index, as: sentence) }
    return log
  }

  /// Adds an epoch, a time after 12:00:00; without a fix on demand.
  mutating func add(at time: Duration, hasFix: Bool = true, as sentence: Sentence = .rmc) {
    let milliseconds = Int(time.nanoseconds / 1_000_000)
    let second = 12 * 3600 + milliseconds / 1000
    let clock =
      two(second / 3600 % 24) + two(second / 60 % 60) + two(second % 60) + "."
      + String(String(1000 + milliseconds % 1000).dropFirst())
    var position = ",,,"
    if hasFix {
      // A degree of latitude has 111.4 km here.
      let way = 20 + Double(fixes) * step / 111_412 * 60
      let degrees = 59 + Int(way / 60)
      let minutes = way - Double((degrees - 59) * 60)
      fixes += 1
      position =
        "\(degrees)" + (minutes < 10 ? "0" : "") + String(fixedPoint: minutes, decimals: 6)
        + ",N,01804.000000,E"
    }
    switch sentence {
    case .rmc:
      let day = two(1 + second / 86_400)
      add("GPRMC,\(clock),\(hasFix ? "A" : "V"),\(position),,,\(day)0524,,")
    case .gga:
      add("GPGGA,\(clock),\(position),\(hasFix ? 1 : 0),08,0.9,30.0,M,23.0,M,,")
    }
  }

  /// Adds anything.
  mutating func add(bytes: [UInt8]) { self.bytes += bytes }

  /// Adds a sentence with its checksum.
  mutating func add(_ text: String) {
    let sum = text.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    bytes += "$\(text)*\(sum < 16 ? "0" : "")\(digits)\r\n".utf8
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A replay on virtual time, with what it has told.
final class Replay {
  let clock = VirtualTimeScheduler()
  let trace: TemporaryTrace
  let provider: TraceLocationProvider
  private(set) var updates: [LocationUpdate] = []
  private(set) var playbacks: [Playback] = []
  /// When each epoch was delivered and by the log's clock taken, in milliseconds.
  private(set) var deliveries: [Delivery] = []
  private var cancellables: Set<AnyCancellable> = []

  struct Delivery: Equatable {
    let at: Int
    let log: Int
    init(_ at: Int, _ log: Int) {
      self.at = at
      self.log = log
    }
  }

  convenience init(_ log: SampleLog, options: ReplayOptions = ReplayOptions()) throws {
    try self.init(log.bytes, options: options)
  }

  init(_ bytes: [UInt8], options: ReplayOptions = ReplayOptions()) throws {
    trace = TemporaryTrace(bytes)
    provider = TraceLocationProvider(
      file: try TraceFile(path: trace.path), options: options, scheduler: clock)
    provider.updates.sink { [unowned self] in take($0) }.store(in: &cancellables)
    provider.playback.sink { [unowned self] in playbacks.append($0) }.store(in: &cancellables)
  }

  deinit { trace.remove() }

  private func take(_ update: LocationUpdate) {
    updates.append(update)
    guard case .epochs(let epochs) = update else { return }
    for epoch in epochs {
      deliveries.append(
        Delivery(clock.now.nanoseconds / 1_000_000, Int(epoch.clock.nanoseconds / 1_000_000)))
    }
  }

  var playback: Playback { provider.currentPlayback }
  var phase: Playback.Phase { playback.phase }

  /// Seconds of the log at which it stands.
  var second: Double? { Double(playback.position.nanoseconds) / 1e9 }

  func wait(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  /// Seeks, and lets the trace be read.
  func seek(by time: Duration) {
    provider.seek(by: time)
    wait(0)
  }

  func forget() {
    updates = []
    deliveries = []
  }

  /// The track as whoever listened from the beginning has it.
  var track: TrackSnapshot {
    var track = TrackSnapshot()
    let beginning = updates.lastIndex {
      switch $0 {
      case .restarted, .resumed: true
      case .epochs, .history, .ended, .failed: false
      }
    }
    for update in updates[(beginning ?? 0)...] {
      switch update {
      case .epochs(let epochs), .history(let epochs): epochs.forEach { track.add($0) }
      case .restarted:
        track = TrackSnapshot()
      case .resumed(let earlier): track = earlier
      case .ended, .failed: break
      }
    }
    return track
  }
}
