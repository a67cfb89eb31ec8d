/// The names that a well-known article on streams as data gives these, so that code written after
/// it compiles.
extension StreamModel {
  /// Makes a stream whose id is a value's text, such as that of a `UUID`; the same as
  /// ``init(id:name:description:items:)``.
  ///
  ///     let streamA = StreamModel(
  ///       id: UUID(), name: "Serial Stream A", description: nil,
  ///       stream: [1, 2].map { StreamItem(value: $0, operators: [.delay(seconds: 1)]) })
  ///
  /// - Parameters:
  ///   - id: The id by which other documents of the same file refer to it: the value's description.
  ///   - name: The name that people see.
  ///   - description: Its purpose.
  ///   - stream: The items, first to last.
  public init(
    id: some CustomStringConvertible, name: String? = nil, description: String? = nil,
    stream: [StreamItem<Value>]
  ) {
    self.init(id: id.description, name: name, description: description, items: stream)
  }

  /// The items, first to last: ``items``.
  public var stream: [StreamItem<Value>] {
    get { items }
    set { items = newValue }
  }
}
