import Platform
import Dispatch
import Reactive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reports when a file is written, replaced, made, removed or given other permissions, or a file of
/// a folder is.
///
///     FileWatcher(path: "streams.json").changes().sink { reload() }
///
/// On Linux the kernel reports it, within milliseconds; elsewhere, and where a folder cannot be
/// watched, the file is checked twenty times a second.
public struct FileWatcher: Sendable {
  /// The file or folder.
  public let path: String

  /// Makes a watcher of a file, which need not exist, or of a folder.
  public init(path: String) { self.path = path }

  /// Makes a publisher that sends on a scheduler after each change, from its subscription on.
  ///
  /// Changes that follow each other quickly may be sent as one. Never finishes.
  public func changes<Context: Scheduler>(
    on scheduler: Context = DispatchQueue.main
  ) -> AnyPublisher<Void, Never> {
    names(on: scheduler).map { _ in }.eraseToAnyPublisher()
  }

  /// The names of files that have changed; nil if any may have.
  typealias Names = Set<String>?

  /// Makes a publisher that sends the names of a folder's changed files, and nil for a single file.
  func names<Context: Scheduler>(on scheduler: Context) -> AnyPublisher<Names, Never> {
    Deferred { () -> AnyPublisher<Names, Never> in
      let subject = PassthroughSubject<Names, Never>()
      let watch =
        watch { names in scheduler.schedule { subject.send(names) } }
        ?? poll(scheduler) { subject.send(nil) }
      return subject.handleEvents(receiveCancel: { watch.cancel() }).eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  /// Checks the file again and again.
  private func poll<Context: Scheduler>(
    _ scheduler: Context, _ onChange: @escaping () -> Void
  ) -> any Cancellable {
    var last = fingerprint
    let interval = Context.SchedulerTimeType.Stride.milliseconds(50)
    return scheduler.schedule(after: scheduler.now.advanced(by: interval), interval: interval) {
      let next = fingerprint
      if next != last { onChange() }
      last = next
    }
  }

  /// Numbers that change when the file does; for a folder, its own times.
  var fingerprint: [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    #if canImport(Darwin)
      let (time, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (time, change) = (status.st_mtim, status.st_ctim)
    #endif
    return [
      Int(status.st_dev), Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec,
      change.tv_sec, change.tv_nsec,
    ]
  }

  #if canImport(Glibc)
    private func watch(_ onChange: @escaping (Names) -> Void) -> (any Cancellable)? {
      let resolved = (try? AtomicFile(path: path).path) ?? path
      var status = stat()
      if stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        return FolderWatch(resolved, name: nil, onChange)
      }
      let slash = resolved.lastIndex(of: "/")
      let folder = slash.map { $0 == resolved.startIndex ? "/" : String(resolved[..<$0]) } ?? "."
      let name = slash.map { String(resolved[resolved.index(after: $0)...]) } ?? resolved
      return FolderWatch(folder, name: name, onChange)
    }
  #else
    private func watch(_ onChange: @escaping (Names) -> Void) -> (any Cancellable)? { nil }
  #endif
}

#if canImport(Glibc)
  /// Listens to the kernel's reports about a folder.
  ///
  /// The folder, not the file, because a file that is replaced is another one afterwards.
  private final class FolderWatch: Cancellable, @unchecked Sendable {
    // Sendable because nothing changes after `init`, and `onChange` is called on one queue alone.
    private let source: any DispatchSourceRead
    private let name: String?
    private let onChange: (FileWatcher.Names) -> Void

    /// - Parameter name: The file of the folder to report; nil for every `.json` file.
    init?(_ folder: String, name: String?, _ onChange: @escaping (FileWatcher.Names) -> Void) {
      let file = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
      guard file >= 0 else { return nil }
      let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB
      guard inotify_add_watch(file, folder, UInt32(events)) >= 0 else {
        close(file)
        return nil
      }
      (self.name, self.onChange) = (name, onChange)
      source = DispatchSource.makeReadSource(
        fileDescriptor: file, queue: DispatchQueue(label: "file-watcher"))
      source.setEventHandler { [weak self] in self?.read(file) }
      source.setCancelHandler { close(file) }
      source.resume()
    }

    func cancel() { source.cancel() }

    deinit { source.cancel() }

    private func read(_ file: CInt) {
      var changed: FileWatcher.Names = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = Glibc.read(file, &buffer, buffer.count), count > 0 {
        var rest = buffer[..<count]
        // An event is four numbers of 32 bits: the watch, what has happened, a cookie, and the
        // number of bytes of the name that follows.
        while rest.count >= 16 {
          func number(_ index: Int) -> Int {
            rest.dropFirst(4 * index).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
          }
          let length = number(3)
          let bytes = rest.dropFirst(16).prefix(length)
          let file = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          if number(1) & Int(IN_Q_OVERFLOW) != 0 || file == name {
            changed = nil
          } else if name == nil, file.hasSuffix(".json") {
            changed?.insert(file)
          }
          rest = rest.dropFirst(16 + length)
        }
      }
      if changed != [] { onChange(changed) }
    }
  }
#endif
