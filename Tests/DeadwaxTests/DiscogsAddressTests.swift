import Deadwax
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DiscogsAddressTests {
  @Test(arguments: [
    "https://www.discogs.com/release/288308-George-Michael-Ladies-Gentlemen", "http://discogs.com/release/288308",
    "www.discogs.com/release/288308?ev=rb", "https://www.discogs.com/de/release/288308-Title#tracklist",
    "HTTPS://WWW.DISCOGS.COM/RELEASE/288308", "https://www.discogs.com/George-Michael-Ladies/release/288308",
    "https://www.discogs.com/release/288308/", "[r288308]", "[r=288308]",
  ])
  func `every spelling of the address names the release, as one code`(text: String) {
    #expect(DiscogsAddress(text)?.release == 288308)
    let stored = Code.text("https://www.discogs.com/release/288308")
    #expect(Code.classify(text + "\r\n", symbology: .qr) == stored)
    #expect(Code.classify(text, symbology: .typed) == stored)
  }

  @Test(arguments: [
    "", "288308", "https://www.discogs.com/", "https://www.discogs.com/release/", "https://www.discogs.com/release/0",
    "https://www.discogs.com/release/-5", "https://www.discogs.com/release/12x",
    "https://www.discogs.com/master/288308",
    "https://www.discogs.com/release/9999999999999999", "https://discogs.com.example/release/288308",
    "https://www.discogs.com/a/b/release/288308", "https://www.discogs.com/release/1/2/3", "[m288308]", "[r]",
    "ftp://discogs.com/release/288308", "https://notdiscogs.com/release/288308",
  ])
  func `no other text is an address of a release`(text: String) {
    #expect(DiscogsAddress(text) == nil)
  }
}
