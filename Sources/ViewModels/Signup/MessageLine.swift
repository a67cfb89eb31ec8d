import Reactive
import ReactiveExtras

/// A line of the form: an unwelcome text waits before it is shown, and goes at once.
struct MessageLine {
  /// A text on its way to the line, after a number of milliseconds; nil for at once.
  private typealias Announcement = (text: String, delay: Int?)
  private let announcements = PassthroughSubject<Announcement, Never>()

  /// Shows a text at once, whatever is on its way.
  func show(_ text: String) { announcements.send((text, nil)) }

  /// Shows an unwelcome text after a delay; another one that is still shown is no longer true, and
  /// goes.
  func announce(_ text: String, after delay: Int, insteadOf shown: String) {
    if shown != text { show(" ") }
    announcements.send((text, delay))
  }

  /// Each text after its delay, unless another one comes first.
  func texts(on scheduler: some Scheduler) -> some Publisher<String, Never> {
    announcements
      .map { announcement -> AnyPublisher<String, Never> in
        let text = Just(announcement.text)
        guard let delay = announcement.delay else { return text.eraseToAnyPublisher() }
        return text.delay(for: .milliseconds(delay), scheduler: scheduler).eraseToAnyPublisher()
      }
      .switchToLatest()
      .prepend(" ")
      .removeDuplicates()
      .dropFirst()
  }
}
