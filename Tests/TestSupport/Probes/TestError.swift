/// What fails in these tests.
package enum TestError: Error, Equatable {
  case expected
  case other
}
