import Synchronization

/// A count that many threads may change.
package final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  package var value: Int { count.load(ordering: .sequentiallyConsistent) }

  package func add(_ amount: Int = 1) { count.add(amount, ordering: .sequentiallyConsistent) }
}

/// Carries a value into closures that run on other threads. That it may be used there is for the
/// test to see to; often it is just what the test is about.
package struct Unchecked<Value>: @unchecked Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }
}
