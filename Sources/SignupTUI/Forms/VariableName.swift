/// The names of variables that answers may be written as.
enum VariableName {
  /// Returns true for a name that every shell takes.
  static func isValid(_ name: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
    }
    let bytes = name.utf8
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }

  /// Returns true for a variable that changes how a shell, a loader, an interpreter or a tool that
  /// runs others works, or that a shell does not let be set.
  static func isReserved(_ name: String) -> Bool {
    names.contains(name) || prefixes.contains { name.utf8.starts(with: $0.utf8) }
  }

  private static let prefixes = [
    // Loaders and the C library.
    "LD_", "DYLD_", "MALLOC_", "GLIBC_", "LC_",
    // Shells.
    "BASH_", "ZSH_", "KSH_", "COMP_", "READLINE_", "PROMPT_",
    // Interpreters.
    "PYTHON", "PERL", "RUBY", "GEM_", "BUNDLE_", "NODE_", "NPM_", "npm_", "LUA_", "PHP_", "JAVA_",
    "_JAVA_", "JDK_", "DOTNET_", "CORECLR_", "R_PROFILE", "R_ENVIRON", "JULIA_",
    "GUILE_",
    // Tools that run other programs.
    "GIT_", "SSH_", "SUDO_", "SYSTEMD_", "XDG_",
  ]

  private static let names: Set<String> = [
    // All shells.
    "PATH", "IFS", "ENV", "HOME", "PWD", "OLDPWD", "SHELL", "CDPATH", "PS0", "PS1", "PS2", "PS3",
    "PS4", "OPTARG", "OPTERR", "OPTIND", "LINENO", "PPID", "UID", "EUID", "GID", "EGID", "TMOUT",
    "MAIL", "MAILCHECK", "MAILPATH", "FCEDIT", "FPATH", "TMPDIR", "POSIXLY_CORRECT", "_",
    // bash.
    "BASH", "BASHOPTS", "BASHPID", "EPOCHREALTIME", "EPOCHSECONDS", "HISTCHARS", "HISTCMD",
    "HISTCONTROL", "HISTFILE", "HISTFILESIZE", "HISTIGNORE", "HISTSIZE", "HISTTIMEFORMAT",
    "DIRSTACK", "EXECIGNORE", "FIGNORE", "FUNCNAME", "FUNCNEST", "GLOBIGNORE", "GLOBSORT", "GROUPS",
    "CHILD_MAX", "IGNOREEOF", "INPUTRC", "PIPESTATUS", "RANDOM", "REPLY", "SECONDS", "SHELLOPTS",
    "SHLVL", "SRANDOM", "TIMEFORMAT", "auto_resume", "histchars", "COLUMNS", "LINES",
    // zsh, to which some of them are known by names in small letters.
    "ARGV0", "KEYTIMEOUT", "MANPATH", "MODULE_PATH", "NULLCMD", "READNULLCMD", "PROMPT", "PROMPT2",
    "PROMPT3", "PROMPT4", "RPROMPT", "RPS1", "RPS2", "SPROMPT", "POSTEDIT", "TIMEFMT", "WATCH",
    "ZDOTDIR", "argv", "watch", "cdpath", "fignore", "fpath", "mailpath",
    "manpath", "module_path", "path", "precmd_functions", "preexec_functions",
    "chpwd_functions", "periodic_functions", "zshexit_functions", "prompt",
    // The C library and others.
    "GCONV_PATH", "GETCONF_DIR", "HOSTALIASES", "LANG", "LANGUAGE", "LOCALDOMAIN", "LOCPATH",
    "NIS_PATH", "NLSPATH", "RESOLV_HOST_CONF", "RES_OPTIONS", "TERM", "TERMCAP", "TERMINFO",
    "TERMINFO_DIRS", "TZ", "TZDIR",
    // Interpreters and tools.
    "CLASSPATH", "PHPRC", "TCLLIBPATH", "GOFLAGS", "GNUMAKEFLAGS", "MAKEFILES", "MAKEFLAGS",
    "MAKELEVEL", "MFLAGS", "LESS", "LESSOPEN", "LESSCLOSE", "LESSKEY", "RUSTC_WRAPPER", "EDITOR",
    "VISUAL", "PAGER", "MANPAGER", "BROWSER", "VIMINIT", "EXINIT", "TAR_OPTIONS", "GREP_OPTIONS",
    "RSYNC_RSH", "CVS_RSH", "GNUPGHOME", "KUBECONFIG", "DOCKER_HOST", "CARGO_HOME", "CURL_HOME",
    "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR", "OPENSSL_CONF", "OPENSSL_MODULES",
    "OPENSSL_ENGINES", "GTK_MODULES", "GTK_PATH", "QT_PLUGIN_PATH", "ELECTRON_RUN_AS_NODE",
    "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY",
    "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy",
  ]
}
