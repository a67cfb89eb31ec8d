extension Array {
  /// Works like `withUnsafeBufferPointer`, which throws untyped errors before Swift 6.2.
  @inline(__always) func withElements<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { elements in
      Swift.Result<Result, Failure> { () throws(Failure) in try body(elements) }
    }.get()
  }
}
