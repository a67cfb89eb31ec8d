import Expressions

/// A value as a key: two keys are equal if `==` in an expression says so. 20 and 20.0 are equal,
/// also in lists and objects.
///
/// A ``StreamValue`` itself equals only values of the same kind, because a document keeps its
/// numbers as they were written.
struct ComparedValue: Hashable {
  let value: StreamValue

  init(_ value: StreamValue) { self.value = value }

  static func == (left: Self, right: Self) -> Bool { left.value.isSame(as: right.value) }

  func hash(into hasher: inout Hasher) {
    switch value {
    case .integer(let integer): hasher.combine(integer)
    case .text(let text): hasher.combine(text)
    case .truth(let truth): hasher.combine(truth)
    case .null: hasher.combine(-1)
    case .list(let values):
      hasher.combine(values.count)
      for value in values { hasher.combine(ComparedValue(value)) }
    case .object(let object):
      // The order of the members is irrelevant.
      hasher.combine(
        object.members.reduce(object.count) { sum, member in
          var hasher = Hasher()
          hasher.combine(member.key)
          hasher.combine(ComparedValue(member.value))
          return sum ^ hasher.finalize()
        })
    default:
      // A whole decimal has the hash of the integer.
      let decimal = value.asDouble ?? 0
      if let integer = Int(exactly: decimal) {
        hasher.combine(integer)
      } else {
        hasher.combine(decimal)
      }
    }
  }
}
