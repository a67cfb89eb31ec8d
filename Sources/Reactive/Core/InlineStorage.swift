/// A subscriber in the memory that stores it. It cannot be copied, so that a call borrows it: its
/// closures and objects are not retained for the call. Its memory is kept meanwhile.
@usableFromInline struct StoredSubscriber<S: Subscriber>: ~Copyable {
  @usableFromInline let subscriber: S

  @inlinable init(_ subscriber: consuming S) { self.subscriber = subscriber }

  /// Calls the subscriber.
  @inlinable @inline(__always)
  borrowing func call<Result>(_ body: (S) -> Result) -> Result { body(subscriber) }
}

/// Storage within an object for a subscriber of any type: a sink after two or three closures is
/// stored in it, a larger one behind a pointer. The memory of the stages before a sink begins at
/// its end. Raw, because the object that knows no types would have to look them up to free it.
@usableFromInline struct InlineStorage {
  @usableFromInline typealias Words = (
    UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt
  )
  @usableFromInline var words: Words = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  /// The number of bytes before the stages' memory.
  @usableFromInline var size = MemoryLayout<Words>.size
  /// True if the subscriber has separate memory.
  @usableFromInline var isApart = false
  /// The address of the subscriber; nil until it is stored.
  @usableFromInline var pointer: UnsafeMutableRawPointer?

  @inlinable init() {}

  /// The beginning of the storage, in the object, which is not moved.
  @inlinable var start: UnsafeMutableRawPointer {
    @inline(__always) mutating get {
      withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0) }
    }
  }

  /// Takes memory for a value from the end; returns nil if too little is left.
  @inlinable mutating func take<Value>(for _: Value.Type) -> UnsafeMutablePointer<Value>? {
    let needed = (MemoryLayout<Value>.size + 7) & ~7
    guard needed <= size, MemoryLayout<Value>.alignment <= 8 else { return nil }
    size -= needed
    return (start + size).assumingMemoryBound(to: Value.self)
  }

  /// The address of the subscriber of a given type.
  @inlinable @inline(__always)
  func slot<S: Subscriber>(of _: S.Type) -> UnsafeMutablePointer<StoredSubscriber<S>> {
    pointer.unsafelyUnwrapped.assumingMemoryBound(to: StoredSubscriber<S>.self)
  }

  /// Puts a subscriber in.
  @inlinable @inline(__always) mutating func fill<S: Subscriber>(with subscriber: consuming S) {
    isApart =
      MemoryLayout<StoredSubscriber<S>>.size > size
      || MemoryLayout<StoredSubscriber<S>>.alignment > 8
    pointer =
      isApart
      ? UnsafeMutableRawPointer(UnsafeMutablePointer<StoredSubscriber<S>>.allocate(capacity: 1))
      : start
    slot(of: S.self).initialize(to: StoredSubscriber(subscriber))
  }

  /// Frees the subscriber of a given type.
  @inlinable @inline(__always) func empty<S: Subscriber>(of _: S.Type) {
    let stored = slot(of: S.self)
    stored.deinitialize(count: 1)
    if isApart { stored.deallocate() }
  }
}
