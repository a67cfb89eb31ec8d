#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread for one piece of work.
///
/// A queue would be simpler, but says nothing when the system refuses it a thread: its work waits
/// for ever then.
package enum WorkerThread {
  /// Runs work on a thread of its own.
  ///
  /// - Returns: 0, or an `errno` that says why there is no thread; the work is not run then.
  package static func start(_ work: @escaping () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = Unmanaged.passRetained(Work(work))
    #if canImport(Glibc)
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, run, box.toOpaque())
    #else
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { run($0) }, box.toOpaque())
    #endif
    if code != 0 { box.release() }
    return code
  }

  /// Whether the system gives this process threads: 0, or an `errno` that says why not.
  package static func check() -> Int32 { start {} }

  private final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().run()
    return nil
  }
}
