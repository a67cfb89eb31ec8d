import PipelineCases

/// A difference that is wanted, or that OpenCombine is to blame for.
struct KnownDifference: Sendable {
  /// Who differs from Combine.
  enum Origin: Sendable { case deliberate, openCombine }

  let origin: Origin
  let name: String
  let reason: String
  /// Whether it is what is seen in a case that cannot be made smaller.
  let explains: @Sendable (Trial) -> Bool

  static let all: [KnownDifference] = []
}
