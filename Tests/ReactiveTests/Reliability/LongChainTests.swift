import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// Chains as long as a program may make them, on as little stack as a thread may have.
@Suite("Reliability: long chains")
struct LongChainTests {
  /// The course of a stream: how many values it sent, and how deep the stack was at most.
  struct Account: Sendable {
    var values = 0
    var sum = 0
    var depth = 0
    var hasFinished = false
  }

  /// Runs a publisher to its end on a small stack. The depth says how many calls each value goes
  /// through, so that a depth which does not grow means work that grows no faster than the values.
  static func account(_ build: @escaping @Sendable () -> AnyPublisher<Int, Never>) -> Account {
    let account = Unchecked(Box())
    SmallStack.run {
      let start = SmallStack.position
      let cancellable = build().sink(
        receiveCompletion: { _ in account.value.content.hasFinished = true },
        receiveValue: {
          account.value.content.values += 1
          account.value.content.sum += $0
          account.value.content.depth = max(
            account.value.content.depth, start - SmallStack.position)
        })
      withExtendedLifetime(cancellable) {}
    }
    return account.value.content
  }

  private final class Box { var content = Account() }

  /// A way of making a chain of so many links, which sends 1 for each.
  struct Chain: Sendable, CustomTestStringConvertible {
    let name: String
    let build: @Sendable (Int) -> AnyPublisher<Int, Never>

    init(_ name: String, _ build: @escaping @Sendable (Int) -> AnyPublisher<Int, Never>) {
      (self.name, self.build) = (name, build)
    }

    var testDescription: String { name }

    static let all: [Chain] = [
      .init("appended publishers") { count in
        (1..<count).reduce(Just(1).eraseToAnyPublisher()) { chain, _ in
          chain.append(Just(1)).eraseToAnyPublisher()
        }
      },
      .init("appended values") { count in
        (1..<count).reduce(Just(1).eraseToAnyPublisher()) { chain, _ in
          chain.append(1).eraseToAnyPublisher()
        }
      },
      .init("prepended publishers") { count in
        (1..<count).reduce(Just(1).eraseToAnyPublisher()) { chain, _ in
          chain.prepend(Just(1)).eraseToAnyPublisher()
        }
      },
      .init("chains of chains") { count in
        let pairs = (0..<(count / 2)).map { _ in Just(1).append(1).eraseToAnyPublisher() }
        return pairs.dropFirst().reduce(pairs[0]) { $0.append($1).eraseToAnyPublisher() }
      },
      .init("erased by AnyPublisher's initialiser") { count in
        (1..<count).reduce(AnyPublisher(Just(1))) { chain, _ in AnyPublisher(chain.append(1)) }
      },
    ]
  }

  @Test("a chain of 10,000 erased links uses no more stack than a short one", arguments: Chain.all)
  func erasedChain(_ chain: Chain) {
    let short = Self.account { chain.build(100) }
    for count in [5_000, 10_000] {
      let long = Self.account { chain.build(count) }
      #expect(long.values == count)
      #expect(long.sum == count)
      #expect(long.hasFinished)
      #expect(long.depth < short.depth + 4096)
    }
  }

  @Test("a chain keeps to demand across its links, and a failure leaves out the rest")
  func chainSemantics() {
    let chain = (0..<100).reduce(Empty<Int, TestError>().eraseToAnyPublisher()) { chain, number in
      chain.append(number, number).eraseToAnyPublisher()
    }
    let probe = ProbeSubscriber<Int, TestError>(demand: .max(3))
    chain.subscribe(probe)
    #expect(probe.values == [0, 0, 1])
    probe.request(.max(2))
    #expect(probe.values == [0, 0, 1, 1, 2])
    #expect(chain.log().count == 202)
    let failing = chain.append(Fail(error: .expected)).eraseToAnyPublisher().append(9)
      .eraseToAnyPublisher()
    #expect(failing.log().count == 202)
    #expect(failing.log().last == "failure expected")
    #expect(chain.subscriptionName() == "Concatenate")
    let cancelling = ProbeSubscriber<Int, TestError>()
    cancelling.onValue = { [unowned cancelling] value in
      if value == 5 { cancelling.cancel() }
      return .none
    }
    chain.subscribe(cancelling)
    #expect(cancelling.values.count == 11)
    #expect(!cancelling.hasEnded)
  }

  @Test("a million retries at once use no more stack than a few, and subscribe just so often")
  func retries() {
    func attempts(_ count: Int) -> (attempts: Int, depth: Int) {
      let (subscriptions, depth) = (Counter(), Unchecked(Box()))
      SmallStack.run {
        let start = SmallStack.position
        let failing = Deferred {
          subscriptions.add()
          depth.value.content.depth = max(
            depth.value.content.depth, start - SmallStack.position)
          return Fail<Int, TestError>(error: .expected)
        }
        let cancellable = failing.retry(count).sink(
          receiveCompletion: { _ in depth.value.content.hasFinished = true },
          receiveValue: { _ in })
        withExtendedLifetime(cancellable) {}
      }
      #expect(depth.value.content.hasFinished)
      return (subscriptions.value, depth.value.content.depth)
    }
    let few = attempts(10)
    let many = attempts(1_000_000)
    #expect(few.attempts == 11)
    #expect(many.attempts == 1_000_001)
    #expect(many.depth < few.depth + 4096)
  }

  @Test("twenty thousand switches, flat maps and merges at once use no more stack than a few")
  func others() {
    let builders: [@Sendable (Int) -> AnyPublisher<Int, Never>] = [
      { count in
        (0..<count).publisher.eraseToAnyPublisher().map { _ in Just(1) }.switchToLatest()
          .eraseToAnyPublisher()
      },
      { count in
        (0..<count).publisher.eraseToAnyPublisher().flatMap(maxPublishers: .max(1)) { _ in Just(1) }
          .eraseToAnyPublisher()
      },
      { count in
        (0..<count).publisher.eraseToAnyPublisher().map { _ in 1 }.merge(with: Empty())
          .eraseToAnyPublisher()
      },
      { count in
        (0..<count).publisher.eraseToAnyPublisher().map { _ in 1 }.receive(
          on: ImmediateScheduler.shared
        )
        .eraseToAnyPublisher()
      },
    ]
    for build in builders {
      let few = Self.account { build(10) }
      let many = Self.account { build(20_000) }
      #expect(many.values == 20_000)
      #expect(many.depth < few.depth + 4096)
    }
  }
}
