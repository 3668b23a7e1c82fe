import HTTPServer
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct ArchiveRoutesTests {
  @Test func `an archive is exported with its proof to administrators alone, and not imported into a full library`()
    throws
  {
    let library = try LendingLibrary()
    defer { library.end() }
    for role in [Role.staff, .station] {
      #expect(try library.request(.get, "/export/library", as: role).status == 403)
      #expect(try library.request(.post, "/import/library", sent: "PK", as: role).status == 403)
    }
    let answer = try library.request(.get, "/export/library", as: .admin)
    #expect(answer.status == 200 && answer.header("content-type") == "application/zip")
    #expect(answer.header("cache-control") == "no-store")
    #expect(answer.header("content-disposition") == "attachment; filename=\"library.zip\"")
    #expect(answer.header("repr-digest")?.hasPrefix("sha-256=:") == true)
    #expect(answer.header("deadwax-rows").flatMap { Int($0) } ?? 0 > 10)
    let whole = try library.request(.get, "/export/library", query: "?secrets=yes", as: .admin)
    #expect(whole.status == 200 && whole.header("repr-digest") != answer.header("repr-digest"))
    for query in ["?secrets=maybe", "?columns=title"] {
      #expect(try library.request(.get, "/export/library", query: query, as: .admin).status == 400, "\(query)")
    }
    let refused = try library.request(.post, "/import/library", sent: "PK", as: .admin)
    #expect(refused.status == 409 && refused.text.contains("records already"), "\(refused.text)")
  }
}
