import Testing
import ViewModels

@testable import SignupTUI

@Suite("Answers as variables of a shell")
struct FormOutputTests {
  private func output(_ format: FormOutput.Format, prefix: String = "") -> FormOutput {
    FormOutput(format: format, prefix: prefix)
  }

  @Test("are quoted whatever is in them")
  func quoted() throws {
    let members: [FormDatum.Member] = [
      .init("a", .text("it's\u{301} '\u{200D}$(id)")), .init("b", .decimal(12.50)),
      .init("c", .none),
      .init("d", .texts(["x'", "y"])), .init("e", .flag(true)), .init("f", .text("1\n2")),
    ]
    #expect(
      Array(try output(.shell, prefix: "form_").text(of: members).utf8)
        == Array(
          """
          form_a='it'\\''s\u{301} '\\''\u{200D}$(id)'
          form_b='12.5'
          form_c=''
          form_d='["x'\\''","y"]'
          form_e='true'
          form_f='1
          2'

          """.utf8))
    #expect(throws: FormOutputError.self) { try output(.env).text(of: members) }
  }

  @Test(
    "have no names that change how programs work",
    arguments: [
      "PATH", "IFS", "LD_PRELOAD", "LD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "ENV",
      "PROMPT_COMMAND", "SHELLOPTS", "BASHOPTS", "PS1", "PS4", "BASH_FUNC_ls", "PYTHONPATH",
      "PYTHONSTARTUP",
      "PERL5OPT", "PERL5LIB", "RUBYOPT", "NODE_OPTIONS", "GIT_SSH_COMMAND", "GIT_DIR", "CDPATH",
      "GLOBIGNORE",
      "HOME", "EDITOR", "PAGER", "LESSOPEN", "ZDOTDIR", "FPATH", "path", "fpath", "UID", "PPID",
      "GCONV_PATH",
      "GLIBC_TUNABLES", "JAVA_TOOL_OPTIONS", "LUA_INIT", "TMOUT", "_", "OPTIND", "HISTFILE",
      "LC_ALL", "MAKEFLAGS", "TERM", "TAR_OPTIONS", "VIMINIT", "OPENSSL_CONF", "http_proxy",
      "HTTPS_PROXY", "XDG_CONFIG_HOME", "SYSTEMD_PAGER", "GTK_MODULES", "WATCH", "COLUMNS",
    ])
  func reserved(name: String) throws {
    for format in [FormOutput.Format.shell, .env] {
      let error = #expect(throws: FormOutputError.self) {
        try output(format).check(["name", name])
      }
      #expect(error?.description.contains("--prefix form_") == true)
      try output(format, prefix: "form_").check(["name", name])
    }
    try output(.json).check([name])
  }

  @Test("have names that a shell takes")
  func names() throws {
    try output(.shell).check([
      "name", "a1", "_x", "Path", "env", "home", "git", "LDX", "status", "LESSON", "HISTORY",
      "MAKER",
    ])
    for name in ["a-b", "1a", "", "ä", "a b"] {
      #expect(throws: FormOutputError.self) { try output(.shell).check([name]) }
    }
    // A prefix and an id may make such a name together.
    #expect(throws: FormOutputError.self) { try output(.shell, prefix: "LD_").check(["PRELOAD"]) }
  }
}
