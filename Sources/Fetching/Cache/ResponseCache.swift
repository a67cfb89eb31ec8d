import Platform

/// Responses on disk, one file for each, to be shown while new ones are fetched.
///
///     let cache = ResponseCache(folder: folder)
///     let key = ResponseCache.Key(url: "https://example.org/users")
///     try cache.keep(response, as: key)
///     cache.entry(for: key)?.response.text  // what was kept, with its age
///
/// A file is replaced as a whole and accessible only to its owner (mode 0600, in folders of mode
/// 0700). It contains the response's status, its body and the headers that describe the body, but
/// neither the request nor a cookie, and its name reveals nothing. A corrupt file is ignored. If
/// there are too many files or bytes, the oldest are removed.
///
/// All calls block during disk access, and may come from any thread; other programs may use the
/// same folder.
public struct ResponseCache: Sendable {
  /// A response with the time since its arrival.
  package struct Entry: Hashable, Sendable {
    /// The response, with the headers that were kept.
    package var response: HTTPResponse
    /// The time since the response arrived, or was last confirmed by its server.
    package var age: Duration
  }

  /// The folder of the files; it is made together with the first one.
  public let folder: String
  /// The maximum number of responses.
  package let largestCount: Int
  /// The maximum number of bytes of all responses together.
  package let largestSize: Int
  private let millisecondsSince1970: @Sendable () -> Int

  /// Makes a cache in a folder, which it neither reads nor writes yet.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder. Other files in it stay as they are.
  ///   - largestCount: The maximum number of responses.
  ///   - largestSize: The maximum number of bytes of all responses together.
  public init(folder: String, largestCount: Int = 200, largestSize: Int = 64 << 20) {
    self.init(
      folder: folder, largestCount: largestCount, largestSize: largestSize,
      millisecondsSince1970: Self.systemTime)
  }

  /// Makes a cache with a given clock.
  package init(
    folder: String, largestCount: Int = 200, largestSize: Int = 64 << 20,
    millisecondsSince1970: @escaping @Sendable () -> Int
  ) {
    (self.folder, self.largestCount, self.largestSize) = (folder, largestCount, largestSize)
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// The default cache of a program: `answers` in its folder of `$XDG_CACHE_HOME`, or of
  /// `$HOME/.cache`; nil if neither variable names a folder.
  ///
  /// - Parameters:
  ///   - program: The name of the program's folder.
  ///   - environment: The variables of the environment.
  public static func usual(of program: String, environment: [String: String]) -> ResponseCache? {
    UserFolder.cache(environment).map { ResponseCache(folder: "\($0)/\(program)/answers") }
  }

  // MARK: Reading

  /// Returns the cached response; nil if there is none, or it cannot be trusted: it is corrupt, or
  /// from the future because the clock was set back.
  package func entry(for key: Key) -> Entry? {
    guard var file = try? AtomicFile(path: path(of: key)) else { return nil }
    file.sizeLimit = largestSize
    guard let bytes = try? file.read(), let kept = CachedResponse(consume bytes, of: key)
    else { return nil }
    // Neither is negative, to prevent an overflow.
    let age = max(0, millisecondsSince1970()) - kept.time
    return age < 0 ? nil : Entry(response: kept.response, age: .milliseconds(age))
  }

  // MARK: Writing

  /// Keeps a response instead of the previous one.
  ///
  /// Responses without success and those that are too large are not kept. If the server forbids
  /// storage (`Cache-Control: no-store`), the response is not kept, and the previous one is
  /// removed.
  ///
  /// - Throws: ``ResponseCacheError`` if the file cannot be written; the previous one stays.
  package func keep(_ response: HTTPResponse, as key: Key) throws(ResponseCacheError) {
    guard response.isSuccess else { return }
    if response.headers.directives(of: "Cache-Control").contains("no-store") { return remove(key) }
    let bytes = CachedResponse(response, time: millisecondsSince1970()).bytes(as: key)
    guard bytes.count <= largestSize else { return }
    let path = path(of: key)
    do throws(FileFailure) {
      try AtomicFile(path: path).update(failure: { $0 }) { _ throws(FileFailure) in bytes }
    } catch { throw ResponseCacheError(path: path, reason: error.reason) }
    trim(keeping: key)
  }

  /// Removes a response, if there is one.
  package func remove(_ key: Key) { unlink(path(of: key)) }

  /// Removes the oldest responses until the limits are met.
  private func trim(keeping newest: Key) {
    let names = (FilePath.names(in: folder) ?? []).filter(Key.isFileName)
    let files = names.compactMap(file)
    var (count, size) = (files.count, files.reduce(0) { $0 + $1.size })
    // File times are coarse: the newest file may look as old as others.
    let others = files.filter { $0.name != newest.fileName }.sorted { $0.written < $1.written }
    for file in others where count > largestCount || size > largestSize {
      unlink("\(folder)/\(file.name)")
      (count, size) = (count - 1, size - file.size)
    }
  }

  private struct File {
    var name: String
    var size: Int
    /// The file system's time, in nanoseconds since 1970.
    var written: Int
  }

  private func file(_ name: String) -> File? {
    var status = stat()
    guard lstat("\(folder)/\(name)", &status) == 0 else { return nil }
    return File(name: name, size: Int(status.st_size), written: status.nanosecondsOfChange)
  }

  private func path(of key: Key) -> String { "\(folder)/\(key.fileName)" }

  private static let systemTime: @Sendable () -> Int = {
    SystemClock.nanoseconds() / 1_000_000
  }
}

/// The reason why a response could not be kept.
package struct ResponseCacheError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  package let path: String
  /// The system's reason.
  package let reason: String

  /// One sentence with the problem, the path and the remedy.
  package var description: String {
    "Cannot cache the response in \(path): \(reason). Check the folder, or set XDG_CACHE_HOME "
      + "to another one."
  }
}

extension stat {
  /// The time when the contents last changed, in nanoseconds since 1970.
  fileprivate var nanosecondsOfChange: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec * 1_000_000_000 + st_mtimespec.tv_nsec
    #else
      st_mtim.tv_sec * 1_000_000_000 + st_mtim.tv_nsec
    #endif
  }
}
