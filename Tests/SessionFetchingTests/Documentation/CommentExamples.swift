import Fetching
import Reactive
import SessionFetching
import Testing
import ViewModels

@Suite("Examples in comments: fetching by sessions")
@MainActor
struct CommentExamples {
  @Test("a value that is fetched by a session once it is asked for")
  func resource() {
    let page = ResourceViewModel {
      SessionTransport().response(to: HTTPRequest("https://example.org/users.json"))
    }
    #expect(!page.state.isLoading)
  }
}
