import Testing

@testable import Positioning

@Suite("The simulated drive")
struct MotionPlanTests {
  func plan(_ route: SimulatedRoute, seed: UInt64 = 1) -> MotionPlan {
    var stops = NoiseStream(seed: seed, source: .stops)
    return MotionPlan(route, stops: &stops)
  }

  static let zigzag = try! SimulatedRoute(
    name: "Zigzag",
    waypoints: [(0.0, 0.0), (0.002, 0.001), (0.0021, 0.0011), (0, 0.004), (0.001, -0.001)].map {
      .init(
        Coordinate(
          latitude: 10 + $0.0,
          longitude: 179.999 + $0.1 > 180
            ? $0.1 - 180.001 : 179.999 + $0.1),
        speedLimit: 6)
    },
    isLoop: true, vehicle: .bicycle)

  @Test(
    "acceleration, braking, speed, turning and sideways limits all hold for two laps",
    arguments: [SimulatedRoute.stockholmLoop, zigzag])
  func limits(route: SimulatedRoute) {
    let plan = plan(route)
    let fastest = route.waypoints.map(\.speedLimit).max()!
    let step = 0.1
    var last = plan.truth(at: 0)
    for index in 1...Int(2 * plan.period / step) {
      let next = plan.truth(at: Double(index) * step)
      let change = (next.speed - last.speed) / step
      #expect(change <= route.vehicle.acceleration + 1e-6)
      #expect(change >= -route.vehicle.braking - 1e-6)
      #expect(next.speed <= fastest + 1e-9)
      if let course = next.course, let before = last.course {
        let turn = abs((course - before).remainder(dividingBy: 360)) / step
        #expect(turn <= route.vehicle.turnRate + 1e-6)
        let sideways = turn * .pi / 180 * max(last.speed, next.speed)
        // Over a step of braking within a bend the speed is that of its faster end.
        #expect(sideways <= route.vehicle.lateralAcceleration * 1.05 + 1e-6)
      }
      let way = last.coordinate.flatDistance(to: next.coordinate)
      #expect(abs(way - (last.speed + next.speed) / 2 * step) < 0.02)
      last = next
    }
  }

  @Test("the Stockholm loop is about 6.5 km long and has stops, a tunnel and a believable pace")
  func stockholm() {
    let plan = plan(.stockholmLoop)
    let truths = (0..<Int(plan.period)).map { plan.truth(at: Double($0)) }
    let length = truths.map(\.speed).reduce(0, +)
    #expect((6000...7000).contains(length))
    #expect((8.0...14).contains(length / plan.period))
    #expect((40...150).contains(truths.count { $0.isInTunnel }))
    #expect((60...200).contains(truths.count { $0.speed == 0 }))
    #expect(truths.map(\.altitude).max()! <= 25 && truths.map(\.altitude).min()! >= 4)
  }

  @Test("a loop comes back to its start, an open route rests at its end")
  func ends() throws {
    let loop = plan(.stockholmLoop)
    let once = loop.truth(at: 100)
    let again = loop.truth(at: 100 + loop.period)
    #expect(once.coordinate.distance(to: again.coordinate) < 1e-3)

    let last = Coordinate(latitude: 1, longitude: 0.01)
    let route = try SimulatedRoute(
      name: "One way",
      waypoints: [.init(Coordinate(latitude: 1, longitude: 0)), .init(last)], isLoop: false)
    let oneWay = plan(route)
    let rest = oneWay.truth(at: 1e6)
    #expect(rest.coordinate.distance(to: last) < 1)
    #expect(rest.speed == 0 && rest.course == nil)
  }

  @Test("waypoints that make no route are refused with a reason")
  func refusals() {
    let here = Coordinate(latitude: 59, longitude: 18)
    let there = Coordinate(latitude: 59, longitude: 18.01)
    func refusal(_ waypoints: [SimulatedRoute.Waypoint]) -> SimulatedRouteError? {
      do {
        _ = try SimulatedRoute(name: "", waypoints: waypoints, isLoop: false)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal([.init(here)]) == .tooFewWaypoints(1))
    #expect(refusal([.init(here), .init(here)]) == .repeated(waypoint: 1))
    #expect(
      refusal([.init(here), .init(there, speedLimit: 0)]) == .noSpeed(waypoint: 1))
    #expect(
      refusal([.init(here), .init(Coordinate(latitude: .nan, longitude: 0))])
        == .notOnEarth(waypoint: 1))
    #expect(
      refusal([.init(here), .init(Coordinate(latitude: 0, longitude: 0))]) == .tooFar(waypoint: 0))
    #expect(
      SimulatedRouteError.repeated(waypoint: 1).description
        == "Waypoint 1 lies within a metre of the one before it; leave one of them out.")
  }
}
