import Formats
import Platform
import Dispatch
import Reactive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reports when a file, or a file in a folder, is written, replaced, created, removed or given
/// other permissions, and when a symbolic link in its path changes its target.
///
///     FileWatcher(path: "streams.json").changes().sink { reload() }
///
/// On Linux the kernel reports changes within milliseconds; on other systems, and if a folder
/// cannot be watched, the file is checked twenty times a second.
public struct FileWatcher: Sendable {
  /// The file or folder.
  public let path: String
  /// True to check the file repeatedly instead of asking the system.
  package var isPolling = false

  /// Makes a watcher of a file, which need not exist, or of a folder.
  public init(path: String) { self.path = path }

  /// Makes a publisher that sends on a scheduler after each change since the subscription.
  ///
  /// Changes in quick succession may be sent as one. Never finishes.
  public func changes<Context: Scheduler>(
    on scheduler: Context = DispatchQueue.main
  ) -> AnyPublisher<Void, Never> {
    Deferred { () -> AnyPublisher<Void, Never> in
      let subject = PassthroughSubject<Void, Never>()
      let watch =
        (isPolling ? nil : watch { scheduler.schedule { subject.send() } })
        ?? poll(scheduler) { subject.send() }
      return subject.handleEvents(receiveCancel: { watch.cancel() }).eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  /// Checks the file repeatedly.
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
  package var fingerprint: [Int] {
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
    private func watch(_ onChange: @escaping () -> Void) -> (any Cancellable)? {
      PathWatch(path, onChange)
    }
  #else
    private func watch(_ onChange: @escaping () -> Void) -> (any Cancellable)? { nil }
  #endif
}

#if canImport(Glibc)
  /// Listens to the kernel's reports about the folders in a path.
  ///
  /// It watches folders, not the file, because a replaced file is another file; and all folders
  /// with a symbolic link of the path, because links are changed in their own folder, by `ln -sfn`
  /// and by Kubernetes for the files of a ConfigMap. After a name has changed, it looks up the
  /// folders again.
  private final class PathWatch: Cancellable, @unchecked Sendable {
    // Sendable because everything after `init` happens on one queue.
    private let source: any DispatchSourceRead
    private let file: CInt
    private let path: String
    private let onChange: () -> Void
    private var watches: [CInt: Watch] = [:]

    /// The watch on a folder.
    private struct Watch {
      /// The names in the path.
      var names: Set<String> = []
      /// The folder's path, if its files are watched.
      var ofFiles: String?
      var folder: String
    }

    /// The maximum number of links among a folder's files that are followed.
    private static let mostLinks = 1_000

    private static let contents = IN_CLOSE_WRITE | IN_ATTRIB
    private static let events =
      contents | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MOVE_SELF | IN_DELETE_SELF

    init?(_ path: String, _ onChange: @escaping () -> Void) {
      file = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
      guard file >= 0 else { return nil }
      (self.path, self.onChange) = (path, onChange)
      source = DispatchSource.makeReadSource(
        fileDescriptor: file, queue: DispatchQueue(label: "file-watcher"))
      source.setCancelHandler { [file] in close(file) }
      guard watchFolders() else {
        // A source that was never resumed must not be released.
        source.resume()
        source.cancel()
        return nil
      }
      source.setEventHandler { [weak self] in self?.read() }
      source.resume()
    }

    func cancel() { source.cancel() }

    deinit { source.cancel() }

    /// Watches only the folders in the path; returns false if the last one cannot be watched.
    private func watchFolders() -> Bool {
      var new: [CInt: Watch] = [:]
      func add(_ folder: String) -> CInt? {
        let watch = inotify_add_watch(file, folder, UInt32(Self.events))
        guard watch >= 0 else { return nil }
        if new[watch] == nil { new[watch] = Watch(folder: folder) }
        return watch
      }
      func add(_ entries: [FilePath.Entry]) -> Bool {
        var isWatched = true
        for entry in entries {
          let watch = add(entry.folder)
          isWatched = watch != nil
          if let watch { new[watch]!.names.insert(entry.name) }
        }
        return isWatched
      }
      var isWatched = add(FilePath.entries(to: path))
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        let watch = add(path)
        isWatched = watch != nil
        if let watch { new[watch]!.ofFiles = path }
        var linkCount = 0
        for name in FilePath.names(in: path) ?? [] where name.ends(with: ".json") {
          let entries = FilePath.entries(to: path + "/" + name)
          guard let own = entries.firstIndex(where: { $0.name == name }), own < entries.count - 1,
            linkCount < Self.mostLinks
          else { continue }
          linkCount += 1
          _ = add(Array(entries[(own + 1)...]))
        }
      }
      for watch in watches.keys where new[watch] == nil { inotify_rm_watch(file, watch) }
      watches = new
      return isWatched
    }

    private func read() {
      var (hasChanged, hasMoved) = (false, false)
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = Glibc.read(file, &buffer, buffer.count), count > 0 {
        var rest = buffer[..<count]
        // An event is four numbers of 32 bits: the watch, what has happened, a cookie, and the
        // number of bytes of the name that follows.
        while rest.count >= 16 {
          func number(_ index: Int) -> UInt32 {
            rest.dropFirst(4 * index).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
          }
          let (length, event) = (Int(number(3)), Int(number(1)))
          let name = String(
            decoding: rest.dropFirst(16).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
          note(event, name, of: CInt(bitPattern: number(0)), &hasChanged, &hasMoved)
          rest = rest.dropFirst(16 + length)
        }
      }
      // A folder that can no longer be watched is noticed at the next lookup.
      if hasMoved { _ = watchFolders() }
      if hasChanged { onChange() }
    }

    private func note(
      _ event: Int, _ name: String, of number: CInt, _ hasChanged: inout Bool,
      _ hasMoved: inout Bool
    ) {
      if event & Int(IN_Q_OVERFLOW | IN_MOVE_SELF | IN_DELETE_SELF) != 0 {
        (hasChanged, hasMoved) = (true, true)
      }
      guard let watch = watches[number] else { return }
      let isOnTheWay = watch.names.contains(name)
      let isFile = watch.ofFiles != nil && name.ends(with: ".json")
      guard isOnTheWay || isFile, event != Int(IN_CREATE) || !isNew(name, in: watch.folder) else {
        return
      }
      if event & Int(Self.contents) == 0 { hasMoved = true }
      hasChanged = true
    }

    /// Returns true for a file that has been created and is about to be written.
    private func isNew(_ name: String, in folder: String) -> Bool {
      var status = stat()
      return lstat(FilePath.Entry(folder: folder, name: name).path, &status) == 0
        && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    }
  }
#endif
