import Attachments
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

/// The order of covers as a program sees it: a picture of a person, then one of the archive, then none.
@Suite(.timeLimit(.minutes(5)))
struct CoverRouteTests {
  private static let number = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"
  /// A PNG of one pixel.
  private static let picture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
    0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xDE, 0x00, 0x00, 0x00, 0x0C, 0x49,
    0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x10, 0x50, 0x30, 0x00, 0x00, 0x00, 0xA4, 0x00, 0x61, 0x34, 0x66, 0x7D, 0x72,
    0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// A cover in the list of covers.
  private struct Cover: Decodable, Equatable {
    let id: String
    let source: String
    let sourceUrl: String?
    let isCover: Bool
  }

  private struct Page: Decodable {
    let items: [Cover]
  }

  private func covers(_ service: APIUnderTest, _ release: Release.ID) throws -> [Cover] {
    let answer = try service.answer(.get, "/api/v1/covers", target: "/api/v1/covers?releases=\(release)")
    #expect(answer.status == 200, "\(answer.text)")
    return try JSONDecoder().decode(Page.self, from: Data(answer.text.utf8)).items
  }

  private func remove(_ service: APIUnderTest, _ cover: Cover) throws {
    let answer = try service.answer(
      .delete, "/api/v1/attachments/{id}", target: "/api/v1/attachments/\(cover.id)", parameters: [("id", cover.id)],
      headers: [
        ("host", "127.0.0.1"), ("authorization", "Bearer \(try service.token(.staff))"), ("if-match", "*"),
      ])
    #expect(answer.status == 204, "\(answer.text)")
  }

  @Test func `a picture of a person stands before the archive, which stands before none`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let release = try service.database.write { transaction in
      let release = Release(
        id: transaction.newID(), status: .manual, medium: .cd, title: "A Title", artist: "An Artist")
      try transaction.insert(release)
      try transaction.store([ReleaseLink(source: .musicbrainz, number: Self.number, isOwn: false)], of: release.id)
      return release.id
    }
    #expect(try covers(service, release) == [])
    _ = try service.attachments.addFetchedCover(Self.picture, of: release, number: Self.number)
    let fetched = try #require(try covers(service, release).first)
    #expect(fetched.source == "cover-art-archive" && fetched.isCover)
    #expect(fetched.sourceUrl == "https://musicbrainz.org/release/\(Self.number)/cover-art")

    let added = try service.answer(
      .post, "/api/v1/releases/{id}/attachments", target: "/api/v1/releases/\(release)/attachments?cover=yes",
      parameters: [("id", release.text)],
      headers: [
        ("host", "127.0.0.1"), ("content-type", "image/png"), ("authorization", "Bearer \(try service.token(.staff))"),
      ], bytes: Self.picture)
    #expect(added.status == 201, "\(added.text)")
    let own = try #require(try covers(service, release).first)
    #expect(own.source == "own" && own.sourceUrl == nil && own.id != fetched.id)
    #expect(try service.attachments.addFetchedCover(Self.picture, of: release, number: Self.number) == nil)
    #expect(try covers(service, release) == [own])

    try remove(service, own)
    #expect(try covers(service, release) == [fetched])
    try remove(service, fetched)
    #expect(try covers(service, release) == [])
    #expect(try service.attachments.addFetchedCover(Self.picture, of: release, number: Self.number) == nil)
    #expect(try covers(service, release) == [])
  }
}
