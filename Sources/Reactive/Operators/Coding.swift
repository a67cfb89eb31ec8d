extension Publisher {
  /// Encodes each value.
  ///
  ///     people.encode(encoder: JSONEncoder())  // Data
  ///
  /// A value that cannot be coded cancels upstream and fails the stream with the coder's error.
  @inlinable public func encode<Coder: TopLevelEncoder>(encoder: Coder)
    -> Publishers.Encode<Self, Coder> where Output: Encodable
  { .init(upstream: self, encoder: encoder) }

  /// Decodes each value; an undecodable value fails the stream, as with `encode`.
  ///
  ///     bodies.decode(type: Person.self, decoder: JSONDecoder())
  @inlinable public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    .init(upstream: self, decoder: decoder)
  }
}

/// An encoder of whole values, such as `JSONEncoder`; ReactiveFoundation conforms Foundation's.
public protocol TopLevelEncoder {
  /// The encoded form.
  associatedtype Output
  /// Encodes a value.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A decoder of whole values, such as `JSONDecoder`; ReactiveFoundation conforms Foundation's.
public protocol TopLevelDecoder {
  /// The encoded form.
  associatedtype Input
  /// Decodes a value of a type.
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}

extension Publishers {
  /// Encodes the values of its upstream.
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: _TryOperator
  where Upstream.Output: Encodable {
    public typealias Output = Coder.Output
    /// The upstream publisher.
    public let upstream: Upstream
    @usableFromInline let encoder: Coder
    /// Makes a publisher that encodes.
    @inlinable public init(upstream: Upstream, encoder: Coder) {
      (self.upstream, self.encoder) = (upstream, encoder)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let encoder = encoder
      upstream.receive(
        subscriber: Processor(TryMapping(label: "Encode") { try encoder.encode($0) }, subscriber))
    }
  }

  /// Decodes the values of its upstream.
  public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: _TryOperator
  where Upstream.Output == Coder.Input {
    /// The upstream publisher.
    public let upstream: Upstream
    @usableFromInline let decoder: Coder
    /// Makes a publisher that decodes.
    @inlinable public init(upstream: Upstream, decoder: Coder) {
      (self.upstream, self.decoder) = (upstream, decoder)
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let decoder = decoder
      upstream.receive(
        subscriber: Processor(
          TryMapping(label: "Decode") { try decoder.decode(Output.self, from: $0) }, subscriber))
    }
  }
}
