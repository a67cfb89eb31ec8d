/// A subscriber where it lies. It cannot be copied, so that a call borrows it: the closures and
/// objects that it is made of are not retained for the call. The memory that it lies in is kept
/// meanwhile.
@usableFromInline struct Seat<S: Subscriber>: ~Copyable {
  @usableFromInline let subscriber: S

  @inlinable init(_ subscriber: consuming S) { self.subscriber = subscriber }

  /// Calls the subscriber.
  @inlinable @inline(__always)
  borrowing func call<Result>(_ body: (S) -> Result) -> Result { body(subscriber) }
}

/// Room within an object for a subscriber of any type: a sink behind two or three closures lies
/// there, a larger one behind a pointer; and from its end on for the memory of the stages before a
/// sink. Raw, because the object that knows no types would have to look them up to free it.
@usableFromInline struct Room {
  @usableFromInline typealias Words = (
    UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt
  )
  @usableFromInline var words: Words = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  /// The number of bytes before the stages' memory.
  @usableFromInline var size = MemoryLayout<Words>.size
  /// True if the subscriber lies in memory of its own.
  @usableFromInline var isApart = false
  /// The address of the subscriber, once it is there.
  @usableFromInline var pointer: UnsafeMutableRawPointer?

  @inlinable init() {}

  /// The beginning of the room, in the object, which stays where it is.
  @inlinable var start: UnsafeMutableRawPointer {
    @inline(__always) mutating get {
      withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0) }
    }
  }

  /// Takes room for a value away from the end; nil if there is too little left.
  @inlinable mutating func take<Value>(for _: Value.Type) -> UnsafeMutablePointer<Value>? {
    let needed = (MemoryLayout<Value>.size + 7) & ~7
    guard needed <= size, MemoryLayout<Value>.alignment <= 8 else { return nil }
    size -= needed
    return (start + size).assumingMemoryBound(to: Value.self)
  }

  /// The address of the subscriber, whose type is given.
  @inlinable @inline(__always)
  func seat<S: Subscriber>(of _: S.Type) -> UnsafeMutablePointer<Seat<S>> {
    pointer.unsafelyUnwrapped.assumingMemoryBound(to: Seat<S>.self)
  }

  /// Puts a subscriber in.
  @inlinable @inline(__always) mutating func fill<S: Subscriber>(with subscriber: consuming S) {
    isApart = MemoryLayout<Seat<S>>.size > size || MemoryLayout<Seat<S>>.alignment > 8
    pointer =
      isApart ? UnsafeMutableRawPointer(UnsafeMutablePointer<Seat<S>>.allocate(capacity: 1)) : start
    seat(of: S.self).initialize(to: Seat(subscriber))
  }

  /// Frees the subscriber, whose type is given.
  @inlinable @inline(__always) func empty<S: Subscriber>(of _: S.Type) {
    let seat = seat(of: S.self)
    seat.deinitialize(count: 1)
    if isApart { seat.deallocate() }
  }
}
