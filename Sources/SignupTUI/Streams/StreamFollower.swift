/// Streams of a source that others change, side by side on virtual time, written as they run.
///
/// When a document or one that it refers to changes, the new version replaces the old and runs from
/// its beginning; a stream with inputs continues with them. If a version cannot be read or run, the
/// old one keeps running.
final class StreamFollower {
  private let selection: StreamSelection
  let lines: EmissionLines
  private let report: (String) -> Void
  /// The streams.
  let streams: StreamRun
  private let inputs: StreamInputs?
  private var versions = StreamVersions()
  private var running: [Key: Running] = [:]
  private var problems: Set<String> = []
  /// The files or URLs that could not be read.
  private var unread: Set<String> = []

  private struct Key: Hashable {
    var part: String
    var id: String
  }

  /// A stream, with the number of its document's contents, with all that it refers to.
  private typealias Running = (version: Int?, stream: StreamRun.Stream)

  /// Makes a follower without contents.
  ///
  /// - Parameter report: Receives a sentence for each new problem.
  init(
    of selection: StreamSelection, lines: EmissionLines, inputs: StreamInputs? = nil,
    report: @escaping (String) -> Void = StreamSelection.report
  ) {
    (self.selection, self.lines, self.report) = (selection, lines, report)
    self.inputs = inputs
    streams = StreamRun(lines: lines, inputs: inputs) { report("\(selection.file): \($0)") }
  }

  /// True if there are streams, which may have ended.
  var isRunning: Bool { !running.isEmpty }

  /// True if all streams have ended.
  var areFinished: Bool { running.values.allSatisfy(\.stream.isFinished) }

  /// Switches to the present contents of the source.
  func adopt(_ contents: StreamContents) {
    var found = Problems()
    for problem in contents.problems { found.add(problem.description) }
    let wanted = wanted(of: contents, &found)
    for stream in wanted { run(stream, &found) }
    if selection.stream == nil { dropStreams(notIn: wanted, contents) }
    versions.keep(Set((wanted.map(\.version) + running.values.map(\.version)).compactMap { $0 }))
    for name in contents.parts.filter({ $0.file != nil }).map(\.name) where unread.contains(name) {
      report("\(name) can be read again.")
    }
    unread = Set(contents.parts.filter { $0.file == nil }.map(\.name))
    for problem in found.sentences where !problems.contains(problem) { say(problem) }
    problems = found.known
    lines.flush()
  }

  /// Sentences in their order, each once.
  private struct Problems {
    private(set) var sentences: [String] = []
    private(set) var known: Set<String> = []

    mutating func add(_ sentence: String) {
      if known.insert(sentence).inserted { sentences.append(sentence) }
    }
  }

  private func wanted(
    of contents: StreamContents, _ problems: inout Problems
  ) -> [StreamContents.Stream] {
    let streams = contents.streams(&versions)
    guard let name = selection.stream else { return streams }
    do {
      let found = try selection.find(name, in: contents)
      return streams.filter { $0.part == found.part && $0.document.id == found.document.id }
    } catch {
      problems.add("\(error)")
      return []
    }
  }

  private func run(_ stream: StreamContents.Stream, _ problems: inout Problems) {
    let key = Key(part: stream.part, id: stream.document.id)
    let old = running[key]
    if let old, old.version == stream.version, stream.version != nil { return }
    let (document, library, numbers) = (stream.document, stream.library, stream.numbers)
    inputs?.adopt(library.inputs(of: document.id))
    do throws(StreamDocumentError) {
      if let old, old.stream.isLive, library.isLive(document.id) {
        try streams.change(old.stream, to: document, of: library, numbers)
        running[key] = (stream.version, old.stream)
        return
      }
      let new = try streams.prepare(document, of: library, numbers)
      if let old { streams.end(old.stream, "replaced") }
      running[key] = (stream.version, new)
      streams.start(new)
    } catch {
      // A document that it needs may have been reported itself.
      problems.add("\(error)")
    }
  }

  /// Ends the streams whose documents are gone; one that is only unreadable is not gone.
  private func dropStreams(notIn wanted: [StreamContents.Stream], _ contents: StreamContents) {
    let keys = Set(wanted.map { Key(part: $0.part, id: $0.document.id) })
    for (key, stream) in running where !keys.contains(key) && !contents.mayHold(id: key.id) {
      streams.end(stream.stream, "removed")
      running[key] = nil
    }
  }

  private func say(_ problem: String) {
    guard !running.isEmpty else { return report(problem) }
    report(
      problem.hasSuffix(".")
        ? "\(problem) The old streams keep running." : "\(problem); the old streams keep running")
  }
}
