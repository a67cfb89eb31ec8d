#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread with as little stack as threads usually get, and a gauge for it.
enum SmallStack {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a closure on a thread with 512 KiB of stack, as Apple's secondary threads have, and waits.
  static func run(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body)).toOpaque()
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    pthread_attr_setstacksize(attributes, 512 * 1024)
    #if canImport(Darwin)
      let place = UnsafeMutablePointer<pthread_t?>.allocate(capacity: 1)
      place.initialize(to: nil)
    #else
      let place = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
      place.initialize(to: pthread_t())
    #endif
    defer { place.deallocate() }
    pthread_create(place, attributes, entry, box)
    pthread_attr_destroy(attributes)
    #if canImport(Darwin)
      pthread_join(place.pointee!, nil)
    #else
      pthread_join(place.pointee, nil)
    #endif
  }

  /// Where the stack has come to; it grows downwards.
  @inline(never)
  static var position: Int {
    var marker: UInt8 = 0
    return withUnsafeMutablePointer(to: &marker) { Int(bitPattern: $0) }
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
