import Platform

/// Answers kept on disk, each in a file of its own, to be shown while they are fetched again.
///
///     let cache = ResponseCache(folder: folder)
///     let key = ResponseCache.Key(url: "https://example.org/users")
///     try cache.keep(response, as: key)
///     cache.entry(for: key)?.response.text  // what was kept, with its age
///
/// A file is replaced as a whole and is its owner's alone (mode 0600, in folders of mode 0700). It
/// has the response's body, its status, and of its headers those that say what the body is; neither
/// the request nor a cookie gets into it, and its name reveals nothing. A corrupt file is no
/// answer. When there are too many, or too many bytes, those go that were written first.
///
/// All calls block while the disk works, and may come from any thread; other programs may have the
/// same folder.
public struct ResponseCache: Sendable {
  /// A response with the time that has passed since it came.
  package struct Entry: Hashable, Sendable {
    /// The response, with the headers that were kept.
    package var response: HTTPResponse
    /// The time since the response came, or since its server last confirmed it.
    package var age: Duration
  }

  /// The folder of the files; it is made with the first one.
  public let folder: String
  /// The greatest number of responses.
  package let largestCount: Int
  /// The greatest number of bytes of all responses together.
  package let largestSize: Int
  private let millisecondsSince1970: @Sendable () -> Int

  /// Makes a cache in a folder, which it neither reads nor writes yet.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder. Other files in it stay as they are.
  ///   - largestCount: The greatest number of responses.
  ///   - largestSize: The greatest number of bytes of all responses together.
  public init(folder: String, largestCount: Int = 200, largestSize: Int = 64 << 20) {
    self.init(
      folder: folder, largestCount: largestCount, largestSize: largestSize,
      millisecondsSince1970: Self.systemTime)
  }

  /// Makes a cache by a clock of one's own.
  package init(
    folder: String, largestCount: Int = 200, largestSize: Int = 64 << 20,
    millisecondsSince1970: @escaping @Sendable () -> Int
  ) {
    (self.folder, self.largestCount, self.largestSize) = (folder, largestCount, largestSize)
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// The usual cache of a program: `answers` in its folder of `$XDG_CACHE_HOME`, or of
  /// `$HOME/.cache`; nil if neither variable names a folder.
  ///
  /// - Parameters:
  ///   - program: The name of the program's folder.
  ///   - environment: The variables of the environment.
  public static func usual(of program: String, environment: [String: String]) -> ResponseCache? {
    UserFolder.cache(environment).map { ResponseCache(folder: "\($0)/\(program)/answers") }
  }

  // MARK: Reading

  /// Returns the response that was kept; nil if there is none, or none that can be trusted: a
  /// corrupt one, or one of the future, because the clock was set back.
  package func entry(for key: Key) -> Entry? {
    guard var file = try? AtomicFile(path: path(of: key)) else { return nil }
    file.sizeLimit = largestSize
    guard let bytes = try? file.read(), let kept = CachedResponse(consume bytes, of: key)
    else { return nil }
    // Neither is below zero, so that the difference does not overflow.
    let age = max(0, millisecondsSince1970()) - kept.time
    return age < 0 ? nil : Entry(response: kept.response, age: .milliseconds(age))
  }

  // MARK: Writing

  /// Keeps a response instead of the one before.
  ///
  /// A refusal is not kept, nor is a response that alone has too many bytes. One that its server
  /// wants stored nowhere (`Cache-Control: no-store`) is not kept either, and the one before it
  /// goes.
  ///
  /// - Throws: ``ResponseCacheError`` if the file cannot be written; the one before stays.
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

  /// Removes those responses that were written first, until there are not too many.
  private func trim(keeping newest: Key) {
    let names = (FilePath.names(in: folder) ?? []).filter(Key.isFileName)
    let files = names.compactMap(file)
    var (count, size) = (files.count, files.reduce(0) { $0 + $1.size })
    // The clock of files is coarse: the one just written may look as old as others.
    let others = files.filter { $0.name != newest.fileName }.sorted { $0.written < $1.written }
    for file in others where count > largestCount || size > largestSize {
      unlink("\(folder)/\(file.name)")
      (count, size) = (count - 1, size - file.size)
    }
  }

  private struct File {
    var name: String
    var size: Int
    /// Nanoseconds since 1970, as the file system counts them.
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
  /// The reason in the system's words.
  package let reason: String

  /// One sentence with the problem, the path and the remedy.
  package var description: String {
    "Cannot cache the response in \(path): \(reason). Check the folder, or set XDG_CACHE_HOME "
      + "to another one."
  }
}

extension stat {
  /// The time of the last change of the contents, in nanoseconds since 1970.
  fileprivate var nanosecondsOfChange: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec * 1_000_000_000 + st_mtimespec.tv_nsec
    #else
      st_mtim.tv_sec * 1_000_000_000 + st_mtim.tv_nsec
    #endif
  }
}
