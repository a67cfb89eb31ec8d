import Reactive
import Testing

@Suite("Demand")
struct DemandTests {
  typealias Demand = Subscribers.Demand

  @Test("demands add up, and unlimited absorbs")
  func sums() {
    #expect(Demand.max(2) + .max(3) == .max(5))
    #expect(Demand.max(2) + 3 == 5)
    #expect(Demand.max(2) + -1 == 1)
    #expect(Demand.unlimited + .max(1) == .unlimited)
    #expect(Demand.max(1) + .unlimited == .unlimited)
    #expect(Demand.unlimited + .unlimited == .unlimited)
    #expect(Demand.unlimited - .max(1) == .unlimited)
    #expect(Demand.unlimited - .unlimited == .unlimited)
    #expect(Demand.unlimited * 0 == .unlimited)
  }

  @Test("what overflows becomes unlimited, and what falls below zero becomes zero")
  func limits() {
    #expect(Demand.max(.max) + 1 == .unlimited)
    #expect(Demand.max(.max) + .max(.max) == .unlimited)
    #expect(Demand.max(.max) * 2 == .unlimited)
    #expect(Demand.max(1) - .max(2) == .none)
    #expect(Demand.max(1) - 5 == .none)
    #expect(Demand.max(1) - .unlimited == .none)
    #expect(Demand.max(3) * 4 == 12)
    var demand = Demand.max(1)
    demand += .max(2)
    demand += 1
    demand -= .max(1)
    demand -= 1
    demand *= 5
    #expect(demand == 10)
  }

  @Test("demands compare with each other and with numbers; unlimited is the greatest")
  func comparisons() {
    #expect(Demand.none < .max(1))
    #expect(Demand.max(.max) < .unlimited)
    #expect(Demand.unlimited > Int.max)
    #expect(!(Demand.unlimited == Int.max))
    #expect(Demand.unlimited != Int.max)
    #expect(Demand.max(3) == 3 && 3 == Demand.max(3))
    #expect(Demand.max(3) != 4 && 4 != Demand.max(3))
    #expect(Demand.max(3) > 2 && Demand.max(3) >= 3 && Demand.max(3) < 4 && Demand.max(3) <= 3)
    #expect(2 < Demand.max(3) && 3 <= Demand.max(3) && 4 > Demand.max(3) && 3 >= Demand.max(3))
    #expect(Demand.none > -1 && -1 < Demand.none)
    #expect(Demand.max(3).max == 3 && Demand.unlimited.max == nil && Demand.none == .max(0))
  }

  @Test("a demand is written as unlimited or max(3)")
  func descriptions() {
    #expect("\(Demand.unlimited)" == "unlimited")
    #expect("\(Demand.max(3))" == "max(3)")
    #expect("\(Demand.none)" == "max(0)")
  }
}
