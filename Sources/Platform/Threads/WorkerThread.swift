/// A thread for one piece of work.
///
/// A queue would be simpler, but does not report that the system refuses it a thread: its work then
/// waits for ever.
///
/// Unchecked because of the thread's number, which on Darwin is a pointer to the system's data.
package struct WorkerThread: @unchecked Sendable {
  private let number: pthread_t

  /// Runs work on a thread of its own, which must be joined.
  ///
  /// - Parameters:
  ///   - stackSize: The size of its stack in bytes; nil for the default.
  ///   - work: The work, which is run and released on that thread; not run if an error is thrown.
  /// - Throws: The reason why there is no thread.
  package init(stackSize: Int? = nil, _ work: @escaping () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    let box = Unmanaged.passRetained(Work(work))
    #if canImport(Glibc)
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, run, box.toOpaque())
    #else
      var thread: pthread_t!
      let code = pthread_create(&thread, &attributes, { run($0) }, box.toOpaque())
    #endif
    if code != 0 {
      box.release()
      throw SystemError(code)
    }
    number = thread
  }

  /// Waits until the thread has ended.
  package func join() { pthread_join(number, nil) }

  /// Runs work on a thread of its own, which is not joined.
  ///
  /// - Returns: 0, or an `errno` if there is no thread; the work is then not run.
  package static func start(stackSize: Int? = nil, _ work: @escaping () -> Void) -> Int32 {
    do throws(SystemError) {
      pthread_detach(try WorkerThread(stackSize: stackSize, work).number)
      return 0
    } catch { return error.code }
  }

  /// Throws if the system refuses this process a number of simultaneous threads: a queue needs one
  /// for its work, and more for timers and descriptors.
  package static func check(count: Int = 4) throws(SystemError) {
    guard let pipe = PrivatePipe() else { throw SystemError() }
    var threads: [WorkerThread] = []
    defer {
      // The threads wait for the end of the pipe.
      Descriptor.close(pipe.input)
      for thread in threads { thread.join() }
      Descriptor.close(pipe.output)
    }
    for _ in 0..<count {
      threads.append(
        try WorkerThread(stackSize: 1 << 18) {
          var byte: UInt8 = 0
          _ = Descriptor.read(pipe.output, &byte, 1)
        })
    }
  }

  fileprivate final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }
}

private let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  Unmanaged<WorkerThread.Work>.fromOpaque($0!).takeRetainedValue().run()
  return nil
}
