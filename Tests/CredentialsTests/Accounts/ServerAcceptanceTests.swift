#if os(Linux)
  import Glibc
  import TestSupport
  import Testing

  @testable import Credentials

  /// The programs the file is for, asked themselves.
  @Suite("An account file with a name and a password that are awkward", .serialized)
  struct ServerAcceptanceTests {
    static let username = "Zoë O'Neil"
    static let password = "pass: wörd €"
    let folder = ScratchFolder()
    var path: String { folder.file("accounts") }

    @Test(
      "is accepted by htpasswd -v, right password only",
      .enabled(if: PipedProgram.path(named: "htpasswd") != nil, "needs apache2-utils"))
    func htpasswd() throws {
      try HtpasswdAccountStore(path: path).add(Self.username, password: Self.password)
      let htpasswd = try #require(PipedProgram.path(named: "htpasswd"))
      #expect(PipedProgram(htpasswd, ["-vb", path, Self.username, Self.password]).status == 0)
      #expect(
        PipedProgram(htpasswd, ["-vb", path, Self.username, Self.password + "x"]).status == 3)
    }

    @Test(
      "and an account of htpasswd's in it is read here",
      .enabled(if: PipedProgram.path(named: "htpasswd") != nil, "needs apache2-utils"))
    func htpasswdWrites() throws {
      let htpasswd = try #require(PipedProgram.path(named: "htpasswd"))
      #expect(PipedProgram(htpasswd, ["-cbB", "-C", "5", path, "ann", "secret"]).status == 0)
      let store = HtpasswdAccountStore(path: path)
      #expect(try store.verify("ann", password: "secret"))
      #expect(try !store.verify("ann", password: "Secret"))
    }

    @Test(
      "lets its user into an nginx that was running before the sign-up, and nobody else",
      .enabled(if: PipedProgram.path(named: "nginx") != nil, "needs nginx"))
    func nginx() throws {
      Disk.write("", to: path)
      let server = try #require(NginxServer(folder: folder, accounts: path))
      defer { server.stop() }
      #expect(server.status(username: Self.username, password: Self.password) == 401)
      try HtpasswdAccountStore(path: path).add(Self.username, password: Self.password)
      #expect(server.status(username: Self.username, password: Self.password) == 200)
      #expect(server.status(username: Self.username, password: "wrong") == 401)
      #expect(server.status(username: "zoe", password: Self.password) == 401)
    }
  }

  /// An nginx on the loopback interface that asks for a name out of an account file.
  private struct NginxServer {
    let program: String
    let configuration: String
    let port: UInt16

    init?(folder: ScratchFolder, accounts: String) {
      guard let program = PipedProgram.path(named: "nginx") else { return nil }
      self.program = program
      port = LoopbackListener.unusedPort()
      configuration = folder.file("nginx.conf")
      Disk.write("hello", to: folder.file("index.html"))
      // As root the workers would be somebody who cannot read a private file.
      let user = geteuid() == 0 ? "user root;" : ""
      let directories = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map { "\($0)_temp_path \(folder.file("temp"));" }.joined(separator: " ")
      Disk.write(
        """
        \(user) worker_processes 1; pid \(folder.file("pid")); error_log /dev/null;
        events { worker_connections 16; }
        http {
          access_log off; \(directories)
          server {
            listen 127.0.0.1:\(port); root \(folder.path);
            auth_basic "test"; auth_basic_user_file \(accounts);
          }
        }
        """, to: configuration)
      // It goes to the background only after it has bound its port, so nothing has to be waited
      // for.
      guard PipedProgram(program, ["-p", folder.path, "-c", configuration]).status == 0 else {
        return nil
      }
    }

    func stop() {
      _ = PipedProgram(program, ["-c", configuration, "-s", "stop"])
    }

    /// The status of one request with HTTP basic authentication, or nil when there was no answer.
    func status(username: String, password: String) -> Int? {
      guard let connection = LoopbackListener.connection(to: port) else { return nil }
      defer { close(connection) }
      let credentials = NginxServer.base64(Array("\(username):\(password)".utf8))
      let request = Array(
        "GET / HTTP/1.0\r\nHost: localhost\r\nAuthorization: Basic \(credentials)\r\n\r\n".utf8)
      guard write(connection, request, request.count) == request.count else { return nil }
      var answer = [UInt8](repeating: 0, count: 64)
      let count = read(connection, &answer, answer.count)
      guard count > 12 else { return nil }
      return Int(String(decoding: answer[9..<12], as: UTF8.self))
    }

    private static func base64(_ bytes: [UInt8]) -> String {
      let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
      var text = ""
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = Array(bytes[start..<min(start + 3, bytes.count)])
        let value = (0..<3).reduce(0) { $0 << 8 | Int($1 < group.count ? group[$1] : 0) }
        for index in 0..<4 {
          text.append(index <= group.count ? alphabet[value >> (18 - 6 * index) & 63] : "=")
        }
      }
      return text
    }
  }
#endif
