/// Checks that the references between the documents of a file lead somewhere, in no circle, and to
/// no more than can be run. Takes O(documents and references), and recurs nowhere.
struct StreamReferenceCheck {
  private(set) var documents: [String: StreamDocument] = [:]
  private(set) var errors: [StreamDocumentError] = []
  /// Why documents cannot be run, by id.
  private(set) var faults: [String: StreamDocumentError] = [:]

  private let file: StreamDocumentFile
  /// Ids in the order of the file.
  private var order: [String] = []
  private var places: [String: String] = [:]

  /// What it takes to run documents, by id; nothing for those in circles.
  private(set) var extents: [String: StreamExtent] = [:]

  init(_ file: StreamDocumentFile) { self.file = file }

  mutating func run() {
    collect()
    findMissing()
    measure()
    findCircles()
  }

  private mutating func collect() {
    for (index, entry) in file.entries.enumerated() {
      guard case .success(let document) = entry.document else { continue }
      let place = file.place(index)
      let isBare = entry.json.isBareStream
      let inner = isBare ? place : (place.isEmpty ? document.key : "\(place).\(document.key)")
      if let first = places[document.id] {
        report("the id “\(document.id)” is taken, at \(first)", at: inner + ".id")
        continue
      }
      documents[document.id] = document
      places[document.id] = inner
      order.append(document.id)
    }
  }

  private mutating func findMissing() {
    for id in order {
      for reference in documents[id]!.references where documents[reference.id] == nil {
        let error = report(
          "there is no document “\(reference.id)” that can be read",
          at: key(reference.key, of: id))
        faults[id] = faults[id] ?? error
      }
    }
  }

  /// Measures each document after those that it refers to, as far as there is no circle.
  private mutating func measure() {
    var waiting: [String: Int] = [:]
    var users: [String: [String]] = [:]
    for id in order {
      let references = documents[id]!.references.filter { documents[$0.id] != nil }
      waiting[id] = references.count
      for reference in references { users[reference.id, default: []].append(id) }
    }
    var ready = order.filter { waiting[$0] == 0 }
    while let id = ready.popLast() {
      measure(id)
      for user in users[id] ?? [] {
        waiting[user]! -= 1
        if waiting[user] == 0 { ready.append(user) }
      }
    }
  }

  private mutating func measure(_ id: String) {
    let document = documents[id]!
    for reference in document.references where faults[id] == nil {
      if let fault = faults[reference.id] {
        faults[id] = error(
          "it needs “\(reference.id)”, which cannot be run (\(fault.reason))",
          at: key(reference.key, of: id))
      }
    }
    let extent = StreamExtent(of: document) { extents[$0] }
    extents[id] = extent
    guard faults[id] == nil, let excess = extent.excess else { return }
    faults[id] = report("with all that it refers to, \(excess)", at: places[id]!)
  }

  /// What could not be measured is in a circle, or leads into one.
  private mutating func findCircles() {
    var seen: Set<String> = []
    for start in order where extents[start] == nil && !seen.contains(start) {
      var (path, id) = ([String](), start)
      while seen.insert(id).inserted {
        path.append(id)
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
      "the references go round in a circle: "
        + (names + [circle.first!]).joined(separator: " → "),
      at: key(unmeasuredReference(of: circle.last!).key, of: circle.last!))
  }

  private func unmeasuredReference(of id: String) -> (key: String, id: String) {
    documents[id]!.references.first { documents[$0.id] != nil && extents[$0.id] == nil }!
  }

  private func key(_ key: String, of id: String) -> String {
    places[id]!.isEmpty ? key : "\(places[id]!).\(key)"
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

extension JSONValue {
  /// Whether this is a stream by itself, not a document around one.
  fileprivate var isBareStream: Bool {
    guard case .object(let members) = self else { return false }
    return members.contains { $0.key == "stream" }
  }
}
