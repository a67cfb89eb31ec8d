/// Bytes that are overwritten before their memory is freed, for possible passwords.
///
///     var line = SecretBytes()
///     line.append(0x61)
///     String(validating: line, as: UTF8.self)  // "a"
///
/// It grows like an array, and overwrites the memory that it outgrows. Copies share their bytes
/// until one of them changes. Values made from it are the caller's responsibility: a `String`
/// cannot be overwritten, and should be made late and kept briefly. Its description does not
/// contain the bytes.
package struct SecretBytes: Sendable {
  /// A block of memory, and the number of bytes that are used.
  ///
  /// Unchecked, because it changes only through a `SecretBytes` that alone refers to it.
  private final class Storage: @unchecked Sendable {
    let memory: UnsafeMutableRawBufferPointer
    var count = 0

    init(capacity: Int) {
      memory = .allocate(byteCount: capacity, alignment: 16)
      // The memory may have belonged to a `String`, whose bytes would remain after the used ones.
      memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
      SecretMemory.overwrite(memory)
      memory.deallocate()
    }
  }

  private var storage: Storage?

  /// Makes an empty secret.
  package init() {}

  /// Makes a secret from bytes, which are not overwritten.
  package init(_ bytes: some Collection<UInt8>) {
    reserve(bytes.count)
    append(contentsOf: bytes)
  }

  /// Adds a byte at the end.
  package mutating func append(_ byte: UInt8) { append(contentsOf: CollectionOfOne(byte)) }

  /// Adds bytes at the end.
  package mutating func append(contentsOf bytes: some Collection<UInt8>) {
    fill(atMost: bytes.count) { room in
      room.copyBytes(from: bytes)
      return bytes.count
    }
  }

  /// Appends the bytes that a closure writes into a buffer; the closure returns their number.
  package mutating func fill(atMost limit: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) {
    guard limit > 0 else { return }
    reserve(limit)
    guard let storage else { return }
    let start = storage.count
    let written = write(
      UnsafeMutableRawBufferPointer(rebasing: storage.memory[start...].prefix(limit)))
    storage.count += Swift.max(0, Swift.min(limit, written))
  }

  /// Drops bytes at the beginning.
  package mutating func removeFirst(_ number: Int) {
    guard number > 0 else { return }
    precondition(number <= count, "there are fewer bytes than that")
    reserve(0)
    guard let storage else { return }
    let rest = storage.count - number
    let memory = storage.memory
    memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[number..<storage.count]))
    SecretMemory.overwrite(UnsafeMutableRawBufferPointer(rebasing: memory[rest..<storage.count]))
    storage.count = rest
  }

  /// Drops the last byte.
  package mutating func removeLast() {
    precondition(!isEmpty, "there is no byte")
    reserve(0)
    guard let storage else { return }
    storage.count -= 1
    storage.memory[storage.count] = 0
  }

  /// Drops all bytes; their memory is kept for the next ones.
  package mutating func removeAll() {
    guard storage != nil, isKnownUniquelyReferenced(&storage), let storage else {
      storage = nil
      return
    }
    SecretMemory.overwrite(
      UnsafeMutableRawBufferPointer(rebasing: storage.memory[..<storage.count]))
    storage.count = 0
  }

  /// Makes room for more bytes, in memory that is not shared.
  private mutating func reserve(_ more: Int) {
    let needed = count + more
    if storage != nil, isKnownUniquelyReferenced(&storage),
      let storage, storage.memory.count >= needed
    {
      return
    }
    // Short passwords never grow; longer ones double, to keep the cost of growing constant per
    // byte.
    let new = Storage(capacity: Swift.max(64, needed, more > 0 ? count * 2 : 0))
    if let storage {
      new.memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage.memory[..<count]))
      new.count = count
    }
    storage = new
  }
}

extension SecretBytes: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { storage?.count ?? 0 }

  package subscript(index: Int) -> UInt8 {
    precondition(indices.contains(index), "there is no such byte")
    return storage!.memory[index]
  }

  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    guard let storage else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    return try withExtendedLifetime(storage) {
      try body(
        UnsafeRawBufferPointer(rebasing: storage.memory[..<storage.count])
          .bindMemory(to: UInt8.self))
    }
  }
}

extension SecretBytes: Equatable {
  package static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    left.elementsEqual(right)
  }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
  package var description: String { "<secret>" }

  /// Empty, which hides the bytes from `dump` and debuggers, too.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
