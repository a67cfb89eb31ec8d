/// A tree of operators: the description of a publisher, which either library can build.
public struct Pipeline: Hashable, Sendable {
  /// What stands at the root, the last that a value comes through.
  public var root: Operator
  /// What it listens to: the upstream first, then the other ones and the children to choose among.
  public var inputs: [Pipeline]

  /// Makes a tree.
  public init(_ root: Operator, _ inputs: [Pipeline] = []) {
    precondition(inputs.count == root.arity, "\(root) has \(root.arity) upstreams.")
    (self.root, self.inputs) = (root, inputs)
  }

  /// How many operators and sources there are.
  public var count: Int { inputs.reduce(1) { $0 + $1.count } }

  /// The names of all operators and sources.
  public var names: Set<String> {
    inputs.reduce(into: [root.name]) { $0.formUnion($1.names) }
  }
}

extension Pipeline: CustomStringConvertible {
  public var description: String {
    guard let upstream = inputs.first else { return "\(root)" }
    if case .source = root { return "\(root) { \(upstream) }" }
    let others = inputs.dropFirst().map { "\($0)" }.joined(separator: ", ")
    return "\(upstream).\(root)" + (others.isEmpty ? "" : " { \(others) }")
  }
}
