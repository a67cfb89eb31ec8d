import Forms
import Reactive
import ReactiveExtras

/// A form on virtual time.
@MainActor
package struct PacedForm<Value: Sendable> {
  package let clock = VirtualTimeScheduler()
  package let form: FormViewModel<Value>
  package let focused = Collected<FieldID>()

  package init(
    _ value: Value, _ fields: [FormField<Value>], visibility: IssueVisibility = .afterLeaving,
    submission: FormViewModel<Value>.Submission? = nil
  ) {
    form = FormViewModel(
      value, fields: fields, visibility: visibility, scheduler: clock, submission: submission)
    focused.cancellable = form.focusRequests.sink { [focused] in focused.values.append($0) }
  }

  package func wait(_ milliseconds: Int = 0) { clock.advance(by: .milliseconds(milliseconds)) }

  /// Types a text and leaves the field.
  package func fill(_ path: WritableKeyPath<Value, String> & Sendable, _ text: String) {
    form[path] = text
    form.leave(path)
  }

  package func issue(_ path: PartialKeyPath<Value>) -> ValidationIssue.Code? {
    form.field(path)?.shownIssue?.code
  }

  package func bars(_ path: PartialKeyPath<Value>) -> [ValidationIssue.Code] {
    form.field(path)?.issues.map(\.code) ?? []
  }
}

package final class Collected<Value> {
  package init() {}

  package var values: [Value] = []
  package var cancellable: AnyCancellable?
}

/// A check that is asked, and answers when the test lets it.
@MainActor
package final class Oracle {
  package init() {}

  package typealias Answers = PassthroughSubject<[ValidationIssue], any Error>
  package private(set) var asked: [String] = []
  package private(set) var cancelled: [String] = []
  private var answers: [Answers] = []

  package var pending: Int { asked.count }

  package func rule(
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

  package func answer(_ number: Int, _ codes: ValidationIssue.Code...) {
    answers[number].send(codes.map { ValidationIssue($0) })
  }

  package func fail(_ number: Int) {
    answers[number].send(completion: .failure(TestError.other))
  }
  package func finish(_ number: Int) { answers[number].send(completion: .finished) }
}

/// A server that takes forms, and answers when the test lets it.
@MainActor
package final class Server<Value: Sendable> {
  package init() {}

  package private(set) var received: [Value] = []
  private var answers: [PassthroughSubject<Void, FormRejection>] = []

  package func submission(_ value: Value) -> AnyPublisher<Void, FormRejection> {
    received.append(value)
    let subject = PassthroughSubject<Void, FormRejection>()
    answers.append(subject)
    return subject.eraseToAnyPublisher()
  }

  package func accept() { answers.last?.send(completion: .finished) }
  package func reject(_ rejection: FormRejection) {
    answers.last?.send(completion: .failure(rejection))
  }
}

/// A form's value with a field of most kinds.
package struct Profile: Sendable, Equatable {
  package var name = "", email = ""
  package var age: Int?
  package var start = 1, end = 2
  package var password = "", confirmation = ""
  package var isCompany = false
  package var company = ""
  package var plan: Plan?
  package var tags: [Tag] = []

  package init(
    name: String = "", email: String = "", age: Int? = nil, start: Int = 1, end: Int = 2,
    password: String = "", confirmation: String = "", isCompany: Bool = false,
    company: String = "", plan: Plan? = nil, tags: [Tag] = []
  ) {
    self.name = name
    self.email = email
    self.age = age
    self.start = start
    self.end = end
    self.password = password
    self.confirmation = confirmation
    self.isCompany = isCompany
    self.company = company
    self.plan = plan
    self.tags = tags
  }

  package enum Plan: String, FormChoice { case small, extraLarge }

  package struct Tag: Sendable, Equatable {
    package var word = ""
    package var isLoud = false
    package var reason = ""

    package init(word: String = "", isLoud: Bool = false, reason: String = "") {
      (self.word, self.isLoud, self.reason) = (word, isLoud, reason)
    }
  }
}

extension [FormField<Profile>] {
  package static let profile: [FormField<Profile>] = [
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
  package static let adult = ValidationRule(ValidationIssue("young", ["minimum": 18])) {
    ($0 ?? 0) >= 18
  }
}
