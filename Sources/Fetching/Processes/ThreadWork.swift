import Dispatch
import Platform
import Reactive

/// Work on a thread of its own, which may be blocked.
package enum ThreadWork {
  /// Starts work, and makes a publisher of its result, which is sent on that thread.
  ///
  /// - Parameters:
  ///   - group: The group that the work belongs to until it ends.
  ///   - failure: Makes the failure if no thread can be started.
  ///   - work: Returns the result.
  package static func future<Value, Failure: Error>(
    in group: DispatchGroup = DispatchGroup(),
    failure: @escaping (String) -> Failure, _ work: @escaping () -> Result<Value, Failure>
  ) -> Future<Value, Failure> {
    Future { promise in
      // Handed over: only the one thread calls it.
      nonisolated(unsafe) let promise = promise
      group.enter()
      let code = WorkerThread.start {
        promise(work())
        group.leave()
      }
      guard code != 0 else { return }
      group.leave()
      promise(.failure(failure(SystemError(code).reason)))
    }
  }
}
