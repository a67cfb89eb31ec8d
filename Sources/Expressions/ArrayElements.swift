extension Array {
  /// Lends the elements as `withUnsafeBufferPointer` does, which before Swift 6.2 throws an error
  /// without its type.
  @inline(__always) func withElements<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { elements in
      Swift.Result<Result, Failure> { () throws(Failure) in try body(elements) }
    }.get()
  }
}
