import Formats

/// Checks that references are neither dangling nor circular, and that each document can be run.
/// O(documents and references), without recursion.
struct StreamReferenceCheck {
  private(set) var documents: [String: StreamDocument] = [:]
  private(set) var errors: [StreamDocumentError] = []
  /// The reasons why documents cannot be run, by id.
  private(set) var faults: [String: StreamDocumentError] = [:]

  private let file: StreamDocumentFile
  /// The ids in file order, followed by those of unreadable documents.
  private var order: [String] = []
  private var keyPaths: [String: String] = [:]
  /// The references of each document, including unreadable ones.
  private var references: [String: [(key: String, id: String)]] = [:]
  /// The documents all of whose references have been resolved.
  private var settled: Set<String> = []

  /// The extents of documents, by id; documents in circles have none.
  private(set) var extents: [String: StreamExtent] = [:]
  /// The ids of documents that neither are in a circle nor lead to one, each after its references.
  private(set) var measured: [String] = []
  /// The document that prevents another from running, and its fault.
  private var causes: [String: (id: String, reason: String)] = [:]

  /// Documents that run as long as an input does.
  private var endless: Set<String> = []
  /// Streams that wait for the end of an endless one.
  private(set) var waits: [StreamDocumentError] = []

  /// The number of documents and references that have been visited.
  private(set) var lookCount = 0

  /// The number of ids compared with others.
  private var hintCount = 0
  /// The maximum number of ids compared with others, to limit the time of the check.
  private static let hintLimit = 10

  /// The maximum number of characters of a fault that are quoted in the faults that it causes.
  private static let causeLimit = 200

  init(_ file: StreamDocumentFile) { self.file = file }

  mutating func run() {
    collect()
    findMissing()
    measure()
    findCircles()
  }

  private mutating func collect() {
    for (index, entry) in file.entries.enumerated() {
      lookCount += 1
      guard case .success(let document) = entry.document else { continue }
      if note(document.id, index, below: StreamOutline(entry.json)?.key ?? "") {
        documents[document.id] = document
        references[document.id] = document.references
      }
    }
    // A readable document keeps its id before an unreadable one.
    for (index, entry) in file.entries.enumerated() {
      guard case .failure(let error) = entry.document, let outline = StreamOutline(entry.json),
        let id = outline.id, note(id, index, below: outline.key)
      else { continue }
      faults[id] = error
      references[id] = outline.references
    }
  }

  /// Notes the key path of a document; returns false if its id is taken.
  private mutating func note(_ id: String, _ index: Int, below key: String) -> Bool {
    let outer = file.keyPath(of: index)
    let inner = [outer, key].filter { !$0.isEmpty }.joined(separator: ".")
    if let first = keyPaths[id] {
      report("the id “\(id)” is taken, at \(first)", at: inner.isEmpty ? "id" : inner + ".id")
      return false
    }
    keyPaths[id] = inner
    order.append(id)
    return true
  }

  private mutating func findMissing() {
    for id in order {
      lookCount += references[id]!.count
      for reference in references[id]! where keyPaths[reference.id] == nil {
        let error = report(
          "there is no document “\(reference.id)” that can be read" + hint(for: reference.id),
          at: key(reference.key, of: id))
        faults[id] = faults[id] ?? error
      }
    }
  }

  /// Returns a question that suggests a similar id, if there is one. All ids of two characters are
  /// similar.
  private mutating func hint(for id: String) -> String {
    guard id.utf8.count > 2, hintCount < Self.hintLimit else { return "" }
    hintCount += 1
    let known = order.prefix(1_000).filter { $0.utf8.count <= 64 }
    return known.nearest(to: id).map { "; did you mean “\($0)”?" } ?? ""
  }

  /// Measures each document after those that it refers to, except in circles.
  private mutating func measure() {
    for id in order.belowReferences({ references[$0]!.map(\.id) }) {
      lookCount += 1 + references[id]!.count
      let isOpen = references[id]!.contains { keyPaths[$0.id] != nil && !settled.contains($0.id) }
      if !isOpen { measure(id) }
    }
  }

  private mutating func measure(_ id: String) {
    settled.insert(id)
    guard let document = documents[id] else { return }
    measured.append(id)
    for reference in document.references where faults[id] == nil {
      guard let fault = faults[reference.id] else { continue }
      // Only the first cause: quoting all of them would let faults grow without limit.
      let isFirst = causes[reference.id] == nil
      let cause = causes[reference.id] ?? (reference.id, fault.reason.cut(to: Self.causeLimit))
      causes[id] = cause
      let because = isFirst ? "" : " because of “\(cause.id.cut(to: Self.causeLimit))”"
      faults[id] = error(
        "it needs “\(reference.id)”, which cannot be run\(because) (\(cause.reason))",
        at: key(reference.key, of: id))
    }
    if document.isEndless(among: endless) { endless.insert(id) }
    for wait in document.waits(among: endless) {
      waits.append(
        error(
          "“\(wait.id)” waits for the end of “\(wait.other)”, and both go on as long as their "
            + "inputs; “merge” sends values of both as they come", at: key(wait.key, of: id)))
    }
    let extent = StreamExtent(of: document) { extents[$0] }
    extents[id] = extent
    guard faults[id] == nil, let excess = extent.excess ?? document.excess else { return }
    faults[id] = report("with all that it refers to, \(excess)", at: keyPaths[id]!)
  }

  /// Finds the circles among the documents that could not be measured: each is in a circle or leads
  /// to one.
  private mutating func findCircles() {
    var seen: Set<String> = []
    for start in order where !settled.contains(start) && !seen.contains(start) {
      var (path, id) = ([String](), start)
      while seen.insert(id).inserted {
        path.append(id)
        lookCount += 1
        id = unmeasuredReference(of: id).id
      }
      // A path that ends in an earlier one shares its fault.
      let fault = path.firstIndex(of: id).map { reportCircle(path[$0...]) } ?? faults[id]
      for member in path where faults[member] == nil { faults[member] = fault }
    }
  }

  private mutating func reportCircle(_ circle: ArraySlice<String>) -> StreamDocumentError {
    let names =
      circle.count > 20
      ? circle.prefix(10) + ["… \(circle.count - 11) more …", circle.last!] : circle
    return report(
      "the references form a cycle: " + (names + [circle.first!]).joined(separator: " → "),
      at: key(unmeasuredReference(of: circle.last!).key, of: circle.last!))
  }

  private func unmeasuredReference(of id: String) -> (key: String, id: String) {
    references[id]!.first { keyPaths[$0.id] != nil && !settled.contains($0.id) }!
  }

  private func key(_ key: String, of id: String) -> String {
    keyPaths[id]!.isEmpty ? key : "\(keyPaths[id]!).\(key)"
  }

  private func error(_ reason: String, at keyPath: String) -> StreamDocumentError {
    StreamDocumentError(reason, file: file.name, keyPath: keyPath)
  }

  @discardableResult
  private mutating func report(_ reason: String, at keyPath: String) -> StreamDocumentError {
    let error = error(reason, at: keyPath)
    errors.append(error)
    return error
  }
}

extension [String] {
  /// The ids ordered so that each follows its references, and otherwise in their own order; a
  /// circle begins anywhere. O(ids and references).
  fileprivate func belowReferences(_ references: (String) -> [String]) -> [String] {
    var waiting = Set(self)
    var ordered: [String] = []
    // The ids whose references have been visited, to end a circle.
    var begun: Set<String> = []
    for id in self {
      var stack = [id]
      while let id = stack.popLast() {
        guard waiting.contains(id) else { continue }
        if begun.insert(id).inserted {
          stack.append(id)
          stack += references(id).filter { !begun.contains($0) }.reversed()
        } else {
          ordered.append(id)
          waiting.remove(id)
        }
      }
    }
    return ordered
  }
}

extension StreamDocumentFile {
  /// The documents ordered so that each follows its references, and otherwise in their own order.
  /// O(documents and references).
  var documentsBelowTheirSources: [StreamDocument] {
    documents.map(\.id).belowReferences { self[$0]!.references.map(\.id) }.map { self[$0]! }
  }
}

extension StreamDocument {
  /// Returns true if it runs as long as an input does.
  ///
  /// - Parameter endless: The other documents that do.
  fileprivate func isEndless(among endless: Set<String>) -> Bool {
    switch self {
    case .source(let stream):
      stream.items.contains { !$0.operators.isEmpty && $0.operators.isEndless(false, endless) }
    case .input: true
    case .chain(let chain): chain.operators.isEndless(endless.contains(chain.source), endless)
    case .union(let union): union.sources.contains(where: endless.contains)
    case .join(let join):
      switch join.kind {
      case .zip: join.sources.allSatisfy(endless.contains)
      case .combineLatest: join.sources.contains(where: endless.contains)
      }
    }
  }

  /// Returns the streams that wait for the end of an endless one, each with the key that refers to
  /// it.
  fileprivate func waits(among endless: Set<String>) -> [(key: String, id: String, other: String)] {
    switch self {
    case .union(let union) where union.kind == .append:
      return union.sources.indices.dropFirst().compactMap { index in
        let id = union.sources[index]
        guard endless.contains(id),
          let other = union.sources[..<index].first(where: endless.contains)
        else { return nil }
        return ("sources[\(index)]", id, other)
      }
    case .chain(let chain):
      return chain.operators.enumerated().compactMap { index, step in
        guard let id = step.stream, endless.contains(id),
          chain.operators.prefix(index).isEndless(endless.contains(chain.source), endless)
        else { return nil }
        let key = "operators[\(index)].\(step.kind.rawValue).stream"
        switch step {
        case .append: return (key, id, chain.source)
        case .prepend: return (key, chain.source, id)
        default: return nil
        }
      }
    case .source, .input, .union, .join: return []
    }
  }

  /// The reason why it has more operators than rows can show; nil if it has not.
  fileprivate var excess: String? {
    guard case .chain(let chain) = self, chain.operators.count > StreamLibrary.operatorLimit
    else { return nil }
    return "it has more than \(StreamLibrary.operatorLimit) operators"
  }
}

extension Collection<Operator> {
  /// Returns true if a stream with these operators runs as long as an input does.
  ///
  /// - Parameters:
  ///   - isEndless: True if it does before them.
  ///   - endless: The documents that do.
  fileprivate func isEndless(_ isEndless: Bool, _ endless: Set<String>) -> Bool {
    reduce(isEndless) { isEndless, step in
      switch step.kind {
      case .prefix, .first: false
      case .merge, .append, .prepend, .flatMap, .combineLatest:
        isEndless || endless.contains(step.stream ?? "")
      case .zip: isEndless && endless.contains(step.stream ?? "")
      case .map, .filter, .scan, .reduce, .removeDuplicates, .distinct, .dropFirst, .timestamp,
        .groupBy, .sort, .collect, .last, .count, .delay, .debounce, .throttle, .sample, .window,
        .rate, .withLatestFrom, .each:
        isEndless
      }
    }
  }
}
