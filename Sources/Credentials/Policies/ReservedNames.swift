/// Names that users could mistake for an official one, in lower case.
enum ReservedNames {
  /// A Linux system's own accounts.
  static let system = words(
    """
    root daemon bin sys sync games man lp mail news uucp proxy backup list irc gnats nobody adm
    operator halt shutdown sshd messagebus systemd-network systemd-resolve systemd-timesync
    www-data http apache nginx mysql postgres redis ftp postfix dovecot named bind ntp avahi tty disk
    wheel sudo shadow staff users nogroup video audio
    """)

  /// Mailboxes of a site's operators: those of RFC 2142, those that certificate authorities write
  /// to, and others that speak for the site.
  static let mailboxes = operators.union(
    words(
      """
      billing contact feedback ftp help info legal marketing me news noc official press privacy
      sales team usenet uucp www
      """))

  /// Operators of a site or a system. Adding a number does not free the name either.
  static let operators = words(
    """
    abuse admin administrator hostmaster moderator noreply no-reply owner postmaster root security
    ssladmin ssl-admin superuser support sysadmin sysop webmaster
    """)

  /// Names of a site's hosts, of its files and of its pages.
  static let web = words(
    """
    api app apps assets autoconfig autodiscover blog broadcasthost cdn cpanel dev dns files forum
    imap is isatap localdomain localhost mx ns ns1 ns2 pop pop3 smtp ssl static status test tls vpn
    wpad www
    favicon htaccess htpasswd humans index robots security-txt sitemap well-known
    about account accounts archive auth cancel cart checkout config create dashboard delete docs
    download edit error errors explore export faq follow followers following group groups home
    import invite jobs join like login logout messages new notifications null oauth page pages
    password payment plans policy pricing profile public register remove reset root save search
    session settings setup share shop signin signout signup site store subscribe system tags terms
    tour undefined update upload user username users welcome wiki
    """)

  private static func words(_ text: String) -> Set<String> {
    // By bytes: characters take ten times as long, which the form's first frame would wait for.
    let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    return Set(words.map { String(Substring($0)) })
  }
}
