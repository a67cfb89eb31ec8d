extension Case {
  /// The smallest case found of which the same can still be said: as long as one of the smaller
  /// ones does, it takes the place of this one.
  public func shrunk(while holds: (Case) -> Bool) -> Case {
    var smallest = self
    while let smaller = smallest.smallerCases.first(where: holds) { smallest = smaller }
    return smallest
  }

  /// Cases with one thing less, those that lose most before the others.
  private var smallerCases: [Case] {
    var cases: [Case] = []
    func add(_ change: (inout Case) -> Void) {
      var smaller = self
      change(&smaller)
      cases.append(smaller)
    }

    for pipeline in pipeline.smallerPipelines { add { $0.pipeline = pipeline } }
    for (number, stream) in shared.enumerated() {
      for pipeline in stream.pipeline.smallerPipelines {
        add { $0.shared[number].pipeline = pipeline }
      }
    }
    if shared.count > 0, !names.contains("shared") {
      add { $0.shared = [] }
    }
    for index in script.indices.reversed() { add { $0.script.remove(at: index) } }
    for (number, conduct) in subscribers.enumerated() {
      for smaller in conduct.smallerConducts { add { $0.subscribers[number] = smaller } }
    }
    for (number, kind) in subjects.enumerated() where kind != .ordered {
      add { $0.subjects[number] = .ordered }
    }
    return cases
  }
}

extension Pipeline {
  /// Trees in which an operator gives way to one of its inputs, or a source is simpler.
  fileprivate var smallerPipelines: [Pipeline] {
    var pipelines = inputs
    for (place, input) in inputs.enumerated() {
      for smaller in input.smallerPipelines {
        var pipeline = self
        pipeline.inputs[place] = smaller
        pipelines.append(pipeline)
      }
    }
    for operation in root.smallerOperators {
      pipelines.append(Pipeline(operation, Array(inputs.prefix(operation.arity))))
    }
    return pipelines
  }
}

extension Operator {
  /// The same with fewer upstreams or fewer values.
  fileprivate var smallerOperators: [Operator] {
    switch self {
    case .combination(.zip(let count)) where count > 2: [.combination(.zip(count - 1))]
    case .combination(.flatMap(let children, let maximum)) where children > 1:
      [.combination(.flatMap(children: children - 1, maximum: maximum))]
    case .combination(.switchToLatest(let children)) where children > 1:
      [.combination(.switchToLatest(children: children - 1))]
    case .combination(.appendValues(let values)) where !values.isEmpty:
      [.combination(.appendValues(values.dropLast()))]
    case .combination(.prependValues(let values)) where !values.isEmpty:
      [.combination(.prependValues(values.dropLast()))]
    case .source(.sequence(let values)) where !values.isEmpty:
      [.source(.sequence(values.dropLast()))]
    case .source(.record(let values, let fails)) where !values.isEmpty:
      [.source(.record(values.dropLast(), fails: fails))]
    case .source(.current): [.source(.just(1))]
    case .recovery(.retry(let count)) where count > 1: [.recovery(.retry(count - 1))]
    default: []
    }
  }
}

extension Conduct {
  /// The same that does less, or asks for everything.
  fileprivate var smallerConducts: [Conduct] {
    var conducts: [Conduct] = []
    if initialDemand != nil { conducts.append(Conduct(initialDemand: nil, reactions: reactions)) }
    if !reactions.isEmpty {
      conducts.append(
        Conduct(initialDemand: initialDemand, returns: returns, reactions: reactions.dropLast()))
    }
    if !returns.isEmpty {
      conducts.append(
        Conduct(initialDemand: initialDemand, returns: returns.dropLast(), reactions: reactions))
    }
    for call in reactions.indices {
      for index in reactions[call].indices {
        var smaller = self
        smaller.reactions[call].remove(at: index)
        conducts.append(smaller)
      }
    }
    for index in returns.indices where returns[index] > 0 {
      var smaller = self
      smaller.returns[index] = 0
      conducts.append(smaller)
    }
    return conducts
  }
}
