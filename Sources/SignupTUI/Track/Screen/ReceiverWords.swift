/// The state of a receiver in words.
extension ReceiverViewModel {
  /// The mark and the word in the corner of the screen.
  var mark: (text: String, style: Style) {
    switch connection {
    case .closed: ("○ stopped", .muted)
    case .opening: ("◌ opening", .warning)
    case .open: ("● receiving", .success)
    case .silent: ("◌ silent", .warning)
    case .unreadable: ("◌ unreadable", .warning)
    case .waiting: ("◌ waiting", .warning)
    case .ended: ("○ ended", .muted)
    }
  }

  /// Its work now, in a sentence's words.
  var status: String {
    switch connection {
    case .closed: "stopped"
    case .opening: "opening \(name)"
    case .open: "receiving from \(name)"
    case .silent: "\(name) is open but silent; check that the receiver is on"
    case .unreadable:
      "\(name) sends nothing readable; check the receiver's speed and protocol"
    case .waiting(let delay): "trying again after \(delay.components.seconds) s"
    case .ended: "end of \(name)"
    }
  }

  /// The recording in words; nil if there is none.
  var recording: String? { logProblem.map { "\($0)" } ?? logPath.map { "recording in \($0)" } }

  /// The line above the keys, below a title that names the receiver; errors come first.
  var statusLine: String {
    if let logProblem { return "\(logProblem)" }
    let words =
      switch connection {
      case .closed: "Stopped"
      case .opening: "Opening"
      case .open:
        byteCount == 0 ? "Nothing received yet" : format?.rawValue ?? "Detecting its format"
      case .silent: "Open, but silent: check that the receiver is on"
      case .unreadable: "Nothing readable: check the receiver's speed and protocol"
      case .waiting(let delay): "Trying again after \(delay.components.seconds) s"
      case .ended: "Ended"
      }
    return [words, recording].compactMap { $0 }.joined(separator: " · ")
  }
}
