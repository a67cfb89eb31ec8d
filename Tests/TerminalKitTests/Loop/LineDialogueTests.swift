import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing

/// Runs a dialogue on a pseudo-terminal inside the test process, and so on the main actor alone:
/// the echo and the signals belong to the process.
@Suite("Questions on a terminal", .serialized)
@MainActor struct LineDialogueTests {
  private let terminal: PseudoTerminal
  private let settings: TerminalSettings
  private let loop: EventLoop

  init() throws {
    terminal = try PseudoTerminal(size: Size(60, 10))
    settings = terminal.settings(named: "dumb")
    loop = try EventLoop()
  }

  @Test("Where secrets are asked for, typing shows only while another question stands")
  func echo() throws {
    let dialogue = LineDialogue(loop: loop, settings: settings, asksForSecrets: true)
    #expect(terminal.hidesTyping)
    loop.enqueue { [terminal] in
      #expect(!terminal.hidesTyping)
      terminal.type("annie\r")
    }
    #expect(try dialogue.ask("Name:") == "annie")
    #expect(terminal.hidesTyping, "Keys typed ahead of the next question may be the secret.")
    loop.enqueue { [terminal] in
      #expect(terminal.hidesTyping)
      terminal.type("secret\r")
    }
    #expect(try dialogue.ask("Password:", isSecret: true) == "secret")
    #expect(terminal.hidesTyping)
    terminal.type("half")
    dialogue.close()
    #expect(terminal.unreadInput == 0, "Half a line is left for the shell.")
    #expect(terminal.waits { $0.text.contains("Password:") })
    #expect(terminal.screen.text.contains("annie") && !terminal.screen.text.contains("secret"))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("Where none is asked for, typing shows throughout, and what is not read stays")
  func openEcho() throws {
    let dialogue = LineDialogue(loop: loop, settings: settings)
    #expect(!terminal.hidesTyping)
    loop.enqueue { [terminal] in terminal.type("q\r") }
    #expect(try dialogue.ask("What?") == "q")
    terminal.type("ls")
    dialogue.close()
    #expect(terminal.unreadInput == 2)
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("A change made while a wait looks is noticed without anything else happening")
  func workFromInside() throws {
    let dialogue = LineDialogue(loop: loop, settings: settings)
    defer { dialogue.close() }
    let isDone = Locked(false)
    // Whatever is wrong, a test has to end.
    let alarm = Locked(false)
    loop.schedule(after: .seconds(Standstill.seconds)) {
      alarm.withLock { $0 = true }
      isDone.withLock { $0 = true }
    }
    var looks = 0
    try dialogue.wait { _ in
      looks += 1
      if looks == 1 { loop.enqueue { isDone.withLock { $0 = true } } }
      return isDone.withLock { $0 }
    }
    #expect(looks == 2)
    #expect(!alarm.withLock { $0 }, "It was noticed by the next deadline only.")
  }

  @Test("A wait looks again at the instant that it names, and not all the time until then")
  func namedInstant() throws {
    let dialogue = LineDialogue(loop: loop, settings: settings)
    defer { dialogue.close() }
    let deadline = loop.now + .milliseconds(20)
    var looks = 0
    try dialogue.wait(wakingAt: { deadline }) { _ in
      looks += 1
      return loop.now >= deadline
    }
    #expect(looks == 2)
  }
}
