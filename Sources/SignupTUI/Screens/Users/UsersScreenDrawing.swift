import Formats
import ReactiveExtras
import TerminalKit
import ViewModels

extension UsersScreen {
  /// Below this there is no list, only a notice.
  static let minimumSize = Size(20, 6)

  func draw(on canvas: inout Canvas) {
    guard let users = model.state.value else { return form.draw(on: &canvas) }
    guard canvas.size.fits(Self.minimumSize) else {
      return TooSmallNotice(needed: Self.minimumSize, keys: ["Esc leaves"]).draw(on: &canvas)
    }
    let size = Size(canvas.size.width, canvas.size.height - 1)
    drawList(users, size: size, on: &canvas)
    let footer = help != nil ? KeyHelp.footer : listKeys.footer
    footer.draw(
      in: Rect(x: 1, y: size.height, width: size.width - 2, height: 1), on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private func drawList(_ shown: UserList, size: Size, on canvas: inout Canvas) {
    let width = size.width - 4
    canvas.write("Users", in: Rect(x: 2, y: 0, width: width, height: 1), style: .title)
    canvas.write(
      "\(shown.users.count) in \(place) – signed in as \(shown.session.username)",
      in: Rect(x: 2, y: 1, width: width, height: 1), style: .muted)
    let standing =
      model.isLoading
      ? MessageRow(kind: .pending, text: "Loading")
      : MessageRow(kind: .failure, text: model.message.map { "\($0) This is the old list." } ?? "")
    let standingRows = min(standing.rows(width: width, symbols: canvas.symbols), size.height - 4)
    let rect = Rect(x: 2, y: 2, width: width, height: size.height - 2 - max(1, standingRows))
    list.draw(in: rect, on: &canvas, at: loop?.now ?? MonotonicInstant(nanoseconds: 0)) {
      row, column in
      let user = shown.users[row]
      return column == 0 ? user.name : user.access.sentence
    }
    let below = Rect(x: 2, y: rect.maxY, width: width, height: max(1, standingRows))
    standing.draw(in: below, on: &canvas)
  }
}

extension User.Access {
  /// The way to sign in as a user, in a few words.
  var sentence: String {
    switch self {
    case .open: "password"
    case .weak: "password, to be set anew"
    case .closed: "closed"
    }
  }
}
