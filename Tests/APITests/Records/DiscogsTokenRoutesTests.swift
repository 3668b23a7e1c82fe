import Deadwax
import HTTPServer
import Storage
import Testing
import Threads
import Wire

/// Tests of the routes of the token for Discogs.
@Suite(.timeLimit(.minutes(5)))
struct DiscogsTokenRoutesTests {
  private static let path = "/discogs/token"

  @Test func `the token is in no answer, and not in the database`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    library.service.discogs.withLock { $0 = (200, #"{"id":1,"username":"ada"}"#) }
    let secret = "Sleeve7Notes9Matrix"
    let stored = try library.request(.put, Self.path, body: #"{"token":"\#(secret)"}"#, as: .admin)
    #expect(stored.status == 200 && stored.text("user") == "ada" && stored.text("source") == "page", "\(stored.text)")
    let seen = try library.request(.get, Self.path, as: .admin)
    #expect(seen.text("user") == "ada")
    let refused = try library.request(.put, Self.path, body: #"{"token":"\#(secret)!"}"#, as: .admin)
    #expect(refused.status == 422, "\(refused.text)")
    for answer in [stored, seen, refused] { #expect(!answer.text.contains(secret)) }
    #expect(!library.service.discogsRequests.withLock { $0 }.contains { $0.contains(secret) })
    let dump = try library.service.database.read { try $0.dump(marks: true) }
    #expect(!"\(dump)".contains(secret))
    #expect(try library.request(.delete, Self.path, as: .admin).status == 204)
    #expect(try library.request(.get, Self.path, as: .admin).text("source") == "none")
  }

  @Test func `staff see whose the token is, and only an administrator changes it`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.request(.get, Self.path).status == 200)
    #expect(try library.request(.get, Self.path, as: .station).status == 403)
    #expect(try library.request(.put, Self.path, body: #"{"token":"abcd"}"#).status == 403)
    #expect(try library.request(.delete, Self.path).status == 403)
  }
}
