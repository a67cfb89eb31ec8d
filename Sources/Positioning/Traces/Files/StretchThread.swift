#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread that reads ahead for a board, until that is stopped.
///
/// Unchecked because of the thread's number, which on Darwin is a pointer to what belongs to the
/// system.
struct StretchThread: @unchecked Sendable {
  private let number: pthread_t

  /// Starts a thread; nil where the system has no room for one.
  ///
  /// - Parameter attributes: How large its stack is, and the like; nil for what is usual.
  init?(of board: StretchBoard, _ attributes: UnsafePointer<pthread_attr_t>? = nil) {
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let box = Unmanaged.passRetained(board)
    let status = pthread_create(
      &thread, attributes,
      { box in
        #if canImport(Glibc)
          let box: UnsafeMutableRawPointer! = box
        #endif
        Unmanaged<StretchBoard>.fromOpaque(box).takeRetainedValue().work()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      return nil
    }
    #if canImport(Glibc)
      number = thread
    #else
      guard let thread else { return nil }
      number = thread
    #endif
  }

  /// Waits until the thread has ended.
  func join() { pthread_join(number, nil) }
}
