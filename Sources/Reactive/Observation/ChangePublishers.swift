/// Finds the one `objectWillChange` publisher of an object. It is kept in the object's `@Published`
/// properties, which need it anyway; for an object without any, in a table of weak references.
enum ChangePublishers {
  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    guard let last = PublishedFields.last(of: object) else { return table.publisher(of: object) }
    // The first property decides which publisher it is; once the last one knows it, all do.
    if let known = last.installed(nil) { return known }
    let fields = PublishedFields.of(object)
    let publisher = fields[0].installed(ObservableObjectPublisher())!
    for field in fields { _ = field.installed(publisher) }
    return publisher
  }

  private static let table = WeakTable()

  /// Publishers of objects without published properties, each as long as its object lives.
  private final class WeakTable: @unchecked Sendable {
    // Sendable because `lock` guards every access.
    private struct Entry {
      weak var object: AnyObject?
      let publisher: ObservableObjectPublisher
    }

    private let lock = Lock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var sweepAt = 64

    func publisher(of object: AnyObject) -> ObservableObjectPublisher {
      let fresh = ObservableObjectPublisher()
      lock.lock()
      let id = ObjectIdentifier(object)
      if let entry = entries[id], entry.object === object {
        lock.unlock()
        return entry.publisher
      }
      let replaced = entries.updateValue(Entry(object: object, publisher: fresh), forKey: id)
      // Keeps the objects that a sweep finds alive until the lock is released: an object whose last
      // owner releases it meanwhile would be freed, and its `deinit` run, under the lock.
      var living: [ObjectIdentifier: AnyObject] = [:]
      let before = entries.count > sweepAt ? entries : [:]
      if entries.count > sweepAt {
        living = entries.compactMapValues(\.object)
        entries = entries.filter { living[$0.key] != nil }
        sweepAt = max(64, entries.count * 2)
      }
      lock.unlock()
      withExtendedLifetime((replaced, before, living)) {}
      return fresh
    }
  }
}
