// Operators that are evaluated when they are written down. Most go through all the elements then: a
// sequence without end needs `prefix(_:)` first, which does not, or `eraseToAnyPublisher()`.

extension Publishers.Sequence {
  /// The elements, changed by a closure.
  @inlinable public func map<T>(_ transform: @escaping (Elements.Element) -> T)
    -> Publishers.Sequence<[T], Failure>
  { .init(sequence: sequence.map(transform)) }
  /// The results of a closure for the elements, without nil.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?)
    -> Publishers.Sequence<[T], Failure>
  { .init(sequence: sequence.compactMap(transform)) }
  /// The elements, with another value in place of nil.
  @inlinable public func replaceNil<T>(with output: T) -> Publishers.Sequence<[Output], Failure>
  where Elements.Element == T? { map { $0 ?? output } }
  /// The results of a closure for the result before, at first the given one, and an element.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Sequence<[T], Failure> {
    var result = initialResult
    return map {
      result = nextPartialResult(result, $0)
      return result
    }
  }
  /// The elements that a closure accepts.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool)
    -> Publishers.Sequence<[Output], Failure>
  { .init(sequence: sequence.filter(isIncluded)) }
  /// The same elements, under another failure type.
  @inlinable public func setFailureType<E: Error>(to error: E.Type)
    -> Publishers.Sequence<Elements, E>
  { .init(sequence: sequence) }
  /// No elements.
  @inlinable public func ignoreOutput() -> Empty<Output, Failure> { .init() }
  /// The elements without the first ones.
  @inlinable public func dropFirst(_ count: Int = 1)
    -> Publishers.Sequence<DropFirstSequence<Elements>, Failure>
  { .init(sequence: sequence.dropFirst(count)) }
  /// The elements from the first on that a closure rejects.
  ///
  /// As in the standard library, this keeps an iterator that has passed the others. If its copies
  /// share their position, as those of `AnySequence` do, only one subscriber gets all elements.
  @inlinable public func drop(while predicate: @escaping (Elements.Element) -> Bool)
    -> Publishers.Sequence<DropWhileSequence<Elements>, Failure>
  { .init(sequence: sequence.drop(while: predicate)) }
  /// The first elements.
  @inlinable public func prefix(_ maxLength: Int)
    -> Publishers.Sequence<PrefixSequence<Elements>, Failure>
  { .init(sequence: sequence.prefix(maxLength)) }
  /// The elements up to the first that a closure refuses.
  @inlinable public func prefix(while predicate: @escaping (Elements.Element) -> Bool)
    -> Publishers.Sequence<[Elements.Element], Failure>
  { .init(sequence: sequence.prefix(while: predicate)) }
  /// An array of the elements.
  @inlinable public func collect() -> Result<[Output], Failure>.Publisher { .init(Array(sequence)) }
  /// The last result of a closure for the result before, at first the given one, and an element.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Result<T, Failure>.Publisher { .init(sequence.reduce(initialResult, nextPartialResult)) }
  /// The last result of a closure, as with `reduce`, or the error that the closure throws.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result { try sequence.reduce(initialResult, nextPartialResult) }.publisher
  }
  /// True if a closure accepts every element.
  @inlinable public func allSatisfy(_ predicate: @escaping (Output) -> Bool)
    -> Result<Bool, Failure>.Publisher
  { .init(sequence.allSatisfy(predicate)) }
  /// True if a closure accepts every element, or the error that the closure throws.
  @inlinable public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher { Result { try sequence.allSatisfy(predicate) }.publisher }
  /// True if a closure accepts any element.
  @inlinable public func contains(where predicate: @escaping (Output) -> Bool)
    -> Result<Bool, Failure>.Publisher
  { .init(sequence.contains(where: predicate)) }
  /// True if a closure accepts any element, or the error that the closure throws.
  @inlinable public func tryContains(where predicate: @escaping (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  { Result { try sequence.contains(where: predicate) }.publisher }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// The elements without those that equal the one before.
  @inlinable public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> {
    var last: Output?
    return filter { element in
      defer { last = element }
      return element != last
    }
  }
  /// True if any element equals another value.
  @inlinable public func contains(_ output: Elements.Element) -> Result<Bool, Failure>.Publisher {
    .init(sequence.contains(output))
  }
}

extension Publishers.Sequence where Failure == Never {
  /// The first of the least elements, by an order.
  @inlinable public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Output?.Publisher
  { .init(sequence.min(by: areInIncreasingOrder)) }
  /// The first of the greatest elements, by an order.
  @inlinable public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Output?.Publisher
  { .init(sequence.max(by: areInIncreasingOrder)) }
  /// The first element that a closure accepts.
  @inlinable public func first(where predicate: @escaping (Output) -> Bool) -> Output?.Publisher {
    .init(sequence.first(where: predicate))
  }
}

extension Publishers.Sequence where Failure == Never, Elements.Element: Comparable {
  /// The least element.
  @inlinable public func min() -> Output?.Publisher { .init(sequence.min()) }
  /// The greatest element.
  @inlinable public func max() -> Output?.Publisher { .init(sequence.max()) }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// The first element.
  @inlinable public func first() -> Output?.Publisher { .init(sequence.first) }
  /// The element at an index of the collection, if it has one there.
  @inlinable public func output(at index: Elements.Index) -> Output?.Publisher {
    .init(sequence.indices.contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// The number of elements.
  @inlinable public func count() -> Result<Int, Failure>.Publisher { .init(sequence.count) }
  /// The elements whose indices are in a range, as far as the collection has them.
  @inlinable public func output(in range: Range<Elements.Index>)
    -> Publishers.Sequence<[Output], Failure>
  { .init(sequence: Array(sequence[range.clamped(to: sequence.startIndex..<sequence.endIndex)])) }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// The last element.
  @inlinable public func last() -> Output?.Publisher { .init(sequence.last) }
  /// The last element that a closure accepts.
  @inlinable public func last(where predicate: @escaping (Output) -> Bool) -> Output?.Publisher {
    .init(sequence.last(where: predicate))
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  /// The element at an index of the collection, if it has one there.
  @inlinable public func output(at index: Elements.Index) -> Output?.Publisher {
    .init(sequence.startIndex <= index && index < sequence.endIndex ? sequence[index] : nil)
  }
  /// The number of elements.
  @inlinable public func count() -> Just<Int> { .init(sequence.count) }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// The given values, then the elements.
  @inlinable public func prepend(_ elements: Output...) -> Self { prepend(elements) }
  /// The elements of another sequence, then those of this one.
  @inlinable public func prepend<S: Swift.Sequence<Output>>(
    _ elements: S
  ) -> Self { .init(sequence: elements + sequence) }
  /// The elements of another publisher's sequence, then those of this one.
  @inlinable public func prepend(_ publisher: Self) -> Self { prepend(publisher.sequence) }
  /// The elements, then the given values.
  @inlinable public func append(_ elements: Output...) -> Self { append(elements) }
  /// The elements, then those of another sequence.
  @inlinable public func append<S: Swift.Sequence<Output>>(
    _ elements: S
  ) -> Self { .init(sequence: sequence + elements) }
  /// The elements, then those of another publisher's sequence.
  @inlinable public func append(_ publisher: Self) -> Self { append(publisher.sequence) }
}
