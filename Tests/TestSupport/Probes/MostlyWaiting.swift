import Testing

/// Runs tests that mostly wait, for a program or a server, on other threads than those that
/// compute.
///
/// Swift has as many threads for tasks of one priority as there are processors. A test that waits
/// for a program keeps its thread, so with all tests at one priority the processors would be idle.
/// A test whose request waits for an answer goes on as soon as that has come, instead of after all
/// other tests: until then, Foundation keeps a processor busy on Linux.
package struct MostlyWaiting: SuiteTrait, TestTrait {
  package var isRecursive: Bool { true }
}

// With Swift 6.0, which cannot do this, the package is built and no test is run.
#if compiler(>=6.1)
  extension MostlyWaiting: TestScoping {
    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withoutActuallyEscaping(function) { function in
        try await Task(priority: .high) { try await function() }.value
      }
    }
  }
#endif

extension Trait where Self == MostlyWaiting {
  /// For tests that mostly wait, for a program or a server.
  package static var mostlyWaiting: Self { Self() }
}
