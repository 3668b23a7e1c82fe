import Deadwax
import HTTPServer
import Moving
import Secrets
import Testing
import Wire

@Suite(.timeLimit(.minutes(5))) struct ExportRoutesTests {
  @Test func `a table is sent with the number of its rows and the digest of its bytes`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.lend(0, to: library.ada).status == 201)
    for (table, rows) in [("copies", 3), ("borrowers", 2), ("loans", 1)] {
      let answer = try library.request(.get, "/export/\(table)", as: .admin)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.header("deadwax-rows") == "\(rows)")
      #expect(answer.header("repr-digest") == "sha-256=:\(Digest.sha256(of: Array(answer.text.utf8))):")
      #expect(answer.header("content-type") == "text/csv; charset=utf-8; header=present")
      #expect(answer.header("cache-control") == "no-store")
      #expect(answer.header("content-disposition") == "attachment; filename=\"\(table).csv\"")
      let columns = try #require(ExportTable(rawValue: table)).columns.joined(separator: ",")
      #expect(answer.text.hasPrefix(columns + "\r\n") && answer.text.split(separator: "\r\n").count == rows + 1)
    }
  }

  @Test func `the copies are for staff, the facts about people for administrators`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let allowed: [(String, [Role])] = [("copies", [.staff, .admin]), ("borrowers", [.admin]), ("loans", [.admin])]
    for (table, roles) in allowed {
      for role in [Role.station, .staff, .admin] {
        let answer = try library.request(.get, "/export/\(table)", as: role)
        #expect(answer.status == (roles.contains(role) ? 200 : 403), "\(table) as \(role)")
        #expect(answer.status == 200 || !answer.text.contains("Lovelace"))
      }
    }
  }

  @Test func `columns and the byte order mark are chosen, and a wrong query is refused`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let chosen = try library.request(.get, "/export/copies", query: "?columns=title,number&mark=yes")
    #expect(chosen.text == "\u{FEFF}title,number\r\nBlue Train,1\r\nBlue Train,2\r\nBlue Train,3\r\n")
    for (query, sentence) in [
      ("?columns=title,cost", "The table has no column 'cost'."), ("?columns=", "no column ''"),
      ("?columns=title,title", "'title' is named twice"), ("?mark=maybe", "'mark' must be one of yes, no."),
      ("?column=title", "unknown"),
    ] {
      let answer = try library.request(.get, "/export/copies", query: query)
      #expect(answer.status == 400 && answer.text.contains(sentence), "\(query): \(answer.text)")
    }
  }

  @Test func `a query chooses the copies of the table, and a wrong one is refused`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let crate = try #require(try library.request(.post, "/crates", body: #"{"name":"Friday"}"#).text("id"))
    let added = try library.request(
      .post, "/crates/{id}/items", [("id", crate)], body: #"{"copy":"\#(library.copies[1].id)"}"#)
    #expect(added.status == 201)
    func table(_ search: String) throws -> TagLibrary.Answer {
      try library.request(.get, "/export/copies", query: "?columns=number&search=\(search)")
    }
    for (search, rows) in [
      ("crate%3A%3Dfriday", "2"), ("-crate%3Afriday", ""), ("title%3Atrain", "1\r\n2\r\n3"), ("nowhere", ""),
      ("%20", "1\r\n2\r\n3"), ("sort%3Atitle", "1\r\n2\r\n3"), ("crate%3A%3D%22\(crate)%22", "2"),
    ] {
      let answer = try table(search)
      #expect(answer.text == "number\r\n" + (rows.isEmpty ? "" : rows + "\r\n"), "\(search): \(answer.text)")
      #expect(answer.header("repr-digest") == "sha-256=:\(Digest.sha256(of: Array(answer.text.utf8))):")
    }
    for (search, sentence) in [
      ("crate%3Afriday%20OR%20title%3Atrain", "chooses no copies"), ("artits%3Ax", "There is no field artits."),
    ] {
      let answer = try table(search)
      #expect(answer.status == 400 && answer.text.contains(sentence), "\(search): \(answer.text)")
    }
    #expect(try library.request(.get, "/export/loans", query: "?search=x", as: .admin).status == 400)
  }
}
