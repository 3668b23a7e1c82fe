import Deadwax
import HTTPServer
import Testing
import Threads
import Wire

/// Tests of the route of the folders at Discogs.
@Suite(.timeLimit(.minutes(5)))
struct DiscogsFolderRoutesTests {
  private static let path = "/discogs/folders"

  /// A library with a token, and the answers of Discogs as given.
  private static func library(_ folders: String) throws -> LendingLibrary {
    let library = try LendingLibrary()
    library.service.discogs.withLock { $0 = (200, #"{"id":1,"username":"ada","folders":\#(folders)}"#) }
    let stored = try library.request(.put, "/discogs/token", body: #"{"token":"demo"}"#, as: .admin)
    #expect(stored.status == 200, "\(stored.text)")
    return library
  }

  @Test func `folders that accept items are listed, and damaged ones are left out`() throws {
    let whole = #"{"id":0,"name":"All","count":9},{"id":1,"name":"Uncategorized","count":"7"}"#
    let library = try Self.library(#"[\#(whole),{"name":"x"},7,{"id":"8"},{"id":-3}]"#)
    defer { library.end() }
    let answer = try library.request(.get, Self.path)
    #expect(answer.status == 200 && answer.text("user") == "ada", "\(answer.text)")
    #expect(answer.items.map { $0["number"] as? Int } == [1, 8])
    #expect(answer.items.map { $0["count"] as? Int } == [7, 0])
    #expect(try library.request(.get, Self.path, as: .station).status == 403)
  }

  @Test func `an answer without folders, a refused token and no token are distinct problems`() throws {
    let library = try Self.library("[]")
    defer { library.end() }
    for (answer, status, code) in [
      ((200, #"{"message":"hello"}"#), 502, "discogs-response-invalid"),
      ((200, "<html>"), 502, "discogs-response-invalid"),
      ((401, #"{"message":"Invalid consumer token."}"#), 409, "discogs-token-refused"),
    ] {
      library.service.discogs.withLock { $0 = answer }
      let problem = try library.request(.get, Self.path)
      #expect(problem.status == status && problem.text("code") == code, "\(problem.text)")
    }
    #expect(try library.request(.delete, "/discogs/token", as: .admin).status == 204)
    let none = try library.request(.get, Self.path)
    #expect(none.status == 409 && none.text("code") == "discogs-token-missing", "\(none.text)")
  }
}
