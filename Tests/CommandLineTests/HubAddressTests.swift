import HubClient
import Testing

@testable import deadwax

@Suite(.timeLimit(.minutes(5)))
struct HubAddressTests {
  @Test(arguments: [
    ("http://127.0.0.1:8740", "http://127.0.0.1:8740", true), ("localhost:8740/", "http://localhost:8740", true),
    ("https://desk.example/deadwax/", "https://desk.example/deadwax", false),
    ("desk.local", "http://desk.local", false),
    ("http://[::1]:8740", "http://[::1]:8740", true),
  ])
  func `an address may be short`(_ text: String, _ base: String, _ isLocal: Bool) throws {
    let address = try HubAddress(text)
    #expect(address.base == base)
    #expect(address.isLocal == isLocal)
  }

  @Test(arguments: [
    "", "ftp://desk", "http://", "http://user:word@desk", "http://desk?x=1", "http://desk#x", "http://desk:99999",
    "a b",
    "http://desk:0",
  ])
  func `an invalid address is reported`(_ text: String) {
    let failure = #expect(throws: Failure.self) { try HubAddress(text) }
    #expect(failure?.code == .usage)
  }
}
