import Reactive
import ReactiveExtras

@testable import ViewModels

/// A form on virtual time.
@MainActor
struct PacedForm<Value: Sendable> {
  let clock = VirtualTimeScheduler()
  let form: FormViewModel<Value>
  let focused = Collected<FieldID>()

  init(
    _ value: Value, _ fields: [FormField<Value>], visibility: IssueVisibility = .afterLeaving,
    submission: FormViewModel<Value>.Submission? = nil
  ) {
    form = FormViewModel(
      value, fields: fields, visibility: visibility, scheduler: clock, submission: submission)
    focused.cancellable = form.focusRequests.sink { [focused] in focused.values.append($0) }
  }

  func wait(_ milliseconds: Int = 0) { clock.advance(by: .milliseconds(milliseconds)) }

  /// Types a text and leaves the field.
  func fill(_ path: WritableKeyPath<Value, String> & Sendable, _ text: String) {
    form[path] = text
    form.leave(path)
  }

  func issue(_ path: PartialKeyPath<Value>) -> ValidationIssue.Code? {
    form.field(path)?.shownIssue?.code
  }

  func bars(_ path: PartialKeyPath<Value>) -> [ValidationIssue.Code] {
    form.field(path)?.issues.map(\.code) ?? []
  }
}

final class Collected<Value> {
  var values: [Value] = []
  var cancellable: AnyCancellable?
}

/// Somebody who is asked, and answers when the test lets them.
@MainActor
final class Oracle {
  typealias Answers = PassthroughSubject<[ValidationIssue], any Error>
  private(set) var asked: [String] = []
  private(set) var cancelled: [String] = []
  private var answers: [Answers] = []

  var pending: Int { asked.count }

  func rule(
    debounce: Duration = .milliseconds(300), timeout: Duration = .seconds(30),
    trigger: AsyncValidationRule<String>.Trigger = .typing, isSettledBySubmission: Bool = false
  ) -> AsyncValidationRule<String> {
    AsyncValidationRule(
      debounce: debounce, timeout: timeout, trigger: trigger,
      isSettledBySubmission: isSettledBySubmission
    ) { value in
      self.asked.append(value)
      let subject = Answers()
      self.answers.append(subject)
      return subject.handleEvents(receiveCancel: { self.cancelled.append(value) })
        .eraseToAnyPublisher()
    }
  }

  func answer(_ number: Int, _ codes: ValidationIssue.Code...) {
    answers[number].send(codes.map { ValidationIssue($0) })
  }

  func fail(_ number: Int) {
    answers[number].send(completion: .failure(AccountError.noDefaultPath))
  }
  func finish(_ number: Int) { answers[number].send(completion: .finished) }
}

/// A server that takes forms, and answers when the test lets it.
@MainActor
final class Server<Value: Sendable> {
  private(set) var received: [Value] = []
  private var answers: [PassthroughSubject<Void, FormRejection>] = []

  func submission(_ value: Value) -> AnyPublisher<Void, FormRejection> {
    received.append(value)
    let subject = PassthroughSubject<Void, FormRejection>()
    answers.append(subject)
    return subject.eraseToAnyPublisher()
  }

  func accept() { answers.last?.send(completion: .finished) }
  func reject(_ rejection: FormRejection) { answers.last?.send(completion: .failure(rejection)) }
}

/// A form's value with a field of most kinds.
struct Profile: Sendable, Equatable {
  var name = "", email = ""
  var age: Int?
  var start = 1, end = 2
  var password = "", confirmation = ""
  var isCompany = false
  var company = ""
  var plan: Plan?
  var tags: [Tag] = []

  enum Plan: String, FormChoice { case small, extraLarge }

  struct Tag: Sendable, Equatable {
    var word = ""
    var isLoud = false
    var reason = ""
  }
}

extension [FormField<Profile>] {
  static let profile: [FormField<Profile>] = [
    .text("name", \.name, .required, .minimumLength(3), .maximumLength(8)),
    .text("email", \.email, .allowedCharacters { $0 != " " }.ifFilled()),
    .text("age", \.age, as: .integer, .adult.when { $0 != nil }),
    .text("start", \.start, as: .integer),
    .text("end", \.end, as: .integer)
      .rule(ValidationRule(ValidationIssue("order")) { $0.start < $0.end }, reading: \.start),
    .secret("password", \.password),
    .secret("confirmation", \.confirmation)
      .rule(
        .matches(\.confirmation, \.password).when {
          !$0.password.isEmpty || !$0.confirmation.isEmpty
        },
        reading: \.password),
    .toggle("isCompany", \.isCompany),
    .text("company", \.company, .required).shown { $0.isCompany },
    .choice("plan", \.plan),
    .list(
      "tags", \.tags, of: Profile.Tag(), 0...3,
      [
        .text("word", \.word, .required),
        .toggle("isLoud", \.isLoud),
        .text("reason", \.reason, .required).shown { $0.isLoud },
      ],
      rules: .distinct { $0.word }),
  ]
}

extension ValidationRule<Int?> {
  static let adult = ValidationRule(ValidationIssue("young", ["minimum": 18])) { ($0 ?? 0) >= 18 }
}
