import Forms
import Testing

@Suite("Rules for addresses and numbers with check digits")
struct AddressRuleTests {
  @Test(
    "A URL has a scheme and a host",
    arguments: [
      ("", true), ("https://example.org", true), ("http://localhost:8080/a?b#c", true),
      ("ftp://user:pw@example.org:21/x", true), ("https://[2001:db8::1]:443/", true),
      ("file:///etc/hosts", true), ("https://bücher.example/ä", true), ("example.org", false),
      ("https://", false), ("https:///x", false), ("://example.org", false),
      ("https://exa mple.org", false), ("https://example.org/a b", false),
      ("https://-a.example", false), ("https://example.org:99999", false),
      ("https://example.org:+1", false), ("https://300.1.1.1/", false), ("1https://a", false),
      ("https://[::1", false), ("https://[1.2.3.4]", false), ("mailto:a@example.org", false),
      ("https://a..example", false), ("https://example.org/\"", false),
    ] as [(String, Bool)])
  func urls(text: String, isMet: Bool) {
    #expect((ValidationRule.url.evaluate(text) == .met) == isMet)
  }

  @Test(
    "A host is a name or an address",
    arguments: [
      ("", true), ("localhost", true), ("example.org", true), ("example.org.", true),
      ("a-b.example", true), ("192.0.2.1", true), ("::1", true), ("2001:db8::8a2e:370:7334", true),
      ("::ffff:192.0.2.1", true), ("::", true), ("1:2:3:4:5:6:7:8", true), ("fe80::1%eth0", true),
      ("xn--bcher-kva.example", true), ("münchen.example", true), ("192.0.2", false),
      ("192.0.2.256", false), ("192.0.2.01", false), ("-a.example", false), ("a-.example", false),
      ("a_b c", false), ("a..b", false), (".", false), (":::", false), ("1:2:3:4:5:6:7", false),
      ("1::2::3", false), ("12345::", false), ("1:2:3:4:5:6:7:8:9", false),
      (":1:2:3:4:5:6:7", false),
      ("example.org/x", false), ("example.org:80", false),
      (String(repeating: "a", count: 64), false),
    ] as [(String, Bool)])
  func hosts(text: String, isMet: Bool) {
    #expect((ValidationRule.host.evaluate(text) == .met) == isMet, "\(text)")
  }

  @Test(
    "The check digits of an IBAN are judged",
    arguments: [
      ("", true), ("DE89370400440532013000", true), ("GB82WEST12345698765432", true),
      ("NO9386011117947", true), ("DE89370400440532013001", false),
      ("DE8937040044053201300", false),
      ("de89370400440532013000", false), ("DE89", false), ("XX00", false), ("DE89 3704", false),
    ] as [(String, Bool)])
  func accounts(text: String, isMet: Bool) {
    #expect((ValidationRule.iban.evaluate(text) == .met) == isMet)
  }

  @Test(
    "The check digit of a card is judged",
    arguments: [
      ("", true), ("4111111111111111", true), ("378282246310005", true),
      ("4111111111111112", false),
      ("41111111111", false), ("4111 1111 1111 1111", false), ("00000000000000000000", false),
    ] as [(String, Bool)])
  func cards(text: String, isMet: Bool) {
    #expect((ValidationRule.cardNumber.evaluate(text) == .met) == isMet)
  }
}
