import Foundation
import Reactive
import ReactiveFoundation
import ReactiveNetworking
import TestSupport
import Testing

@Suite("Examples in comments: networking", .mostlyWaiting)
struct CommentExamples {
  private struct Person: Decodable, Equatable { var name: String }

  @Test("what a URL holds")
  func dataTask() async throws {
    let server = LoopbackHTTPServer { _ in .page(#"[{"name":"Ann"}]"#) }
    let (session, url) = (URLSession.shared, try #require(URL(string: server.url("/people"))))
    func people() -> some Publisher<[Person], any Error> {
      session.dataTaskPublisher(for: url)
        .map(\.data)
        .decode(type: [Person].self, decoder: JSONDecoder())
    }
    #expect(try await people().outcome()?.get() == [Person(name: "Ann")])
  }
}
