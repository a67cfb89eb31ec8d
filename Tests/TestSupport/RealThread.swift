#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the system's own, which starts whatever the pools are busy with.
package enum RealThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a closure on a new thread and waits for nothing.
  package static func start(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      pthread_create(&thread, nil, { body in RealThread.main(body) }, body)
      if let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      pthread_create(&thread, nil, { body in RealThread.main(body) }, body)
      pthread_detach(thread)
    #endif
  }

  private static func main(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
    return nil
  }
}
