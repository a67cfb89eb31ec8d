import Reactive

/// A record of errors: a file, a list on the screen, or a test.
public protocol ErrorLogger {
  /// Logs an error. It is called where the error occurs, on any thread.
  func log(_ error: any Error)
}

/// A logger that keeps nothing.
public struct SilentErrorLogger: ErrorLogger {
  /// Makes a logger that keeps nothing.
  public init() {}

  public func log(_ error: any Error) {}
}

extension Publisher {
  /// Logs the failure that ends this publisher, and passes everything on unchanged.
  ///
  ///     repository.users().logErrors(to: logger).receive(on: DispatchQueue.main)
  ///
  /// A cancelled subscription has not failed, and is not logged.
  public func logErrors(to logger: any ErrorLogger) -> Publishers.HandleEvents<Self> {
    handleEvents(receiveCompletion: { completion in
      if case .failure(let error) = completion { logger.log(error) }
    })
  }
}
