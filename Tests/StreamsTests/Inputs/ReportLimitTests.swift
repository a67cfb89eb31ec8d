import Testing

@testable import Streams

@Suite("Reports that come again and again")
struct ReportLimitTests {
  @Test(
    "The first of a kind are passed on, and the rest is counted",
    arguments: [(1, 1), (3, 3), (4, 3), (500_000, 3)])
  func counts(number: Int, passedOn: Int) {
    var limit = ReportLimit(most: 3)
    var reports: [String] = []
    for _ in 0..<number { limit.note("x") { reports.append("x" + $0) } }
    limit.note("y") { reports.append("y" + $0) }
    #expect(reports.count == passedOn + 1)
    #expect(reports.prefix(2).allSatisfy { $0.count == 1 } && reports.last == "y")
    reports = []
    limit.finish { reports.append("\($0) \($1)") }
    #expect(reports == (number > 3 ? ["x \(number - 3)"] : []))
    limit.finish { _, _ in Issue.record("it began anew") }
  }
}
