/// A subscriber where it lies. It cannot be copied, so that a call borrows it: the closures and
/// objects that it is made of are not retained for the call. The object that it lies in keeps it
/// meanwhile.
@usableFromInline struct Seat<S: Subscriber>: ~Copyable {
  @usableFromInline let subscriber: S

  @inlinable init(_ subscriber: consuming S) { self.subscriber = subscriber }

  /// Calls the subscriber.
  @inlinable @inline(__always)
  borrowing func call<Result>(_ body: (S) -> Result) -> Result { body(subscriber) }
}

/// Room within an object for a subscriber of any type: a sink behind two or three closures lies
/// there, a larger one behind a pointer. Raw, because the object that knows no types would have to
/// look them up to free it.
@usableFromInline struct Room {
  @usableFromInline typealias Words = (
    UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt
  )
  @usableFromInline var words: Words = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  @inlinable init() {}

  @inlinable @inline(__always) static func fits<S: Subscriber>(_: S.Type) -> Bool {
    MemoryLayout<Seat<S>>.size <= MemoryLayout<Words>.size
      && MemoryLayout<Seat<S>>.alignment <= MemoryLayout<Words>.alignment
  }

  /// The place of the subscriber, whose type is given.
  @inlinable @inline(__always)
  mutating func seat<S: Subscriber>(of _: S.Type) -> UnsafeMutablePointer<Seat<S>> {
    let address = withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0) }
    return Self.fits(S.self)
      ? address.assumingMemoryBound(to: Seat<S>.self)
      : address.load(as: UnsafeMutablePointer<Seat<S>>.self)
  }

  /// Puts a subscriber in; the object stays where it is.
  @inlinable @inline(__always) mutating func fill<S: Subscriber>(with subscriber: consuming S) {
    if !Self.fits(S.self) {
      words.0 = UInt(bitPattern: UnsafeMutablePointer<Seat<S>>.allocate(capacity: 1))
    }
    seat(of: S.self).initialize(to: Seat(subscriber))
  }

  /// Frees the subscriber, whose type is given.
  @inlinable @inline(__always) mutating func empty<S: Subscriber>(of _: S.Type) {
    let seat = seat(of: S.self)
    seat.deinitialize(count: 1)
    if !Self.fits(S.self) { seat.deallocate() }
  }
}
