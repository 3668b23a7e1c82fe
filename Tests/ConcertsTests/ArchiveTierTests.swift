import Concerts
import Deadwax
import Foundation
import HTTPClient
import ServerTestSupport
import TestSupport
import Testing
import Threads

/// Tests of the second tier against a stand-in of Archive.org on this machine.
@Suite(.timeLimit(.minutes(5))) struct ArchiveTierTests {
  private static let item = #"""
    {"metadata":{"identifier":"gd77","title":"Live at Barton Hall","creator":["Grateful Dead"],"date":"1977-05-08",
      "venue":"Barton Hall","coverage":"Ithaca, NY","source":"SBD","year":1977,"subject":null},
     "files":[{"name":"gd77 d1t02.mp3","format":"VBR MP3","title":"Loser","track":"02","length":"7:31"},
      {"name":"gd77d1t01.mp3","format":"VBR MP3","title":"Minglewood Blues","track":1,"length":"331.42"},
      {"name":"gd77d1t01.flac","format":"Flac","title":"Minglewood Blues","length":"331.42"},
      {"name":"info.txt","format":"Text"}],
     "reviews":[{"reviewtitle":"Best","reviewer":"a","reviewdate":"2004-05-08","stars":"5","reviewbody":"Yes."}]}
    """#

  private final class StandIn: Sendable {
    let folder: TemporaryFolder
    let requests = Locked<[String]>([])
    let answer = Locked<(status: Int, body: String)>((200, ArchiveTierTests.item))
    let server: RawServer
    let tier: ArchiveTier
    let clock = Locked(Timestamp.now())

    init() throws {
      folder = try TemporaryFolder("deadwax-archive", inMemory: true)
      server = try RawServer { [requests, answer] connection in
        while let request = connection.request() {
          requests.withLock { $0.append(String(request.prefix { $0 != "\r" && $0 != "\r\n" })) }
          let (status, body) = answer.withLock { $0 }
          connection.answer(status, "Content-Type: application/json\r\n", body)
        }
      }
      tier = ArchiveTier(
        baseURL: server.url + "/", client: HTTPClient(userAgent: "test", timeout: .seconds(5), maximumBody: 1 << 20),
        folder: folder.path("cache"), now: { [clock] in clock.withLock { $0 } })
    }

    var files: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("cache/archive"))) ?? []).sorted()
    }
  }

  @Test func `an item is fetched once, and then read from three files`() throws {
    let archive = try StandIn()
    let item = try archive.tier.item("gd77")
    #expect(item.facts.title == "Live at Barton Hall" && item.facts.creator == "Grateful Dead")
    #expect(item.facts.place == "Ithaca, NY" && item.facts.taper == nil)
    #expect(item.tracks.map(\.title) == ["Loser", "Minglewood Blues"] && item.tracks.map(\.seconds) == [451, 331])
    #expect(item.tracks[0].address == "\(archive.server.url)/download/gd77/gd77%20d1t02.mp3")
    #expect(item.tracks[1].number == "1" && item.reviews.first?.stars == 5)
    #expect(archive.files == ["gd77.metadata.json", "gd77.reviews.json", "gd77.tracks.json"])
    let again = try archive.tier.item("gd77")
    #expect(again.facts == item.facts && again.tracks == item.tracks && again.reviews == item.reviews)
    #expect(archive.requests.withLock { $0 } == ["GET /metadata/gd77 HTTP/1.1"])
  }

  @Test func `files count for a day by their modification time, and older ones are removed`() throws {
    let archive = try StandIn()
    _ = try archive.tier.item("gd77")
    _ = try archive.tier.item("gd80")
    archive.clock.withLock { $0 = $0 + .seconds(24 * 3600 - 60) }
    _ = try archive.tier.item("gd77")
    #expect(archive.requests.withLock { $0.count } == 2)
    archive.clock.withLock { $0 = $0 + .seconds(2 * 3600) }
    _ = try archive.tier.item("gd77")
    #expect(archive.requests.withLock { $0.count } == 3)
    // Those of the other item were removed on the way.
    #expect(archive.files.filter { $0.hasPrefix("gd80") }.isEmpty)
  }

  @Test func `a damaged or missing file of the cache is fetched again`() throws {
    let archive = try StandIn()
    _ = try archive.tier.item("gd77")
    try archive.folder.write("{", to: "cache/archive/gd77.tracks.json")
    #expect(try archive.tier.item("gd77").tracks.count == 2)
    try FileManager.default.removeItem(atPath: archive.folder.path("cache/archive/gd77.reviews.json"))
    #expect(try archive.tier.item("gd77").reviews.count == 1)
    #expect(archive.requests.withLock { $0.count } == 3)
  }

  @Test func `an unknown item, a failure and a strange answer are errors, and nothing is stored`() throws {
    let archive = try StandIn()
    for (status, body) in [(200, "{}"), (404, ""), (200, #"{"metadata":{}}"#)] {
      archive.answer.withLock { $0 = (status, body) }
      #expect(throws: ConcertError.notArchived) { try archive.tier.item("gd77") }
    }
    for (status, body) in [
      (503, ""), (301, ""), (200, "<html>"), (200, "[]"), (200, #"{"metadata":7}"#), (200, ""),
      (200, String(repeating: "[", count: 200_000)), (200, String(repeating: "x", count: 2 << 20)),
    ] {
      archive.answer.withLock { $0 = (status, body) }
      #expect { try archive.tier.item("gd77") } throws: { error in
        guard case .archiveUnavailable = error as? ConcertError else { return false }
        return true
      }
    }
    #expect(archive.files.isEmpty)
    archive.answer.withLock { $0 = (200, Self.item) }
    archive.tier.stop()
    #expect(throws: ConcertError.self) { try archive.tier.item("gd77") }
  }

  @Test(arguments: ["", "../gd77", "a/b", ".hidden", "a b", "é", String(repeating: "a", count: 101), "a\u{0}"])
  func `an identifier that could lead elsewhere is not requested`(_ identifier: String) throws {
    let archive = try StandIn()
    #expect(throws: ConcertError.notArchived) { try archive.tier.item(identifier) }
    #expect(archive.requests.withLock { $0.isEmpty })
  }
}
