import Combine
import Foundation
import ReactiveExtras
import Testing
import ViewModels

/// The articles on lists that are loaded page by page: a data source that answers with pages, and a
/// view model whose state and items follow from one shared load.
@Suite("Articles: a list in pages") @MainActor
struct PagingArticle {
  struct Item: Identifiable, Hashable {
    let id: Int
  }

  struct DataSource {
    let pageSize = 10
    let count = 25

    func load(page: Int) -> AnyPublisher<NumberedPage<[Item]>, Error> {
      let rest = (page * pageSize..<count).map { Item(id: $0) }
      return Just(
        NumberedPage<[Item]>(
          content: Array(rest.prefix(pageSize)), hasMoreData: rest.count > pageSize)
      )
      .setFailureType(to: Error.self)
      .delay(for: 0.01, scheduler: RunLoop.main)
      .eraseToAnyPublisher()
    }
  }

  enum State: Equatable { case loading, loadedContent, hasMoreData, error }

  final class ItemsViewModel: ObservableObject {
    @Published private(set) var state = State.hasMoreData
    @Published private(set) var items: [Item] = []
    private var page = 0
    private let source = DataSource()
    private var cancellables: Set<AnyCancellable> = []

    func load() {
      let result = source.load(page: page)
        .map { Result<NumberedPage<[Item]>, Error>.success($0) }
        .catch { Just(.failure($0)) }
        .share()
      result
        .map { result -> State in
          switch result {
          case .success(let page): return page.hasMoreData ? .hasMoreData : .loadedContent
          case .failure: return .error
          }
        }
        .prepend(.loading)
        .assign(to: &$state)
      result
        .compactMap { try? $0.get().content }
        .scan(items) { $0 + $1 }
        .assign(to: &$items)
      result
        .sink { [weak self] in if case .success = $0 { self?.page += 1 } }
        .store(in: &cancellables)
    }
  }

  @Test("the article's view model loads three pages")
  func own() async {
    let model = ItemsViewModel()
    for expected in [State.hasMoreData, .hasMoreData, .loadedContent] {
      model.load()
      #expect(model.state == .loading)
      #expect(await model.$state.value { $0 != .loading } == expected)
    }
    #expect(await model.$items.value { $0.count == 25 }?.map(\.id) == Array(0..<25))
  }

  @Test("this package's view model loads them of the same source")
  func ours() {
    let (clock, source) = (VirtualTimeScheduler(), DataSource())
    let model = PagedListViewModel(
      PagedSource { page in
        Just(
          NumberedPage<[Item]>(
            content: (page * 10..<min(25, page * 10 + 10)).map { Item(id: $0) },
            hasMoreData: page < 2))
      }, scheduler: clock)
    while model.items.count < source.count {
      model.load()
      clock.run()
    }
    #expect(model.items.map(\.id) == Array(0..<25))
    #expect(model.hasEnded)
  }
}
