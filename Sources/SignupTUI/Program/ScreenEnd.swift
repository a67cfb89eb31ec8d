/// The end of a screen that has no result but having been left.
enum ScreenEnd: Equatable {
  case quit
  /// ^C.
  case interrupted
}
