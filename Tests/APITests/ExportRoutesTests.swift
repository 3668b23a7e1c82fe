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
}
