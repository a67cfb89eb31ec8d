/// The effect of typed lines on a track, and its state in words.
@MainActor struct TrackControls {
  /// The lines that can be typed.
  let commands: LineCommands
  /// The state in words.
  let state: () -> String
  /// Returns true if nothing more will come.
  let isOver: () -> Bool
  /// The responses to lines, each returned once, as soon as they are known.
  var answers: () -> [String] = { [] }
  /// Returns true while lines wait before they can be answered.
  var isBusy: () -> Bool = { false }
  /// Returns true while nothing happens until a line is typed.
  var isResting: () -> Bool = { false }
  /// True if lines are answered even when nothing more will come.
  var answersBehindEnd = false

  /// Returns the controls of a receiver, which start and stop it.
  ///
  /// It is over if an error has stopped it and no line can be typed to restart it. A receiver that
  /// is not simulated is also over when its connection has ended.
  ///
  /// - Parameters:
  ///   - location: The model that starts and stops it.
  ///   - receiver: The receiver; nil for a simulated one.
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
