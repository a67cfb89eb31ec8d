import Reactive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Real threads, because a pool has no more of them than the machine has cores.
package enum Threads {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// How often a thread takes a lock in a row until it owns it: in these tests rarely, so that
  /// locks are owned and taken away all the time. `LOCK_PATIENCE` in the environment says
  /// otherwise; with a number beyond reach no lock is ever owned.
  private static let rareOwnership: Void = BiasedLock.threshold.store(
    getenv("LOCK_PATIENCE").flatMap { UInt(String(cString: $0)) } ?? 2, ordering: .relaxed)

  /// Runs a closure on so many threads at once, and waits for all of them.
  package static func run(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
    var bodies: [@Sendable () -> Void] = []
    for number in 0..<count { bodies.append { body(number) } }
    run(bodies)
  }

  /// Runs closures on a thread each, and waits for all of them.
  ///
  /// - Parameter stackSize: How many bytes of stack each thread has; nil for what is usual.
  package static func run(_ bodies: [@Sendable () -> Void], stackSize: Int? = nil) {
    _ = rareOwnership
    var threads: [pthread_t] = []
    for body in bodies { threads.append(begin(Body(body), stackSize)) }
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Runs a closure on a thread of its own, and waits for nothing.
  package static func start(_ body: @escaping @Sendable () -> Void) {
    pthread_detach(begin(Body(body), nil))
  }

  private static func begin(_ body: Body, _ stackSize: Int?) -> pthread_t {
    let box = Unmanaged.passRetained(body).toOpaque()
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    if let stackSize { pthread_attr_setstacksize(attributes, stackSize) }
    // A pointer of its own, because Swift 6.3 crashes on a local variable here.
    #if canImport(Darwin)
      let place = UnsafeMutablePointer<pthread_t?>.allocate(capacity: 1)
      place.initialize(to: nil)
    #else
      let place = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
      place.initialize(to: pthread_t())
    #endif
    defer { place.deallocate() }
    pthread_create(place, attributes, entry, box)
    #if canImport(Darwin)
      return place.pointee!
    #else
      return place.pointee
    #endif
  }

  #if canImport(Darwin)
    private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { start($0) }
  #else
    private static let entry:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        { start($0!) }
  #endif

  private static func start(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run()
    return nil
  }
}
