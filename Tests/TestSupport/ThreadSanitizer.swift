/// The thread sanitizer, with which `make tsan` builds the tests.
package enum ThreadSanitizer {
  #if THREAD_SANITIZER
    /// True if this is built with it, and so is the program.
    package static let isOn = true
  #else
    /// True if this is built with it, and so is the program.
    package static let isOn = false
  #endif
}
