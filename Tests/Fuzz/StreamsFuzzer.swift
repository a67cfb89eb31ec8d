import Expressions
import Streams

/// The function that libFuzzer calls with one input after another. Every input is tried as an
/// expression and as a file of documents.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: bytes, count: count)
  StreamExpression.fuzz(input)
  StreamDocumentFile.fuzz(input)
  return 0
}
