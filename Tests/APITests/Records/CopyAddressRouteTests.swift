import API
import Deadwax
import HTTPServer
import TestSupport
import Testing
import Wire

/// Tests of the web address that tags and labels carry.
@Suite(.timeLimit(.minutes(5)))
struct CopyAddressRouteTests {
  private func open(_ library: LendingLibrary, _ number: String) throws -> (status: Int, location: String) {
    // Without a token, as a phone opens it, and from another machine.
    let answer = try library.service.answer(
      .get, "/t/{number}", parameters: [("number", number)], headers: [("host", "music.example.org")],
      peerIsLoopback: false)
    #expect(answer.text.isEmpty && answer.headers.contains { $0 == ("cache-control", "no-store") })
    return (answer.status, answer.headers.first { $0.0 == "location" }?.1 ?? "")
  }

  @Test func `the address of a copy leads to its release`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let number = library.copies[1].code.base32
    for text in [number, number.lowercased()] {
      #expect(try open(library, text) == (303, "/library?release=\(library.release.id)"))
    }
  }

  @Test func `any other number leads to a page that helps, with nothing but letters and digits`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let unknown = OwnCode(.copy, number: 4711).base32
    #expect(try open(library, unknown) == (303, "/t#\(unknown)"))
    // The number of a card is the number of a copy here, and unknown.
    #expect(try open(library, library.adasCard.base32) == (303, "/t#\(library.adasCard.base32)"))
    #expect(try open(library, "x\r\nset-cookie: a=b//evil.example") == (303, "/t#xsetcookieabevilexample"))
    #expect(try open(library, "été") == (303, "/t#t"))
  }

  @Test func `a QR code with the address is the same scan as the bare number`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.mode(.lookup)
    let copy = library.copies[2]
    let bare = try library.scan(copy.code)
    let address = CopyAddress.text(of: copy.code, below: "https://music.example.org")
    let scanned = try library.request(
      .post, "/scans", body: #"{"code":"\#(address)","symbology":"QR"}"#, as: .station)
    let (one, other) = (bare.object("outcome"), scanned.object("outcome"))
    #expect(scanned.status == 201 && one["code"] as? String == "found", "\(scanned.text)")
    for member in ["code", "status", "title", "detail"] {
      #expect(one[member] as? String == other[member] as? String, "\(member)")
    }
    #expect((other["copy"] as? [String: Any])?["id"] as? String == copy.id.text)
  }
}
