import Testing

/// The protocol of `BiasedLock`, gone through in all orders that threads and their store buffers
/// allow: an owner that takes the lock several times, and others that come in between.
@Suite("Core: the biased lock's protocol, exhaustively")
struct BiasedLockModelTests {
  @Test("nobody ever meets the owner inside, and nobody sleeps for ever", arguments: 1...2)
  func sound(others: Int) {
    let outcome = LockModel(others: others).explore()
    #expect(outcome == .sound)
  }

  @Test("without the barrier two would be inside")
  func withoutBarrier() {
    #expect(LockModel(others: 1, hasBarrier: false).explore() == .overlap)
  }

  @Test("if the owner did not look behind it on its way out, somebody would sleep for ever")
  func withoutLookingBack() {
    #expect(LockModel(others: 1, looksBack: false).explore() == .stuck)
  }

  @Test("if the owner did not look again on its way in, two would be inside")
  func withoutLookingTwice() {
    #expect(LockModel(others: 1, looksTwice: false).explore() == .overlap)
  }
}

private struct LockModel {
  let others: Int
  var rounds = 2
  var hasBarrier = true
  var looksBack = true
  var looksTwice = true

  enum Outcome { case sound, overlap, stuck }

  /// The next step of a thread; one access to memory each.
  enum Step: Hashable {
    case look, knock, lookAgain, stepIn, stepOut(thenShared: Bool), lookBack(thenShared: Bool)
    case takeShared, lookUnderShared, revoke, barrier, waitForOwner, asleep
    case leaveShared, inside(asOwner: Bool), done
  }

  enum Place: Hashable { case outside, entering, inside }

  enum Store: Hashable {
    case place(Place)
    case revoked
  }

  struct Thread: Hashable {
    var step = Step.look
    var roundsLeft: Int
    /// The values that it has stored and no other thread sees yet.
    var buffer: [Store] = []
  }

  struct State: Hashable {
    /// The first is the owner.
    var threads: [Thread]
    var isRevoked = false
    var place = Place.outside
    var sharedIsTaken = false

    mutating func write(_ store: Store) {
      switch store {
      case .place(let place): self.place = place
      case .revoked: isRevoked = true
      }
    }

    mutating func flush(_ thread: Int) {
      for store in threads[thread].buffer { write(store) }
      threads[thread].buffer = []
    }

    /// The view of a thread: its own stores before everybody's memory.
    func isRevoked(for thread: Int) -> Bool {
      isRevoked || threads[thread].buffer.contains(.revoked)
    }
  }

  /// Goes through all states that can be reached.
  func explore() -> Outcome {
    let threads = (0...others).map { Thread(roundsLeft: $0 == 0 ? rounds : 1) }
    var open = [State(threads: threads)]
    var seen = Set(open)
    while let state = open.popLast() {
      let inside = state.threads.count { if case .inside = $0.step { true } else { false } }
      if inside > 1 { return .overlap }
      let next = successors(of: state)
      if next.isEmpty, state.threads.contains(where: { $0.step != .done }) { return .stuck }
      for state in next where seen.insert(state).inserted { open.append(state) }
    }
    return .sound
  }

  private func successors(of state: State) -> [State] {
    state.threads.indices.flatMap { thread -> [State] in
      var found: [State] = []
      if let first = state.threads[thread].buffer.first {
        var drained = state
        drained.threads[thread].buffer.removeFirst()
        drained.write(first)
        found.append(drained)
      }
      if let stepped = step(thread, in: state) { found.append(stepped) }
      return found
    }
  }

  /// The state after a thread's next access to memory; nil if it can do nothing.
  private func step(_ number: Int, in before: State) -> State? {
    var state = before
    var thread: Thread {
      get { state.threads[number] }
      set { state.threads[number] = newValue }
    }
    let isOwner = number == 0 && !state.isRevoked(for: number)
    switch thread.step {
    case .look: thread.step = isOwner ? .knock : .takeShared
    case .knock:
      thread.buffer.append(.place(.entering))
      thread.step = .lookAgain
    case .lookAgain:
      thread.step = isOwner || !looksTwice ? .stepIn : .stepOut(thenShared: true)
    case .stepIn:
      thread.buffer.append(.place(.inside))
      thread.step = .inside(asOwner: true)
    case .inside(let asOwner):
      thread.step = asOwner ? .stepOut(thenShared: false) : .leaveShared
    case .stepOut(let thenShared):
      thread.buffer.append(.place(.outside))
      thread.step = .lookBack(thenShared: thenShared)
    case .lookBack(let thenShared):
      if !isOwner, looksBack {
        // Waking takes a mutex, which drains the store buffer.
        state.flush(number)
        for sleeper in state.threads.indices where state.threads[sleeper].step == .asleep {
          state.threads[sleeper].step = .waitForOwner
        }
      }
      thread.step = thenShared ? .takeShared : endOfRound(&thread.roundsLeft)
    case .takeShared:
      if state.sharedIsTaken { return nil }
      state.flush(number)
      state.sharedIsTaken = true
      thread.step = .lookUnderShared
    case .lookUnderShared:
      thread.step = state.isRevoked(for: number) ? .inside(asOwner: false) : .revoke
    case .revoke:
      thread.buffer.append(.revoked)
      thread.step = .barrier
    case .barrier:
      if hasBarrier { for thread in state.threads.indices { state.flush(thread) } }
      thread.step = .waitForOwner
    case .waitForOwner: thread.step = state.place == .outside ? .inside(asOwner: false) : .asleep
    case .asleep, .done: return nil
    case .leaveShared:
      state.flush(number)
      state.sharedIsTaken = false
      thread.step = endOfRound(&thread.roundsLeft)
    }
    return state
  }

  private func endOfRound(_ left: inout Int) -> Step {
    left -= 1
    return left > 0 ? .look : .done
  }
}
