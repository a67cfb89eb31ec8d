import CommandLineKit
import Expressions
import Streams
import ViewModels

/// The options of a command line about inputs.
struct InputOptions: Equatable, Sendable {
  /// The sources of the inputs.
  var bindings: [InputBinding] = []
  /// The form of the lines; nil to tell by each line.
  var lines: LineFormat?
  /// True if files are followed as they grow.
  var follows = false
  /// Where the time of a value is; nil if values come at their own pace.
  var time: InputTime?
  /// The time between two requests to a page.
  var interval = Duration.seconds(1)

  static let input = OptionSpec(
    "--input", value: OptionValue(placeholder: "ID=SOURCE", kind: .listed(.files)),
    help: "where an input's values come from: -, a file, a URL, trace:FILE, tcp:HOST:PORT, "
      + "udp:PORT, gpsd, device:PATH; once for each input",
    summary: "where an input's values come from"
  ).ofCommandLineOnly

  static let command = OptionSpec(
    "--input-command", value: OptionValue(placeholder: "ID=PROGRAM", kind: .text),
    help: "an input's values are what a program writes, which is run without a shell"
  ).ofCommandLineOnly

  static let lines = Option<LineFormat>(
    spec: OptionSpec(
      "--lines",
      value: OptionValue(
        placeholder: "FORMAT", kind: .choice(LineFormat.allCases.map(\.rawValue), usual: nil)),
      help: "what the lines of inputs are (default: JSON where they can be, or else plain text)"),
    read: LineFormat.init)

  static let follow = OptionSpec("--follow", help: "read on when a file of an input grows")

  static let time = Option.text(
    "--time", "FIELD",
    help: "the field or expression with the time of a value, at which it comes on the clock of all "
      + "inputs"
  ).ofCommandLineOnly

  static let specs = [input, command, lines.spec, follow, time.spec]
}

extension InputOptions {
  init(_ arguments: Arguments) throws(UsageError) {
    for text in arguments.allTexts[Self.input.name] ?? [] {
      bindings.append(try InputBinding(text))
    }
    for text in arguments.allTexts[Self.command.name] ?? [] {
      bindings.append(try InputBinding(command: text))
    }
    lines = try arguments[Self.lines]
    follows = arguments.has(Self.follow)
    if let text = try arguments[Self.time] {
      do throws(StreamExpressionError) { time = try InputTime(text) } catch {
        throw UsageError("--time '\(text)': \(error.description).")
      }
    }
    try checkAlone()
  }

  /// Throws if the bindings contradict each other.
  private func checkAlone() throws(UsageError) {
    for (place, binding) in bindings.enumerated()
    where bindings[..<place].contains(where: { $0.id == binding.id }) {
      throw UsageError("The input “\(binding.id)” is bound twice; leave one of them out.")
    }
    let piped = bindings.filter(\.place.isStandardInput)
    if piped.count > 1 {
      throw UsageError(
        "Standard input can be bound to one input, not to “\(piped[0].id)” and “\(piped[1].id)”.")
    }
    let follower = bindings.contains { if case .file = $0.place { true } else { false } }
    if follows, !follower {
      throw UsageError("--follow is about files that --input names; there is none.")
    }
  }

  /// Throws if the inputs that streams need are not bound, if something else is, or if it is of
  /// another type.
  ///
  /// - Parameters:
  ///   - streams: The streams that are run.
  ///   - contents: All documents of the place.
  ///   - name: The name of the place.
  func check(
    _ streams: [StreamContents.Stream], in contents: StreamContents, _ name: String
  ) throws(UsageError) {
    try checkBindings(in: contents, name)
    for stream in streams {
      for input in stream.library.inputs(of: stream.document.id)
      where !bindings.contains(where: { $0.id == input.id }) {
        let title = stream.document.title
        throw UsageError(
          (input.id == stream.document.id
            ? "The input “\(input.id)” is not bound"
            : "“\(title)” needs the input “\(input.id)”, which is not bound")
            + "; add --input \(input.id)=- for standard input, or another source.")
      }
    }
  }

  /// Throws if something is bound that is no input, or is of another type.
  ///
  /// - Parameters:
  ///   - contents: All documents of the place.
  ///   - name: The name of the place.
  func checkBindings(in contents: StreamContents, _ name: String) throws(UsageError) {
    let known = contents.streams.compactMap { stream -> StreamInput? in
      if case .input(let input) = stream.document { input } else { nil }
    }
    for binding in bindings {
      guard let input = known.first(where: { $0.id == binding.id }) else {
        throw UsageError(unknown(binding, among: known.map(\.id), name))
      }
      try check(binding, for: input)
    }
  }

  private func unknown(_ binding: InputBinding, among ids: [String], _ name: String) -> String {
    let advice =
      Suggestion.nearest(to: binding.id, among: ids).map { "did you mean “\($0)”?" }
      ?? (ids.isEmpty
        ? "it has none." : "there are \(ids.prefix(8).map { "“\($0)”" }.listed).")
    return "There is no input “\(binding.id)” in \(name); \(advice)"
  }

  private func check(_ binding: InputBinding, for input: StreamInput) throws(UsageError) {
    let takes = "The input “\(input.id)” takes \(input.type.nouns), "
    let takesObjects = input.type == .object || input.type == .any
    if binding.place.hasPositions, !takesObjects {
      throw UsageError(takes + "and \(binding.place.name) sends positions, which are objects.")
    }
    if lines == .text, input.type == .object, !binding.place.hasPositions {
      throw UsageError(takes + "which plain text cannot say; use --lines json or csv.")
    }
    if case .field? = time, !takesObjects {
      throw UsageError(takes + "which have no field for --time.")
    }
  }
}
