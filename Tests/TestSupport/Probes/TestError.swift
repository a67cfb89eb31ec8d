/// What fails in these tests.
enum TestError: Error, Equatable {
  case expected
  case other
}
