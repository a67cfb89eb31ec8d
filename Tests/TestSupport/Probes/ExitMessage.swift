import Testing

// Exit tests came with Swift 6.2.
#if compiler(>=6.2)
  /// Expects that a process said something before it ended. A release build says nothing.
  package func expectMessage(
    _ text: String, in result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #if DEBUG
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains(text), sourceLocation: sourceLocation)
    #endif
  }
#endif
