import Platform
import Testing

@testable import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Frames on their way to a terminal")
struct FramePresenterTests {
  /// A terminal that takes as much as a pipe holds, and not a byte more.
  private final class NarrowTerminal {
    let ends: (read: Int32, write: Int32)

    init() throws { ends = try Descriptor.pipe() }

    deinit {
      close(ends.read)
      close(ends.write)
    }

    /// All that it has been sent and nobody has read.
    func takeAll() -> [UInt8] {
      var taken: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = read(ends.read, &buffer, buffer.count), count > 0 {
        taken += buffer[..<count]
      }
      return taken
    }
  }

  private static let palette = Palette(theme: .dark, depth: .none)

  /// A frame that a pipe does not hold.
  private static let large: Canvas = {
    var canvas = Canvas(size: Size(1_000, 200))
    canvas.fill(canvas.bounds, with: "x")
    return canvas
  }()

  @Test(
    "Bytes that a terminal does not take wait, whole and in order, and no frame comes between")
  func slow() throws {
    let terminal = try NarrowTerminal()
    var presenter = FramePresenter(palette: Self.palette, descriptor: terminal.ends.write)
    #expect(presenter.isReady)
    #expect(presenter.present(Self.large) == .busy)
    var received: [UInt8] = []
    while presenter.isBacklogged {
      #expect(!presenter.isReady)
      received += terminal.takeAll()
      #expect(presenter.drain() != .lost)
    }
    received += terminal.takeAll()
    #expect(received == FrameEncoder(palette: Self.palette).encode(from: nil, to: Self.large))
    #expect(presenter.isReady)
    #expect(presenter.present(Self.large) == .done)
    #expect(terminal.takeAll().isEmpty, "Nothing has changed.")
  }

  @Test("A terminal that was given back in between is drawn on anew, and what waited is dropped")
  func forgotten() throws {
    let terminal = try NarrowTerminal()
    var presenter = FramePresenter(palette: Self.palette, descriptor: terminal.ends.write)
    #expect(presenter.present(Self.large) == .busy)
    presenter.forgetTerminal()
    _ = terminal.takeAll()
    let small = Canvas(size: Size(2, 1))
    #expect(presenter.present(small) == .done)
    #expect(terminal.takeAll() == FrameEncoder(palette: Self.palette).encode(from: nil, to: small))
  }

  @Test("What prepares a terminal, the frame and what is asked behind it go out in this order")
  func surrounded() throws {
    let terminal = try NarrowTerminal()
    var presenter = FramePresenter(palette: Self.palette, descriptor: terminal.ends.write)
    let small = Canvas(size: Size(2, 1))
    #expect(presenter.present(small, behind: [1, 2], before: [3]) == .done)
    let frame = FrameEncoder(palette: Self.palette).encode(from: nil, to: small)
    #expect(terminal.takeAll() == [1, 2] + frame + [3])
  }

  @Test("A terminal that is gone is lost")
  func lost() {
    var presenter = FramePresenter(palette: Self.palette, descriptor: -1)
    #expect(presenter.present(Canvas(size: Size(2, 1))) == .lost)
  }
}
