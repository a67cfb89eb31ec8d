/// The values in transit from the producing thread to the delivering one: a chain of blocks; values
/// are added at one end and taken from the other.
///
/// Each side has its own lock, memory and cache lines, so that neither waits for the other. The
/// consuming side need not check for a value: a scheduler runs one action for each value that was
/// added before.
@usableFromInline final class Passage<Value> {
  /// Guards the state of the adding side.
  @usableFromInline let lock = BiasedLock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline var first: Block<Value>?
  @exclusivity(unchecked) @usableFromInline var last: Block<Value>?
  /// The number of values in the last block.
  @exclusivity(unchecked) @usableFromInline var lastCount = 0
  @exclusivity(unchecked) @usableFromInline var isClosed = false
  /// The number of values that were added.
  @exclusivity(unchecked) @usableFromInline var count = 0

  @inlinable init() {}

  /// Adds a value; false if the passage is closed.
  @inlinable @inline(__always) func add(_ value: Value, by me: UInt) -> Bool {
    lock.lock(me)
    if isClosed {
      lock.unlock()
      return false
    }
    if last == nil || lastCount == Block<Value>.capacity { addBlock() }
    (last!.slots + lastCount).initialize(to: value)
    lastCount += 1
    count += 1
    lock.unlock()
    return true
  }

  @inlinable @inline(never) func addBlock() {
    let block = Block<Value>()
    if let last { last.next = block } else { first = block }
    (last, lastCount) = (block, 0)
  }

  /// Lets no value in any more. Returns how many there were.
  @inlinable func close() -> Int {
    lock.lock()
    isClosed = true
    let count = count
    lock.unlock()
    return count
  }

  /// The other end of a passage, guarded by the lock of the object that delivers.
  @usableFromInline struct Exit {
    @usableFromInline var block: Block<Value>?
    /// The number of values that were taken from the block.
    @usableFromInline var index = 0
    /// The number of values that were taken.
    @usableFromInline var count = 0

    @inlinable init() {}

    /// Takes the oldest value; there must be one.
    @inlinable @inline(__always) mutating func take(from passage: Passage) -> Value {
      if block == nil || index == Block<Value>.capacity { goOn(from: passage) }
      defer {
        index += 1
        count += 1
      }
      return (block!.slots + index).move()
    }

    @inlinable @inline(never) mutating func goOn(from passage: Passage) {
      let emptied = block
      (block, index) = (emptied.map { $0.next } ?? passage.first, 0)
      emptied?.free()
    }

    /// Takes all values of a closed passage, to be freed, and frees the blocks.
    @inlinable mutating func takeAll(of passage: Passage) -> [Value] {
      let total = passage.close()
      var rest: [Value] = []
      while count < total { rest.append(take(from: passage)) }
      (block ?? passage.first)?.free()
      (block, passage.first) = (nil, nil)
      return rest
    }
  }
}

/// A piece of memory for the values of a passage: the address of the next piece, and slots.
@usableFromInline struct Block<Value> {
  @usableFromInline let base: UnsafeMutableRawPointer

  /// The number of slots: as many as fit into two kilobytes, at most 32.
  @inlinable static var capacity: Int { max(1, min(32, 2048 / MemoryLayout<Value>.stride)) }
  @inlinable static var offset: Int { max(MemoryLayout<Value>.alignment, 8) }

  @inlinable init() {
    base = .allocate(
      byteCount: Self.offset + Self.capacity * MemoryLayout<Value>.stride, alignment: Self.offset)
    base.bindMemory(to: UnsafeMutableRawPointer?.self, capacity: 1).initialize(to: nil)
    (base + Self.offset).bindMemory(to: Value.self, capacity: Self.capacity)
  }

  @inlinable init?(base: UnsafeMutableRawPointer?) {
    guard let base else { return nil }
    self.base = base
  }

  @inlinable var slots: UnsafeMutablePointer<Value> {
    (base + Self.offset).assumingMemoryBound(to: Value.self)
  }

  @inlinable var next: Block? {
    get { Block(base: base.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee) }
    nonmutating set {
      base.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee = newValue?.base
    }
  }

  @inlinable func free() { base.deallocate() }
}
