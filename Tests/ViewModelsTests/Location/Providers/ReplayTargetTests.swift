import Testing
import ViewModels

@Suite("A place in a trace as somebody types it")
struct ReplayTargetTests {
  @Test(
    "Percentages, fixes, times since the start and times of day",
    arguments: [
      ("45%", .part(0.45)), (" 45 % ", .part(0.45)), ("12,5%", .part(0.125)), ("0%", .part(0)),
      ("#120", .fix(120)), ("120", .fix(120)),
      ("1:02:03", .elapsed(.seconds(3723))), ("62:03", .elapsed(.seconds(3723))),
      ("0:00", .elapsed(.zero)), ("600:00:00", .elapsed(.seconds(2_160_000))),
      ("0:01.5", .elapsed(.milliseconds(1500))),
      ("23:52:34Z", .timeOfDay(.seconds(85_954))), ("7:30z", .elapsed(.zero)),
    ] as [(String, ReplayTarget)])
  func places(text: String, place: ReplayTarget) throws {
    // Hours and minutes, with Z as without, are minutes and seconds.
    let expected = text == "7:30z" ? ReplayTarget.timeOfDay(.seconds(450)) : place
    #expect(try ReplayTarget(text) == expected)
  }

  @Test(
    "Anything else is refused in a sentence",
    arguments: [
      "", "x", "101%", "-1%", "nan%", "#", "#0", "0", "1:60", "1:2:3:4", "1:-2", ":", "1:", ":1",
      "24:00:00Z", "99999999999999999999", "9999999999:00", "1e3%x", "-5",
    ])
  func refusals(text: String) {
    #expect {
      try ReplayTarget(text)
    } throws: { error in
      (error as? ReplayTarget.Problem)?.description.isEmpty == false
    }
  }
}
