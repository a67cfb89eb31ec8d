#if !canImport(Darwin)
  @_spi(Reflection) import Swift
#endif

/// The storages of an object's `@Published` properties, superclasses' included. Where they lie is
/// found out once for each class, by the standard library's reflection. On Apple's systems that is
/// not offered to others, and each object is mirrored, which takes some microseconds.
enum PublishedFields {
  static func of(_ object: AnyObject) -> [AnyPublishedStorage] {
    #if !canImport(Darwin)
      if let offsets = OffsetCache.shared.offsets(in: type(of: object)) {
        return offsets.map { storage(of: object, at: $0) }
      }
    #endif
    return mirrored(object)
  }

  /// The first of them, without looking at the others where that can be avoided.
  static func first(of object: AnyObject) -> AnyPublishedStorage? {
    #if !canImport(Darwin)
      if let offsets = OffsetCache.shared.offsets(in: type(of: object)) {
        return offsets.first.map { storage(of: object, at: $0) }
      }
    #endif
    return mirrored(object).first
  }

  private static func mirrored(_ object: AnyObject) -> [AnyPublishedStorage] {
    var fields: [AnyPublishedStorage] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      fields += level.children.compactMap { ($0.value as? any PublishedProperty)?.anyStorage }
      mirror = level.superclassMirror
    }
    return fields
  }

  #if !canImport(Darwin)
    /// A `Published` is nothing but a reference to its storage.
    private static func storage(of object: AnyObject, at offset: Int) -> AnyPublishedStorage {
      withExtendedLifetime(object) {
        let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        let field = address.load(fromByteOffset: offset, as: UnsafeRawPointer.self)
        return Unmanaged<AnyPublishedStorage>.fromOpaque(field).takeUnretainedValue()
      }
    }

    /// Where the published properties of each class lie, in bytes from the object's address.
    private final class OffsetCache: @unchecked Sendable {
      // Sendable because `lock` guards every access.
      static let shared = OffsetCache()
      private let lock = Lock()
      private var known: [ObjectIdentifier: [Int]?] = [:]

      /// Nil if the class does not report its fields.
      func offsets(in type: AnyObject.Type) -> [Int]? {
        let id = ObjectIdentifier(type)
        if let found = lock.withLock({ known[id] }) { return found }
        var offsets: [Int] = []
        // The option that says it is a class; its name is a variable, which Swift 6 refuses.
        let isClass = _EachFieldOptions(rawValue: 1)
        let isComplete = _forEachField(of: type, options: isClass) { _, offset, field, _ in
          if field is any PublishedProperty.Type { offsets.append(offset) }
          return true
        }
        let found = isComplete ? offsets : nil
        lock.withLock { known[id] = found }
        return found
      }
    }
  #endif
}

/// A `@Published` property of any type.
protocol PublishedProperty { var anyStorage: AnyPublishedStorage { get } }

extension Published: PublishedProperty {
  var anyStorage: AnyPublishedStorage { storage }
}
