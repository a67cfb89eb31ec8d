extension Case {
  /// The case that belongs to a seed.
  public static func random(seed: UInt64) -> Case {
    var generator = CaseGenerator(random: Random(seed: seed))
    return generator.makeCase()
  }
}

/// Makes a case out of random numbers.
private struct CaseGenerator {
  var random: Random
  var subjectCount = 1
  var sharedCount = 0
  var subscriberCount = 1
  /// The next value that a subject sends: they count up, so that each can be told apart, and now
  /// and then one comes twice.
  var nextValue = 0

  init(random: Random) { self.random = random }

  mutating func makeCase() -> Case {
    let kinds: [SubjectKind] = [
      .ordered, .ordered, .ordered, .passthrough, .currentValue, .future, .published,
    ]
    var subjects: [SubjectKind] = []
    for _ in 0..<random.within(1...3) { subjects.append(random.one(of: kinds)) }
    subjectCount = subjects.count

    var shared: [SharedPipeline] = []
    while shared.count < 2, random.chance(15) {
      let connection = random.one(of: [
        SharedPipeline.Connection.share, .automatic, .automatic, .byHand,
      ])
      shared.append(SharedPipeline(connection, pipeline(operators: random.below(4))))
      sharedCount = shared.count
    }

    let pipeline = pipeline(operators: random.below(8))
    if random.chance(20) { subscriberCount = 2 }
    var subscribers: [Conduct] = []
    for number in 0..<subscriberCount { subscribers.append(conduct(of: number)) }

    var script: [Action] = [.attach(0)]
    for _ in 0..<random.within(3...14) { script.append(action()) }
    return Case(
      subjects: subjects, shared: shared, pipeline: pipeline, subscribers: subscribers,
      script: script)
  }

  /// A tree with about so many operators besides its sources.
  mutating func pipeline(operators: Int, isChild: Bool = false) -> Pipeline {
    guard operators > 0 else { return source(isChild: isChild) }
    let root = anyOperator()
    let rest = operators - 1
    // The first upstream gets most of what is left, so that chains become long.
    var inputs = [Pipeline]()
    for place in 0..<root.arity {
      let share = place == 0 ? (root.arity == 1 ? rest : rest / 2) : rest / (2 * root.arity)
      inputs.append(pipeline(operators: share, isChild: isChild || place > 0))
    }
    return Pipeline(root, inputs)
  }

  mutating func anyOperator() -> Operator {
    switch random.below(16) {
    case 0, 1, 2: .element(.random(&random))
    case 3, 4: .fold(.random(&random))
    case 5, 6, 7: .slice(.random(&random))
    case 8, 9, 10: .combination(.random(&random))
    case 11, 12: .recovery(.random(&random))
    case 13: .timing(.random(&random))
    case 14: .plumbing(.random(&random))
    default: random.chance(50) ? .timing(.random(&random)) : .plumbing(.random(&random))
    }
  }

  mutating func source(isChild: Bool) -> Pipeline {
    let source: Source
    switch random.below(20) {
    case 0: source = .just(random.below(10))
    case 1: source = .optional(random.chance(50) ? random.below(10) : nil)
    case 2: source = .result(random.chance(50) ? random.below(10) : nil)
    case 3: source = .empty(completes: random.chance(70))
    case 4: source = .fail
    case 5, 6, 7: source = .sequence(random.values())
    case 8: source = .record(random.values(), fails: random.chance(50))
    case 9: return Pipeline(.source(.deferred), [self.source(isChild: isChild)])
    case 10, 11, 12:
      source = sharedCount > 0 ? .shared(random.below(sharedCount)) : .subject(0)
    case 13 where isChild, 14 where isChild: source = .current
    default: source = .subject(random.below(subjectCount))
    }
    return Pipeline(.source(source))
  }

  mutating func conduct(of number: Int) -> Conduct {
    var conduct = Conduct(initialDemand: random.chance(50) ? nil : random.below(4))
    if conduct.initialDemand != nil {
      for _ in 0..<random.below(5) {
        conduct.returns.append(random.chance(50) ? 0 : random.below(3))
      }
    }
    if random.chance(35) {
      for _ in 0..<random.within(1...5) {
        var actions: [Action] = []
        if random.chance(45) {
          for _ in 0..<random.within(1...2) { actions.append(action(from: number)) }
        }
        conduct.reactions.append(actions)
      }
    }
    return conduct
  }

  /// Something to do; a subscriber that does it from inside a call mostly means itself.
  mutating func action(from subscriber: Int? = nil) -> Action {
    let chosen = subscriber ?? random.below(subscriberCount)
    switch random.below(20) {
    case 0..<9:
      if random.chance(85) { nextValue += 1 }
      return .send(nextValue, to: random.below(subjectCount))
    case 9: return random.chance(60) ? .finish(random.below(subjectCount)) : .cancel(chosen)
    case 10: return .fail(random.below(subjectCount))
    case 11, 12, 13: return .request(random.chance(20) ? nil : random.within(1...3), by: chosen)
    case 14: return random.chance(40) ? .cancel(chosen) : .request(random.within(1...3), by: chosen)
    case 15: return .attach(random.below(subscriberCount))
    case 16 where sharedCount > 0: return .connect(random.below(sharedCount))
    // Time stands still inside a call: virtual time that ran on there would nest.
    default: return subscriber == nil ? .advance(random.interval()) : .request(1, by: chosen)
    }
  }
}
