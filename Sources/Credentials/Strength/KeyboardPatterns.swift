import Platform

extension PasswordText {
  /// Parts of three characters or more whose keys are adjacent: `qwerty`, `1qaz@WSX`, and `159753`
  /// as two parts.
  func keyboardWalks() -> [GuessPattern] {
    Keyboard.Layout.allCases.flatMap { layout in
      var patterns: [GuessPattern] = []
      var walk = Walk(start: 0)
      for index in typed.indices {
        let key = layout.key(typing: typed[index])
        if let previous = walk.last, let key,
          let direction = previous.direction(to: key, on: layout)
        {
          walk.step(to: key, direction)
        } else {
          if let pattern = walk.pattern(endingAt: index, on: layout) { patterns.append(pattern) }
          walk = Walk(start: index, first: key)
        }
      }
      if let pattern = walk.pattern(endingAt: count, on: layout) { patterns.append(pattern) }
      return patterns
    }
  }

  private struct Walk {
    let start: Int
    private(set) var last: Keyboard.Key?
    private var turns = 0
    private var shifted = 0
    private var direction: Int?

    init(start: Int, first: Keyboard.Key? = nil) {
      self.start = start
      last = first
      shifted = first?.isShifted == true ? 1 : 0
    }

    mutating func step(to key: Keyboard.Key, _ direction: Int) {
      if direction != self.direction { turns += 1 }
      self.direction = direction
      last = key
      if key.isShifted { shifted += 1 }
    }

    /// The number of guesses: a key to begin with, then, for each length up to this one and each
    /// number of turns, the positions of the turns and the directions that they can lead to.
    func pattern(endingAt end: Int, on layout: Keyboard.Layout) -> GuessPattern? {
      let length = end - start
      guard length > 2 else { return nil }
      var guesses = 0.0
      for steps in 1..<length {
        var (positions, ways) = (1.0, layout.neighbours)
        for turn in 1...min(turns, steps) {
          guesses += positions * layout.starts * ways
          positions *= Double(steps - turn) / Double(turn)
          ways *= layout.neighbours
        }
      }
      let shifts = Guesses.variations(changed: shifted, unchanged: length - shifted)
      return GuessPattern(range: start..<end, kind: .keyboardWalk, cost: log10(guesses) + shifts)
    }
  }
}
