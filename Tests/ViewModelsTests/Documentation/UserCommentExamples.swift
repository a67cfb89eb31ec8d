import TestSupport
import Testing
import ViewModels

@Suite("Examples in comments: users") @MainActor
struct UserCommentExamples {
  private let folder = ScratchFolder()

  @Test("the accounts of a file as a list")
  func list() {
    let path = folder.write("accounts", "ann:$y$x\n".utf8)
    let model = ListViewModel(.accounts(in: HtpasswdAccountStore(path: path)))
    #expect(!model.state.hasLoaded, "It is read in the background.")
  }
}
