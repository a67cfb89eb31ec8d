import Formats

/// The list of records in JSON, which is not converted to values as a whole: one record is in
/// memory at a time, so that a response takes hardly more than its bytes.
struct RecordList {
  /// The list as written; nil if it is null, which means empty.
  private let list: JSONScanner.Value?

  /// Finds the list in JSON.
  ///
  /// - Parameters:
  ///   - text: The whole text, which must outlive the list.
  ///   - path: The path of the list; nil looks for the only one.
  /// - Throws: The reason why there is none.
  init(in text: UnsafeBufferPointer<UInt8>, at path: RecordPath?) throws(RecordError) {
    let root = try RecordList.root(of: text)
    if let path {
      guard let part = path.part(of: root) else {
        throw RecordError("there is nothing at “\(path)”\(RecordList.remedy(in: root))")
      }
      if case .null = part.kind {
        list = nil
        return
      }
      guard case .list = part.kind else {
        throw RecordError(
          "at “\(path)” there is \(part.noun), not a list\(RecordList.remedy(in: root))")
      }
      list = part
    } else {
      list = try RecordList.onlyList(in: root)
    }
  }

  /// Calls `body` with each element of the list in a response and the offset of its first byte.
  ///
  /// - Parameters:
  ///   - most: The maximum number of elements; more are an error, with `advice` as the remedy.
  ///   - body: Receives an element.
  static func forEach(
    in response: [UInt8], at path: RecordPath?, most: Int, advice: String,
    _ body: (JSONScanner.Value, Int) -> Void
  ) throws(RecordError) {
    var failure: RecordError?
    response.withUnsafeBufferPointer { text in
      do throws(RecordError) {
        var count = 0
        guard let list = try RecordList(in: text, at: path).list, let base = text.baseAddress else {
          return
        }
        var scanner = JSONScanner(list.bytes)
        _ = scanner.eatList { element in
          count += 1
          guard count <= most, let start = element.bytes.baseAddress else {
            failure = RecordError("it has more than \(most) records; \(advice)")
            return false
          }
          body(element, start - base)
          return true
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Reads text as a value without full validation.
  static func root(of text: UnsafeBufferPointer<UInt8>) throws(RecordError) -> JSONScanner.Value {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = text.starts(with: mark) ? mark.count : 0
    var scanner = JSONScanner(UnsafeBufferPointer(rebasing: text.dropFirst(start)))
    if let root = scanner.eatValue() {
      scanner.eatBlanks()
      if scanner.count == 0 { return root }
    }
    throw RecordError(RecordList.fault(of: text))
  }

  /// The maximum number of values that are looked at for the position of a fault.
  private static let mostValues = 100_000

  /// The message for text that is not JSON.
  private static func fault(of text: UnsafeBufferPointer<UInt8>) -> String {
    var scanner = JSONScanner(text)
    if let first = scanner.eatValue() {
      scanner.eatBlanks()
      switch (first.kind, scanner.eatValue()) {
      case (.list, .some), (.object, .some):
        return "it has several JSON values, one after the other, as in NDJSON; "
          + "pages --command 'curl URL' reads these"
      default: break
      }
    }
    do throws(DocumentError) {
      _ = try JSONReader.read(Array(text), valueLimit: mostValues)
      return "it is not JSON"
    } catch { return "it is not JSON: \(error)" }
  }

  // MARK: Looking for the list

  private static func onlyList(in root: JSONScanner.Value) throws(RecordError) -> JSONScanner.Value?
  {
    switch root.kind {
    case .list: return root
    case .null: return nil
    case .object: break
    case .bool, .number, .string:
      throw RecordError("it is \(root.noun), not a list of records")
    }
    let (found, hasNull) = lists(in: root)
    let ofObjects = found.filter(\.hasObjects)
    if let only = found.count == 1 ? found.first : ofObjects.count == 1 ? ofObjects.first : nil {
      return only.list
    }
    // On the last page, some services send null in place of a list, or no records and no errors.
    if found.isEmpty ? hasNull && !root.saysError : found.allSatisfy(\.isEmpty) { return nil }
    throw RecordError(
      found.isEmpty
        ? "it has no list of records" : "it has several lists" + remedy(in: root))
  }

  /// The end of a message, which names the existing lists.
  private static func remedy(in root: JSONScanner.Value) -> String {
    let paths = lists(in: root).found.map { $0.path.isEmpty ? "the top level" : "“\($0.path)”" }
    guard !paths.isEmpty else { return "; there are no lists" }
    let rest = paths.count - 6
    let shown = Array(paths.prefix(6)) + (rest > 0 ? ["\(rest) more"] : [])
    return "; there \(paths.count == 1 ? "is a list" : "are lists") at \(shown.listed)"
  }

  private struct Found {
    let path: RecordPath
    let list: JSONScanner.Value

    /// True if its first element is an object.
    var hasObjects: Bool { if case .object? = first?.kind { true } else { false } }
    /// True if it has no element.
    var isEmpty: Bool { first == nil }

    private var first: JSONScanner.Value? {
      var scanner = JSONScanner(list.bytes)
      var first: JSONScanner.Value?
      _ = scanner.eatList {
        first = $0
        return false
      }
      return first
    }
  }

  /// The lists of a value that are not within others, at most three objects deep, and whether there
  /// is null among them.
  private static func lists(in root: JSONScanner.Value) -> (found: [Found], hasNull: Bool) {
    var (found, hasNull): ([Found], Bool) = ([], false)
    func look(_ value: JSONScanner.Value, _ path: RecordPath, _ depth: Int) {
      switch value.kind {
      case .list: found.append(Found(path: path, list: value))
      case .object where depth < 4:
        var scanner = JSONScanner(value.bytes)
        _ = scanner.eatObject { key, member in
          key.string.map { look(member, path.appending($0), depth + 1) }
          return found.count < 100
        }
      case .null: hasNull = true
      case .object, .bool, .number, .string: break
      }
    }
    look(root, "", 0)
    return (found, hasNull)
  }
}

extension JSONScanner.Value {
  /// True for an object that reports an error.
  fileprivate var saysError: Bool {
    var scanner = JSONScanner(bytes)
    var saysError = false
    _ = scanner.eatObject { key, value in
      if ["error", "errors"].contains(key.string) {
        switch value.kind {
        case .null, .bool(false): break
        default: saysError = true
        }
      }
      return true
    }
    return saysError
  }

  /// The kind of value, in words.
  fileprivate var noun: String {
    switch kind {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension [UInt8] {
  /// Returns the value at the end of a path; nil if there is none.
  func value(at path: RecordPath) throws(RecordError) -> JSONValue? {
    var failure: RecordError?
    var value: JSONValue?
    withUnsafeBufferPointer { text in
      do throws(RecordError) {
        guard let part = path.part(of: try RecordList.root(of: text)) else { return }
        guard part.bytes.count <= 16 << 10 else {
          throw RecordError("the value at “\(path)” has more than 16 KiB, too long for a cursor")
        }
        value = try? JSONReader.read(Array(part.bytes))
      } catch { failure = error }
    }
    if let failure { throw failure }
    return value
  }
}
