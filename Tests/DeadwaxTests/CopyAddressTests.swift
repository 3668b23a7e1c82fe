import Deadwax
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CopyAddressTests {
  private let code = OwnCode(.copy, number: 0xBEEF_CAFE_0123_4567)

  @Test func `an address of a copy is the copy's code, on any host and in any case`() {
    let address = CopyAddress.text(of: code, below: "https://music.example.org/desk")
    #expect(address == "https://music.example.org/desk/t/\(code.base32)")
    for text in [
      address, address.uppercased(), address.lowercased(), "http://old.example/t/\(code.base32)", "  \(address)\r\n",
      address + "?from=label", address + "#side-b",
    ] {
      for symbology in [nil, Symbology.qr, .typed, .ndef, .unknown] {
        #expect(Code.classify(text, symbology: symbology) == .own(code), "\(text) \(String(describing: symbology))")
      }
    }
  }

  @Test func `other addresses stay texts`() {
    let base32 = code.base32
    for text in [
      "https://music.example.org/t/", "https://music.example.org/t/\(base32.dropLast())",
      "https://music.example.org/t/\(base32)X", "https://music.example.org/x/\(base32)",
      "music.example.org/t/\(base32)",
      "ftp://music.example.org/t/\(base32)", "https://music.example.org/t/UUUUUUUUUUUUU",
      "https://music.example.org/?/t/\(base32)", "https:///t\(base32)",
    ] { #expect(Code.classify(text, symbology: .qr) == .text(text), "\(text)") }
    // A bar code holds no web address of a copy.
    let address = CopyAddress.text(of: code, below: "https://a.example")
    #expect(Code.classify(address, symbology: .code128) == .text(address))
    // A number of more than 64 bits.
    #expect(CopyAddress.number(in: "https://a.example/t/ZZZZZZZZZZZZZ") == nil)
  }
}
