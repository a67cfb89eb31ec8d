/// The source that a command line binds an input to: `prices=-`, `gps=trace:drive.gpx`.
struct InputBinding: Equatable, Sendable {
  /// The input's id.
  var id: String
  /// The source.
  var source: Source

  /// A source of values.
  enum Source: Equatable, Sendable {
    /// Standard input.
    case standardInput
    /// A file, by its path.
    case file(String)
    /// A page on the web.
    case web(String)
    /// The output of a program, which is run without a shell.
    case command([String])
    /// A trace of positions, by its path.
    case trace(String)
    /// A receiver of positions.
    case receiver(ReceiverChoice)
  }

  /// The forms of a value of the option, in words.
  static let noun =
    "ID=SOURCE, where SOURCE is -, a file, a URL, trace:FILE, tcp:HOST:PORT, udp:PORT, gpsd or "
    + "device:PATH"

  /// Reads `ID=SOURCE`, and `ID:tcp:HOST:PORT` for a receiver.
  init(_ text: String) throws(UsageError) {
    if let (name, rest) = text.halves(at: "=") {
      id = String(name)
      source = try Self.source(String(rest))
    } else if let (name, rest) = text.halves(at: ":"),
      let receiver = try Self.receiver(String(rest))
    {
      (id, source) = (String(name), receiver)
    } else {
      throw UsageError("--input takes \(Self.noun), not '\(text)'.")
    }
    guard !id.isEmpty else {
      throw UsageError("--input needs the id of an input before the =, not '\(text)'.")
    }
  }

  /// Reads `ID=PROGRAM ARGUMENTS`.
  init(command text: String) throws(UsageError) {
    guard let (name, program) = text.halves(at: "="), !name.isEmpty else {
      throw UsageError("--input-command takes ID=PROGRAM with its arguments, not '\(text)'.")
    }
    id = String(name)
    guard let words = CommandWords.words(of: String(program)) else {
      throw UsageError("A quotation mark in --input-command '\(text)' is not closed.")
    }
    guard !words.isEmpty else {
      throw UsageError("--input-command needs a program after the =, not '\(text)'.")
    }
    source = .command(words)
  }

  private static func source(_ text: String) throws(UsageError) -> Source {
    if text == "-" { return .standardInput }
    if let path = text.rest(behind: "trace:") {
      guard path != "-" else { return .receiver(.standardInput) }
      return .trace(String(path))
    }
    let inner = text.rest(behind: "gps:").map(String.init) ?? text
    if let receiver = try receiver(inner) { return receiver }
    guard !text.isEmpty else { throw UsageError("--input takes \(noun).") }
    let address: StreamAddress
    do throws(StreamStoreError) { address = try StreamAddress(text) } catch {
      throw UsageError("\(error)")
    }
    switch address {
    case .local(let path): return .file(path)
    case .web(let url):
      return .web(
        try ServiceURL.checked(
          url, of: InputOptions.input, insteadOfSecrets: "Use --token-file or --header-file."))
    }
  }

  /// Parses the name of a receiver; nil if the text is not one.
  private static func receiver(_ text: String) throws(UsageError) -> Source? {
    func value(_ name: String) -> String? { text.rest(behind: name + ":").map(String.init) }
    func read<Value>(_ text: String, _ kind: ReceiverKind<Value>) throws(UsageError) -> Source {
      guard let value = kind.option.read(text) else {
        throw UsageError(kind.option.spec.value!.problem(with: text, of: "--input"))
      }
      return .receiver(kind(value))
    }
    if let source = value("tcp") { return try read(source, ReceiverChoice.tcp) }
    if let source = value("udp") { return try read(source, ReceiverChoice.udp) }
    if let source = value("gpsd") { return try read(source, ReceiverChoice.gpsd) }
    if text == "gpsd" { return try read("", ReceiverChoice.gpsd) }
    if let source = value("device") { return try read(source, ReceiverChoice.device) }
    return nil
  }
}

extension InputBinding.Source {
  /// Its name in sentences.
  var name: String {
    switch self {
    case .standardInput: "standard input"
    case .file(let path), .trace(let path): path
    case .web(let url): "\(StreamAddress.web(url: url))"
    case .command(let words): words[0]
    case .receiver(let choice): choice.option == nil ? "standard input" : choice.value
    }
  }

  /// True if standard input is read.
  var isStandardInput: Bool {
    switch self {
    case .standardInput: true
    case .receiver(let choice): choice.option == nil
    case .file, .web, .command, .trace: false
    }
  }

  /// True if it is a page that is requested repeatedly.
  var isPolled: Bool { if case .web = self { true } else { false } }

  /// True if its values are the objects of positions.
  var hasPositions: Bool {
    switch self {
    case .trace, .receiver: true
    case .standardInput, .file, .web, .command: false
    }
  }
}
