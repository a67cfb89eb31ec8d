#if !canImport(Darwin)
  @_spi(Reflection) import Swift
#endif

/// The storages of an object's `@Published` properties, superclasses' included. Their offsets are
/// found once for each class, by the standard library's reflection. Apple's systems do not offer
/// that to others; there each object is mirrored, which takes some microseconds.
enum PublishedFields {
  static func of(_ object: AnyObject) -> [AnyPublishedStorage] {
    guard let offsets = offsets(in: type(of: object)) else { return mirrored(object) }
    return offsets.map { storage(of: object, at: $0) }
  }

  /// The last of them, without looking at the others if possible.
  static func last(of object: AnyObject) -> AnyPublishedStorage? {
    guard let offsets = offsets(in: type(of: object)) else { return mirrored(object).last }
    return offsets.last.map { storage(of: object, at: $0) }
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

  /// A `Published` is nothing but a reference to its storage.
  private static func storage(of object: AnyObject, at offset: Int) -> AnyPublishedStorage {
    withExtendedLifetime(object) {
      let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      let field = address.load(fromByteOffset: offset, as: UnsafeRawPointer.self)
      return Unmanaged<AnyPublishedStorage>.fromOpaque(field).takeUnretainedValue()
    }
  }

  #if canImport(Darwin)
    private static func offsets(in type: AnyObject.Type) -> [Int]? { nil }
  #else
    private static let lock = Lock()
    // Exclusivity and isolation are unchecked because `lock` guards every access.
    @exclusivity(unchecked) nonisolated(unsafe) private static var known:
      [ObjectIdentifier: [Int]?] = [:]

    /// The offsets of a class's published properties, in bytes from the object's address; nil if
    /// the class does not report its fields.
    private static func offsets(in type: AnyObject.Type) -> [Int]? {
      let id = ObjectIdentifier(type)
      if let found = lock.withLock({ known[id] }) { return found }
      var offsets: [Int] = []
      // The option that marks a class; its name is a variable, which Swift 6 refuses.
      let isClass = _EachFieldOptions(rawValue: 1)
      let isComplete = _forEachField(of: type, options: isClass) { _, offset, field, kind in
        // The question for a conformance goes through all that the program has, for each type
        // again.
        let mayBe = kind == .struct && size(of: field) == MemoryLayout<UnsafeRawPointer>.size
        if mayBe, field is any PublishedProperty.Type { offsets.append(offset) }
        return true
      }
      let found = isComplete ? offsets : nil
      lock.withLock { known[id] = found }
      return found
    }

    private static func size<Value>(of _: Value.Type) -> Int { MemoryLayout<Value>.size }
  #endif
}

/// A `@Published` property of any type.
protocol PublishedProperty { var anyStorage: AnyPublishedStorage { get } }

extension Published: PublishedProperty { var anyStorage: AnyPublishedStorage { storage } }
