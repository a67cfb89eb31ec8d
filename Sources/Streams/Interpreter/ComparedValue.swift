import Expressions

/// A value as a key: two are the same if `==` holds for them in an expression, so 20 and 20.0 are
/// one, also in lists and objects.
///
/// A ``StreamValue`` itself is equal to another only if both are of the same kind, because a
/// document keeps the numbers that it was written with.
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
      // The order of the members must not count.
      hasher.combine(
        object.members.reduce(object.count) { sum, member in
          var hasher = Hasher()
          hasher.combine(member.key)
          hasher.combine(ComparedValue(member.value))
          return sum ^ hasher.finalize()
        })
    default:
      // A number that is a whole one has the hash of the integer.
      let decimal = value.asDouble ?? 0
      if let integer = Int(exactly: decimal) {
        hasher.combine(integer)
      } else {
        hasher.combine(decimal)
      }
    }
  }
}
