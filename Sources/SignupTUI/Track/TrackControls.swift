/// The effect of typed lines on a track, and its state in words.
@MainActor struct TrackControls {
  /// The lines that can be typed.
  let commands: LineCommands
  /// The state in words.
  let state: () -> String
  /// Returns true if nothing more will come.
  let isOver: () -> Bool
  /// The answers to lines, as soon as they are known; each of them once.
  var answers: () -> [String] = { [] }
  /// Returns true while lines wait for what leads to their answers.
  var isBusy: () -> Bool = { false }
  /// Returns true while nothing happens until a line is typed.
  var isResting: () -> Bool = { false }
  /// True if lines are also answered when nothing more will come.
  var answersBehindEnd = false

  /// Returns the controls of a receiver: it is started and stopped.
  ///
  /// It is over if an error has stopped it and no line can be typed to start it again. A receiver
  /// that is not simulated is also over when its connection has ended.
  ///
  /// - Parameters:
  ///   - location: What starts and stops it.
  ///   - receiver: The receiver; nil for one that is simulated.
  ///   - canBeTypedTo: True if lines can be typed.
  static func receiver(
    _ location: LocationViewModel, _ receiver: ReceiverViewModel? = nil, canBeTypedTo: Bool
  ) -> TrackControls {
    TrackControls(
      commands: LineCommands([
        LineCommand("", "stops and starts") { _ in location.toggle() }, .leaving(),
      ]),
      state: {
        if let receiver {
          return [receiver.status, receiver.recording].compactMap { $0 }.joined(separator: "; ")
        }
        let state = location.isStartable ? "stopped" : "receiving"
        return "\(state), permission: \(location.statusDescription)"
      },
      isOver: {
        receiver?.connection == .ended
          || !canBeTypedTo && location.isStartable && location.thereIsAnError
      })
  }
}
