#if OPENCOMBINE
  import OpenCombine

  // OpenCombine has no merge and no combineLatest. This is what its users write instead, of the
  // operators that it has.

  extension Publisher where Failure == Never {
    func merge(with other: Self) -> some Publisher<Output, Never> {
      [self, other].publisher.flatMap { $0 }
    }

    func combineLatest<P: Publisher>(_ other: P) -> some Publisher<(Output, P.Output), Never>
    where P.Failure == Never {
      let changes = [
        map { (value: Output) -> (Output?, P.Output?) in (value, nil) }.eraseToAnyPublisher(),
        other.map { (value: P.Output) -> (Output?, P.Output?) in (nil, value) }
          .eraseToAnyPublisher(),
      ]
      return changes.publisher.flatMap { $0 }
        .scan((Output?.none, P.Output?.none)) { latest, change in
          (change.0 ?? latest.0, change.1 ?? latest.1)
        }
        .compactMap { latest in latest.0.flatMap { first in latest.1.map { (first, $0) } } }
    }

    func combineLatest<P: Publisher, Q: Publisher>(
      _ second: P, _ third: Q
    ) -> some Publisher<(Output, P.Output, Q.Output), Never>
    where P.Failure == Never, Q.Failure == Never {
      combineLatest(second).combineLatest(third).map { ($0.0, $0.1, $1) }
    }
  }
#endif
