import Expressions
import Platform

/// The values on the lines of a source of bytes.
///
/// Reads blocks of 64 KiB, whatever the source's length. A line that is not a value is reported
/// with its number and dropped.
package final class LineFeed: InputFeed {
  private let origin: any ByteOrigin
  private let name: String
  private let report: InputReport
  private var reader: LineReader
  private var splitter = LineSplitter()
  private let buffer: UnsafeMutableRawBufferPointer
  /// The unread bytes in the buffer.
  private var rest: UnsafeRawBufferPointer
  /// True if nothing more is read into the buffer.
  private var isAtEnd = false
  /// True if the next bytes belong to another text.
  private var isAtTextEnd = false
  /// True if the text was cut off.
  private var isCut = false
  /// True once the last line has been read and the text is finished.
  private var isFinished = false
  /// The number of the line read last.
  private var number = 0
  private var problems = ReportLimit()

  /// The number of bytes that are read at once.
  private static let blockLength = 1 << 16

  /// Makes a feed.
  ///
  /// - Parameters:
  ///   - origin: The source of the bytes.
  ///   - name: Its name in messages.
  ///   - reader: Reads the lines.
  ///   - report: Receives messages about lines that are not values.
  package init(
    _ origin: any ByteOrigin, name: String, _ reader: LineReader, report: @escaping InputReport
  ) {
    (self.origin, self.name, self.reader, self.report) = (origin, name, reader, report)
    buffer = .allocate(byteCount: Self.blockLength, alignment: 16)
    rest = UnsafeRawBufferPointer(start: buffer.baseAddress, count: 0)
  }

  deinit { buffer.deallocate() }

  package var type: StreamInput.ValueType {
    get { reader.type }
    set { if reader.type != newValue { reader.type = newValue } }
  }

  package var hasValues: Bool {
    !rest.isEmpty || reader.hasReturned || isAtTextEnd || isAtEnd && !isFinished
  }
  package var hasEnded: Bool { isFinished && !hasValues }
  package var position: String? { "\(name), line \(number)" }
  package var descriptor: Int32? { origin.descriptor }
  package var isFillable: Bool { !isAtEnd && !isAtTextEnd && origin.isReadable }

  package func read(_ body: (StreamValue) -> Bool) {
    var goesOn = true
    while goesOn {
      if reader.hasReturned {
        goesOn = pass(body) { reader throws(LineProblem) in try reader.takeReturned() }
      } else if splitter.takeLine(from: &rest, { goesOn = pass($0, $1, body) }) {
        continue
      } else if !isAtTextEnd, !isAtEnd || isFinished {
        return
      } else if splitter.hasBeginning {
        // The last line may have no line feed; if it was cut off, it may be half a number.
        splitter.finish { line, number in
          if isCut, line != nil {
            note(number, "it was cut off in the middle")
          } else {
            goesOn = pass(line, number, body)
          }
        }
      } else if isAtTextEnd {
        finishText()
        // Lines that were handed back belong to this text.
        guard !reader.hasReturned else { continue }
        // A writer that continues after emptying a file may repeat or change the column names, or
        // omit them.
        (isAtTextEnd, isCut, splitter) = (false, false, LineSplitter())
        reader.beginText()
      } else {
        finish()
      }
    }
  }

  /// Finishes what the last line may have left open.
  private func finishText() {
    _ = pass({ _ in true }) { reader throws(LineProblem) in
      try reader.finish()
      return nil
    }
  }

  private func finish() {
    isFinished = true
    finishText()
    problems.finish { _, count in report("\(count) more lines of \(name) were left out") }
  }

  package func fill() {
    guard rest.isEmpty, !isAtEnd, !isAtTextEnd else { return }
    switch origin.read(into: buffer) {
    case .bytes(let count):
      rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
    case .nothing: break
    case .textEnd: isAtTextEnd = true
    case .cut: (isAtTextEnd, isCut) = (true, true)
    case .ended(let problem):
      (isAtEnd, isCut) = (true, problem != nil)
      if let problem { report(problem) }
    }
  }

  private func pass(
    _ line: UnsafeRawBufferPointer?, _ number: Int, _ body: (StreamValue) -> Bool
  ) -> Bool {
    self.number = number
    guard let line else {
      note(number, "it is longer than \(LineSplitter.longestLine >> 20) MiB")
      return pass(body) { reader throws(LineProblem) in
        try reader.skip(number: number)
        return nil
      }
    }
    return pass(body, advice: advice(on: line)) { reader throws(LineProblem) in
      try reader.value(of: line, number: number)
    }
  }

  /// Passes on the reader's value; reports a line without one.
  private func pass(
    _ body: (StreamValue) -> Bool, advice: @autoclosure () -> String = "",
    _ read: (inout LineReader) throws(LineProblem) -> StreamValue?
  ) -> Bool {
    do throws(LineProblem) {
      guard let value = try read(&reader) else { return true }
      return body(value)
    } catch {
      note(error.line ?? number, error.reason + advice())
      return true
    }
  }

  /// Returns advice on reading NMEA lines as positions, which are not objects by themselves.
  private func advice(on line: UnsafeRawBufferPointer) -> String {
    guard type == .object, line.first == UInt8(ascii: "$") else { return "" }
    return "; for positions of a receiver's lines write trace:- or trace:FILE"
  }

  private func note(_ number: Int, _ reason: String) {
    problems.note("") { report("\(name), line \(number): \(reason)\($0)") }
  }
}
