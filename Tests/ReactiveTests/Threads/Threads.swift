#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Real threads, because a pool has no more of them than the machine has cores.
enum Threads {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a closure on so many threads at once, and waits for all of them.
  static func run(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
    var bodies: [@Sendable () -> Void] = []
    for number in 0..<count { bodies.append { body(number) } }
    run(bodies)
  }

  /// Runs closures on a thread each, and waits for all of them.
  static func run(_ bodies: [@Sendable () -> Void]) {
    var threads: [pthread_t] = []
    for body in bodies { threads.append(begin(Body(body))) }
    for thread in threads { pthread_join(thread, nil) }
  }

  private static func begin(_ body: Body) -> pthread_t {
    let box = Unmanaged.passRetained(body).toOpaque()
    // A pointer of its own, because Swift 6.3 crashes on a local variable here.
    #if canImport(Darwin)
      let place = UnsafeMutablePointer<pthread_t?>.allocate(capacity: 1)
      place.initialize(to: nil)
    #else
      let place = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
      place.initialize(to: pthread_t())
    #endif
    defer { place.deallocate() }
    pthread_create(place, nil, entry, box)
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

/// The same random numbers at each run, for a seed (Vigna's SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
