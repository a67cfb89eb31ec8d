import Testing

@testable import Positioning

@Suite("The simulated drive")
struct SimulatedRouteTests {
  let drive = SimulatedDrive(.stockholmLoop)

  @Test("the Stockholm loop is about 6.5 km long and has stops, a tunnel and a believable pace")
  func stockholm() {
    let truths = (0..<600).map { drive.truth(at: Double($0)) }
    let length = truths.map(\.speed).reduce(0, +)
    #expect((5000...7000).contains(length))
    #expect((40...150).contains(truths.count { $0.isInTunnel }))
    #expect((60...200).contains(truths.count { $0.speed == 0 }))
    #expect(truths.map(\.altitude).max()! <= 25 && truths.map(\.altitude).min()! >= 4)
  }

  @Test("the speed is that of the points, and never changes faster than a car's")
  func limits() {
    var last = drive.truth(at: 0)
    for index in 1...12_000 {
      let next = drive.truth(at: Double(index) / 10)
      let change = (next.speed - last.speed) * 10
      #expect(change <= 1.8 + 1e-6 && change >= -2.2 - 1e-6)
      let (east, north) = (next.point.east - last.point.east, next.point.north - last.point.north)
      let distance = (east * east + north * north).squareRoot()
      #expect(abs(distance - (last.speed + next.speed) / 20) < 0.5)
      last = next
    }
  }

  @Test("an open route rests at its end")
  func ends() throws {
    let last = Coordinate(latitude: 1, longitude: 0.01)
    let route = try #require(
      SimulatedRoute(
        waypoints: [.init(Coordinate(latitude: 1, longitude: 0)), .init(last)], isLoop: false))
    let drive = SimulatedDrive(route)
    let rest = drive.truth(at: 1e6)
    #expect(drive.map.coordinate(rest.point).distance(to: last) < 1)
    #expect(rest.speed == 0)
  }

  @Test("waypoints that make no route are refused")
  func refusals() {
    let here = Coordinate(latitude: 59, longitude: 18)
    let there = Coordinate(latitude: 59, longitude: 18.01)
    func makesRoute(_ waypoints: SimulatedRoute.Waypoint...) -> Bool {
      SimulatedRoute(waypoints: waypoints, isLoop: false) != nil
    }
    #expect(makesRoute(.init(here)) && makesRoute(.init(here), .init(there)))
    #expect(!makesRoute())
    #expect(!makesRoute(.init(here), .init(here)))
    #expect(!makesRoute(.init(here), .init(there, speedLimit: 0)))
    #expect(!makesRoute(.init(here), .init(Coordinate(latitude: .nan, longitude: 0))))
    #expect(!makesRoute(.init(here), .init(Coordinate(latitude: 0, longitude: 0))))
  }
}
