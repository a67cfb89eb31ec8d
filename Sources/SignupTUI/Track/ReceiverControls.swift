import ViewModels

extension TrackControls {
  /// A receiver that is started and stopped, over when it stands still for an error and nobody is
  /// there to start it again.
  ///
  /// - Parameters:
  ///   - location: What starts and stops it.
  ///   - canBeTypedTo: True if lines can be typed.
  static func receiver(_ location: LocationViewModel, canBeTypedTo: Bool) -> TrackControls {
    let usual = receiver(location)
    return TrackControls(
      commands: usual.commands, state: usual.state,
      isOver: { !canBeTypedTo && location.isStartable && location.thereIsAnError })
  }

  /// The same with how it stands with the receiver; over also where no more will come.
  ///
  /// - Parameters:
  ///   - model: The receiver.
  ///   - canBeTypedTo: True if lines can be typed.
  static func receiver(_ model: ReceiverViewModel, canBeTypedTo: Bool) -> TrackControls {
    let usual = receiver(model.track.location, canBeTypedTo: canBeTypedTo)
    return TrackControls(
      commands: usual.commands,
      state: { [model.standing, model.recording].compactMap { $0 }.joined(separator: "; ") },
      isOver: { model.connection == .ended || usual.isOver() })
  }
}
