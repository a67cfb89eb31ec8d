import Reactive

/// What a program counts in: a plain global variable.
var counter = 0

/// A model as view models are.
final class Model: ObservableObject {
  @Published var name = 0
  @Published var count = 0
}

/// One thing to measure, so many times; the closure resets the counter itself.
struct Pipeline {
  let name: String
  let run: (Int) -> Void
}

let pipelines: [Pipeline] = [
  Pipeline(name: "subject → sink") { times in
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.sink { counter &+= $0 }
    withExtendedLifetime(cancellable) {
      for value in 0..<times { subject.send(value) }
    }
  },
  Pipeline(name: "subject → map → filter → sink") { times in
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { counter &+= $0 }
    withExtendedLifetime(cancellable) {
      for value in 0..<times { subject.send(value) }
    }
  },
  Pipeline(name: "the same, and each closure counts") { times in
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.map { value -> Int in
      counter &+= 1
      return value &* 3
    }.filter { value in
      counter &+= 1
      return value & 1 == 0
    }.sink { counter &+= $0 }
    withExtendedLifetime(cancellable) {
      for value in 0..<times { subject.send(value) }
    }
  },
  Pipeline(name: "sequence → map → filter → sink") { times in
    let cancellable = (0..<times).publisher
      .map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { counter &+= $0 }
    withExtendedLifetime(cancellable) {}
  },
  Pipeline(name: "two @Published, both set, nobody observing") { times in
    let model = Model()
    for value in 0..<times {
      model.name = value
      model.count = value
    }
    counter &+= model.name &+ model.count
  },
  Pipeline(name: "two @Published, both set → a sink each") { times in
    let model = Model()
    let cancellables = [model.$name.sink { counter &+= $0 }, model.$count.sink { counter &+= $0 }]
    withExtendedLifetime(cancellables) {
      for value in 0..<times {
        model.name = value
        model.count = value
      }
    }
  },
  Pipeline(name: "two @Published, both set → objectWillChange → sink") { times in
    let model = Model()
    let cancellable = model.objectWillChange.sink { counter &+= 1 }
    withExtendedLifetime(cancellable) {
      for value in 0..<times {
        model.name = value
        model.count = value
      }
    }
  },
  Pipeline(name: "two @Published → combineLatest → map → sink") { times in
    let model = Model()
    let cancellable = model.$name.combineLatest(model.$count).map { $0 &+ $1 }
      .sink { counter &+= $0 }
    withExtendedLifetime(cancellable) {
      for value in 0..<times {
        model.name = value
        model.count = value
      }
    }
  },
]
