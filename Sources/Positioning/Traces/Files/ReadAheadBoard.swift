import Platform

/// Where the threads that read ahead get their tasks, and put down what they have read.
///
/// Unchecked because the compiler does not see that the plan is used under the mutex alone; the
/// pointers are set once, and what they point to is made for many threads.
final class ReadAheadBoard: @unchecked Sendable {
  /// How many bytes a part has, but for the last one.
  let length: Int

  private let file: RandomAccessFile
  /// How many bytes a task may take.
  let longestTask: Int
  private var plan: ReadAheadPlan
  private var hasStopped = false
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Changes of the plan: one that waits for a part, and those that wait for a task, are few.
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(file: RandomAccessFile, plan: ReadAheadPlan, length: Int) {
    self.file = file
    self.plan = plan
    self.length = length
    longestTask = plan.longestTask
    mutex.initialize(to: pthread_mutex_t())
    change.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(mutex)
    change.deallocate()
    mutex.deallocate()
  }

  /// Uses the plan, and wakes those whom it may concern.
  func withPlan<Result>(_ body: (inout ReadAheadPlan) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    let result = body(&plan)
    pthread_cond_broadcast(change)
    pthread_mutex_unlock(mutex)
    return result
  }

  /// Takes the part that begins at an offset; nil where no thread has begun it, or it could not be
  /// read. Waits while it is being read.
  func take(at offset: Int) -> TracePart? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      switch plan.take(at: offset) {
      case .none: return nil
      case .read(let part): return part
      case .underWay: pthread_cond_wait(change, mutex)
      }
    }
  }

  /// Lets the threads end as soon as they have done what they are at.
  func stop() {
    pthread_mutex_lock(mutex)
    hasStopped = true
    pthread_cond_broadcast(change)
    pthread_mutex_unlock(mutex)
  }

  /// The work of each thread, until it is stopped.
  func work() {
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: longestTask)
    defer { buffer.deallocate() }
    while let task = nextTask() { perform(task, buffer) }
  }

  private func nextTask() -> ReadAheadPlan.Task? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !hasStopped {
      if let task = plan.begin() { return task }
      pthread_cond_wait(change, mutex)
    }
    return nil
  }

  /// Reads a part, and puts it down.
  func perform(_ task: ReadAheadPlan.Task, _ buffer: UnsafeMutablePointer<UInt8>) {
    var task = task
    let room = UnsafeMutableRawBufferPointer(start: buffer, count: task.lead + length)
    // An unreadable part is left to the reader itself, which reports the reason.
    let part = file.readAll(at: task.offset - task.lead, into: room).flatMap { count in
      let bytes = UnsafeBufferPointer(start: buffer, count: count)
      guard task.isGuess else {
        return TracePart(bytes, at: task.offset, following: task.known, room: &task.room)
      }
      return TracePart(
        bytes, lead: task.lead, at: task.offset, known: task.known, room: &task.room)
    }
    withPlan { $0.finish(task.offset, part) }
  }
}
