/// The part of a view model that a sign-in form works with, whatever it signs in to.
@MainActor package protocol SigningIn: AnyObject {
  /// The typed name.
  var username: String { get set }
  /// The typed password.
  var password: String { get set }
  /// True while a response is awaited.
  var isLoading: Bool { get }
  /// The reason why there is no response; nil if nothing is wrong.
  var message: String? { get }

  /// Checks the name and the password; a second call while one is running is ignored.
  ///
  /// - Returns: The field to fill in first; nil if none is empty.
  @discardableResult func signIn() -> SignInField?
  /// Cancels the running attempt.
  func cancel()
  /// Forgets the typed password, as far as a `String` can be forgotten.
  func forgetPassword()
}

/// A field that is required for signing in.
public enum SignInField: CaseIterable, Sendable {
  /// The name.
  case username
  /// The password.
  case password
}
