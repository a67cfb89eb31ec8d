import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// Values that carry references, as most values of a program do.
var payloads: [Workload] {
  [
    Workload("struct with a reference: subject → sink") { count in
      sending(count) { subject, tally in subject.sink { tally.add($0.reading) } }
    },
    Workload("struct with a reference: map → filter → sink") { count in
      sending(count) { subject, tally in
        subject.map { Sample(reading: $0.reading &* 3, sensor: $0.sensor) }
          .filter { $0.reading & 1 == 0 }
          .sink { tally.add($0.reading &+ $0.sensor.number) }
      }
    },
    Workload("struct with a reference: map → filter → sink, erased") { count in
      sending(count) { subject, tally in
        subject.map { Sample(reading: $0.reading &* 3, sensor: $0.sensor) }
          .filter { $0.reading & 1 == 0 }
          .eraseToAnyPublisher()
          .sink { tally.add($0.reading &+ $0.sensor.number) }
      }
    },
  ]
}

private final class Sensor {
  let number: Int
  init(number: Int) { self.number = number }
}

private struct Sample {
  var reading: Int
  var sensor: Sensor
}

private func sending(
  _ count: Int, _ attach: (PassthroughSubject<Sample, Never>, Tally) -> AnyCancellable
) -> Int {
  let tally = Tally()
  let sensor = Sensor(number: 7)
  let subject = PassthroughSubject<Sample, Never>()
  let cancellable = attach(subject, tally)
  withExtendedLifetime(cancellable) {
    for value in 0..<count { subject.send(Sample(reading: value, sensor: sensor)) }
  }
  return tally.finish()
}
