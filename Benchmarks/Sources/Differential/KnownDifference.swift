import PipelineCases

/// A difference that is wanted, or that OpenCombine is to blame for.
struct KnownDifference: Sendable, CustomStringConvertible {
  /// Who differs from Combine.
  enum Origin: String, Sendable { case deliberate, openCombine = "OpenCombine" }

  let origin: Origin
  let reason: String
  /// Whether it is what is seen in a case that cannot be made smaller.
  let explains: @Sendable (Trial) -> Bool

  var description: String { "\(origin.rawValue): \(reason)" }

  static let all: [KnownDifference] = []
}
