/// The reports of a receiver as JSON on standard output: `track --json`.
@MainActor final class TPVLines {
  private var writer = TPVWriter()
  private var track = TrackSnapshot()
  private var waiting: [UInt8] = []
  private var subscription: AnyCancellable?

  /// Makes the lines of a receiver from now on.
  init(_ provider: any LocationProvider) {
    subscription = provider.updates.sink { [weak self] update in
      MainActor.assumeIsolated { self?.take(update) }
    }
  }

  private func take(_ update: LocationUpdate) {
    switch update {
    case .epochs(let epochs), .history(let epochs):
      for epoch in epochs {
        track.add(epoch)
        let hasFix = epoch.mode.hasPosition
        writer.write(epoch, climb: hasFix ? track.climbRate : nil, to: &waiting)
      }
    case .restarted: track = TrackSnapshot()
    case .resumed, .ended, .failed: break
    }
  }

  /// Writes lines until no more come; errors go to standard error.
  func run(
    _ location: LocationViewModel, on loop: EventLoop, _ display: Display,
    isOver: @escaping () -> Bool
  ) -> ExitStatus {
    LineDialogue.run(on: loop, display.settings) { dialogue throws(LineDialogue.Ending) in
      var lastError: String?
      try dialogue.wait { _ throws(LineDialogue.Ending) in
        if !self.waiting.isEmpty {
          let bytes = self.waiting
          self.waiting = []
          if let code = OutputDescriptor.output.write(bytes) { throw .outputLost(code) }
        }
        if location.errorMessage != lastError {
          lastError = location.errorMessage
          if let lastError { OutputDescriptor.error.report("\(Program.name): \(lastError)") }
        }
        return isOver()
      }
      return location.thereIsAnError ? .failure : .success
    }
  }
}
