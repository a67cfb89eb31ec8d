import Formats
import TerminalKit
import ViewModels

/// A list in pages as lines of JSON: every item as it comes, and every state.
@MainActor struct PagesJSON {
  let model: PagesScreen.Model
  let dialogue: LineDialogue

  /// Loads everything, and says it.
  func run() throws(LineDialogue.Ending) {
    var said = PagesSaid()
    model.load()
    try dialogue.wait { _ throws(LineDialogue.Ending) in
      for line in said.lines(model) { try dialogue.say(line) }
      switch model.state {
      case .hasMoreData:
        model.load()
        return false
      case .error: return true
      case .loading, .loadedContent: return model.hasEnded
      }
    }
  }
}

/// The lines of JSON about a list in pages that have been said, and those to be said next.
@MainActor struct PagesSaid {
  private var count = 0
  private var last: RecordItem.ID?
  private var state: PagedListState?
  private var wait: PageWait?

  /// The lines that are new.
  mutating func lines(_ model: PagesScreen.Model) -> [String] {
    var lines: [[JSONMember]] = []
    let items = model.items
    let start = last.flatMap { id in items.lastIndex { $0.id == id } }.map { $0 + 1 } ?? 0
    for item in items[start...] {
      count += 1
      lines.append(Self.members(item, count))
    }
    last = items.last?.id ?? last
    if model.wait != wait {
      wait = model.wait
      if let wait {
        lines.append([
          JSONMember("state", "waiting"), JSONMember("message", wait.error.description),
          JSONMember("seconds", wait.duration / .seconds(1)),
        ])
      }
    }
    // While items come one by one the end is not there yet.
    if model.state != state, model.state != .loadedContent || model.hasEnded {
      state = model.state
      lines.append(Self.members(model.state))
    }
    return lines.map { JSONValue.object($0).compactText.escapedJSON(isASCII: false) }
  }

  private static func members(_ item: RecordItem, _ number: Int) -> [JSONMember] {
    var members = [JSONMember("item", number), JSONMember("title", item.title)]
    if let detail = item.detail { members.append(JSONMember("detail", detail)) }
    if item.isJSON, let json = try? JSONReader.read(Array(item.text.utf8)) {
      members.append(JSONMember("record", json))
    } else if item.text != item.title {
      members.append(JSONMember("record", item.text))
    }
    if let problem = item.problem { members.append(JSONMember("problem", problem)) }
    return members
  }

  private static func members(_ state: PagedListState) -> [JSONMember] {
    switch state {
    case .loading: [JSONMember("state", "loading")]
    case .loadedContent: [JSONMember("state", "loadedContent")]
    case .hasMoreData: [JSONMember("state", "hasMoreData")]
    case .error(let error):
      [JSONMember("state", "error"), JSONMember("message", error.description)]
    }
  }
}
