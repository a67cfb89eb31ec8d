import Synchronization

/// Makes a property of a class observable: each new value is published just before it is stored.
///
///     final class Model: ObservableObject {
///       @Published var name = "Ann"
///     }
///     let model = Model()
///     let cancellable = model.$name.sink { print($0) }  // prints "Ann"
///     model.name = "Ben"  // prints "Ben"; model.name still reads "Ann" inside the closure
///
/// On a set, `objectWillChange` goes first, then the subscribers in the order they came, then the
/// value is stored. Equal values are published, too. The publisher never completes, not even when
/// the object goes away. A property without observers pays for none of this.
///
/// Reading and setting are safe from any thread, and subscribers see all values in one order. When
/// sets on several threads overlap, the value stored last need not be the one published last; a
/// subscriber that comes after them is given the stored one.
@propertyWrapper public struct Published<Value> {
  @usableFromInline let storage: PublishedStorage<Value>
  /// Makes an observable property with an initial value.
  @inlinable public init(initialValue: Value) { storage = PublishedStorage(initialValue) }
  /// Makes an observable property with an initial value.
  @inlinable public init(wrappedValue: Value) { storage = PublishedStorage(wrappedValue) }

  /// The publisher of the property's values: `$name`.
  public var projectedValue: Publisher {
    get { Publisher(storage) }
    // Nothing to write back: the setter only allows `&$name` to be passed to `assign`.
    nonmutating set {}
  }

  /// Not available: `@Published` works only on properties of classes.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("@Published is only available on properties of classes.") }
    set { fatalError("@Published is only available on properties of classes.") }
  }

  /// Reads and sets the property through the object that it belongs to.
  @inlinable
  public static subscript<EnclosingSelf: AnyObject>(_enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].storage.read() }
    set { object[keyPath: storageKeyPath].storage.publish(newValue) }
  }

  /// Publishes a value and stores it, without the key paths that a class with type parameters makes
  /// at run time for each access.
  @inlinable package func publish(_ value: Value) { storage.publish(value) }

  /// The current value, read without such key paths.
  @inlinable package var current: Value { storage.read() }

  /// Publishes a property's current value, then each new one just before it is stored.
  public struct Publisher: Broadcasting {
    public typealias Output = Value
    public typealias Failure = Never
    @usableFromInline let storage: PublishedStorage<Value>
    @usableFromInline init(_ storage: PublishedStorage<Value>) { self.storage = storage }
    @inlinable var broadcast: Broadcast<Value, Never> { storage.broadcast }
    @inlinable var owner: AnyObject { storage }
  }
}

/// The part of a published property's storage that knows no type: the hook to its object.
@usableFromInline class AnyPublishedStorage {
  /// Guards the value, until the property has subscribers: then the lock of their list does.
  @usableFromInline let lock = BiasedLock()
  /// Installed once and kept, so that a set need not retain it.
  @usableFromInline let installedHook = Atomic<UnsafeRawPointer?>(nil)
  @inlinable init() {}
  @inline(never) deinit { hook?.release() }

  @inlinable @inline(__always) final var hook: Unmanaged<ObservableObjectPublisher>? {
    guard let hook = installedHook.load(ordering: .acquiring) else { return nil }
    return .fromOpaque(hook)
  }

  /// The hook installed before, otherwise the given one, now installed.
  final func installed(_ candidate: ObservableObjectPublisher?) -> ObservableObjectPublisher? {
    lock.withLock {
      if hook == nil, let candidate {
        let reference = Unmanaged.passRetained(candidate).toOpaque()
        installedHook.store(UnsafeRawPointer(reference), ordering: .releasing)
      }
      return hook?.takeUnretainedValue()
    }
  }
}

/// The storage of a published property: its value, and from the first observer on, its subscribers.
///
/// One lock at a time guards everything, so that a set takes as few as it can: the storage's own
/// at first, then that of the subscribers' list, which is made under the first.
@usableFromInline final class PublishedStorage<Value>: AnyPublishedStorage {
  // Exclusivity is unchecked because `acquire` guards every access.
  @exclusivity(unchecked) @usableFromInline var value: Value
  /// The subscribers' list. Made once and kept, so that a set need not retain it.
  @usableFromInline let madeBroadcast = Atomic<UnsafeRawPointer?>(nil)
  // Both counts together tell a set that another came inside it, or alongside on another thread.
  /// The number of sets that have begun.
  @exclusivity(unchecked) @usableFromInline var begunCount = 0
  /// The number of sets that have been stored.
  @exclusivity(unchecked) @usableFromInline var storedCount = 0
  @inlinable init(_ value: Value) { self.value = value }

  @inlinable func read() -> Value {
    let guardian = acquire(currentThread())
    let value = value
    release(guardian)
    return value
  }

  @inlinable func publish(_ newValue: Value) {
    let me = currentThread()
    var broadcast = acquire(me)
    let hook = hook
    // Freed at the end of the set, outside the lock.
    var forgotten: Value?
    if hook != nil || broadcast != nil {
      begunCount &+= 1
      let (begun, stored) = (begunCount, storedCount)
      if let hook {
        release(broadcast)
        hook._withUnsafeGuaranteedRef { $0.broadcast.send(()) }
        // A subscriber may have come from inside, or on another thread.
        broadcast = acquire(me)
      }
      broadcast?._withUnsafeGuaranteedRef { list in
        list.transmitLocked(newValue, from: me)
        list.lock.lock(me)
        // Sets that overlap may be stored in another order than they are published. As long as one
        // is left, a new subscriber gets the value published last, which no other value follows
        // but that of a set to come; after the last one, the stored value.
        let overlapped = begunCount != begun || storedCount != stored || begun &- stored != 1
        if overlapped, storedCount &+ 1 == begunCount {
          forgotten = list.latest
          list.latest = newValue
        }
      }
      storedCount &+= 1
    }
    let replaced = value
    value = newValue
    release(broadcast)
    withExtendedLifetime((replaced, forgotten)) {}
    hook?._withUnsafeGuaranteedRef { $0.reportChange() }
    // It keeps the hook and the list.
    withExtendedLifetime(self) {}
  }

  /// Takes the lock that guards the storage; returns the subscribers' list if it is the list's.
  @inlinable @inline(__always) func acquire(_ me: UInt) -> Unmanaged<Broadcast<Value, Never>>? {
    if let broadcast = existingBroadcast {
      broadcast._withUnsafeGuaranteedRef { $0.lock.lock(me) }
      return broadcast
    }
    lock.lock(me)
    guard let broadcast = existingBroadcast else { return nil }
    lock.unlock()
    broadcast._withUnsafeGuaranteedRef { $0.lock.lock(me) }
    return broadcast
  }

  /// Releases what `acquire` took.
  @inlinable @inline(__always) func release(_ broadcast: Unmanaged<Broadcast<Value, Never>>?) {
    if let broadcast {
      broadcast._withUnsafeGuaranteedRef { $0.lock.unlock() }
    } else {
      lock.unlock()
    }
  }

  deinit {
    // Not `existingBroadcast`, whose type would be looked up at run time here.
    guard let broadcast = madeBroadcast.load(ordering: .acquiring) else { return }
    let reference = Unmanaged<Broadcast<Value, Never>>.fromOpaque(broadcast)
    reference._withUnsafeGuaranteedRef { $0.forget() }
    reference.release()
  }

  @inlinable @inline(__always)
  var existingBroadcast: Unmanaged<Broadcast<Value, Never>>? {
    guard let broadcast = madeBroadcast.load(ordering: .acquiring) else { return nil }
    return .fromOpaque(broadcast)
  }

  /// The subscribers' list, made at the first look.
  @usableFromInline var broadcast: Broadcast<Value, Never> {
    if let existingBroadcast { return existingBroadcast.takeUnretainedValue() }
    return lock.withLock {
      if let existingBroadcast { return existingBroadcast.takeUnretainedValue() }
      let made = Broadcast<Value, Never>(label: "PublishedSubject", latest: value)
      let reference = Unmanaged.passRetained(made).toOpaque()
      madeBroadcast.store(UnsafeRawPointer(reference), ordering: .releasing)
      return made
    }
  }
}
