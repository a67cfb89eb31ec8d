import Testing

@testable import Positioning

@Suite("Places in a trace to go on from")
struct TraceCheckpointsTests {
  @Test("Checkpoints stay bounded in number and in order")
  func checkpoints() {
    var checkpoints = TraceCheckpoints()
    for offset in stride(from: 0, to: 1 << 30, by: 1 << 16) where checkpoints.isWanted(at: offset) {
      checkpoints.add(
        .init(
          offset: offset, reader: TraceReader(), epochCount: nil, lastTime: nil, lastEnd: offset))
    }
    #expect((32...TraceCheckpoints.limit).contains(checkpoints.all.count))
    #expect(checkpoints.all.first?.offset == 0)
    #expect(checkpoints.last { $0.offset <= 1 << 29 }.offset <= 1 << 29)
    #expect(checkpoints.next(after: 1 << 29)!.offset > 1 << 29)
  }
}
