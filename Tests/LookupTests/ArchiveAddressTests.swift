import Lookup
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ArchiveAddressTests {
  private let archive = ArchiveAddress(base: "https://coverartarchive.org")

  @Test(arguments: [
    ("https://archive.org/download/mbid-1/a.jpg", "https://archive.org/download/mbid-1/a.jpg"),
    ("http://archive.org/download/a.jpg", "https://archive.org/download/a.jpg"),
    ("https://ia800.us.archive.org/1/a.jpg?x=1", "https://ia800.us.archive.org/1/a.jpg?x=1"),
    ("HTTPS://IA800.US.ARCHIVE.ORG/a.jpg", "https://IA800.US.ARCHIVE.ORG/a.jpg"),
    ("/release/a/front", "https://coverartarchive.org/release/a/front"),
    ("https://coverartarchive.org/x", "https://coverartarchive.org/x"),
  ])
  func `a redirect within the archive is followed by HTTPS`(_ location: String, _ address: String) {
    #expect(archive.next(location) == address)
  }

  @Test(arguments: [
    "https://archive.org.example/a.jpg", "https://notarchive.org/a.jpg", "https://archive.org@example.org/a.jpg",
    "https://example.org/archive.org", "https://archive.org:8443/a.jpg", "//archive.org/a.jpg", "ftp://archive.org/a",
    "https://example.org\\.archive.org/a", "https://a b.archive.org/", "file:///etc/passwd", "", "archive.org",
    "https://127.0.0.1/a", "https://coverartarchive.org.example/x",
  ])
  func `a redirect to any other place is not followed`(_ location: String) {
    #expect(archive.next(location) == nil)
  }
}
