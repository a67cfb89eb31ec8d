/// The end of a screen without a result.
enum ScreenEnd: Equatable {
  case quit
  /// ^C.
  case interrupted
}
