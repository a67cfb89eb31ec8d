#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Forms
import TerminalForms
import TerminalKit
import TestSupport

/// A form that a file of answers fills in line by line.
@MainActor
struct AskedForm<Value: Sendable> {
  let end: FormEnd<Value>
  /// All that was said and asked. The answers are not in it, as a file has no echo.
  let said: String

  init(
    _ value: Value, _ fields: [FormField<Value>], messages: ValidationMessages = .forms,
    answers: [String]
  ) throws {
    let loop = try EventLoop()
    let form = FormViewModel(
      value, fields: fields, messages: messages, scheduler: LoopScheduler(loop: loop))
    let folder = ScratchFolder()
    let text = answers.map { $0 + "\n" }.joined()
    let input = open(folder.write("answers", text.utf8), O_RDONLY)
    let output = open(folder.file("said"), O_WRONLY | O_CREAT, 0o600)
    defer { for file in [input, output] { close(file) } }
    var settings = TerminalSettings(environment: ["TERM": "dumb", "LANG": "C.UTF-8"])
    (settings.input, settings.output) = (input, output)
    end = try FormScreen(form, title: "Asked").run(on: loop, settings: settings)
    said = folder.read("said") ?? ""
  }

  /// What was submitted; nil where the form was left.
  var value: Value? { if case .submitted(let value) = end { value } else { nil } }
}
