import Platform
import Testing

@Suite("Folders of a user")
struct UserFolderTests {
  @Test(
    "Data are where the variables say",
    arguments: [
      (["XDG_DATA_HOME": "/data", "HOME": "/home/ann"], "/data"),
      (["XDG_DATA_HOME": "data", "HOME": "/home/ann"], "/home/ann/.local/share"),
      (["XDG_DATA_HOME": "", "HOME": "/home/ann"], "/home/ann/.local/share"),
      (["HOME": "ann"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func data(environment: [String: String], path: String?) {
    #expect(UserFolder.data(environment) == path)
  }
}
