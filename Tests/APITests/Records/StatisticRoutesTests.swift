import API
import Deadwax
import HTTPServer
import RequestRecords
import Storage
import TestSupport
import Testing
import Threads
import Wire

@Suite(.timeLimit(.minutes(5)))
struct StatisticRoutesTests {
  @Test func `each listed statistic has its groups, and the query of a group finds as many releases`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    _ = try library.lend(0, to: library.ada)
    let list = try library.request(.get, "/statistics", as: .station)
    #expect(list.items.compactMap { $0["name"] as? String } == Statistic.allCases.map(\.rawValue), "\(list.text)")
    for name in Statistic.allCases.map(\.rawValue) {
      let answer = try library.request(.get, "/statistics/{name}", [("name", name)], as: .station)
      #expect(answer.status == 200 && answer.text("name") == name, "\(answer.text)")
      for group in answer.json["groups"] as? [[String: Any]] ?? [] {
        guard let query = group["query"] as? String else { continue }
        let encoded = query.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let found = try library.request(.get, "/releases", query: "?search=\(encoded)", as: .station)
        #expect((group["releases"] ?? group["count"]) as? Int == found.items.count, "\(group)")
      }
    }
    let lent = try library.request(.get, "/statistics/{name}", [("name", "most-lent")], as: .station)
    let group = try #require((lent.json["groups"] as? [[String: Any]])?.first)
    #expect(group["release"] as? String == library.release.id.text && group["count"] as? Int == 1, "\(lent.text)")
    let artist = try library.request(.get, "/statistics/{name}", [("name", "artist")], as: .station)
    #expect(artist.text.contains(#""query":"artist:=\"john coltrane\"""#), "\(artist.text)")
    #expect(artist.text.contains(#""name":"John Coltrane""#), "\(artist.text)")
  }

  @Test func `statistics are counted while the queue of requests that take minutes is full`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let mayGo = Latch()
    defer { mayGo.raise() }
    let isBegun = Latch()
    #expect(
      library.service.longWorker.add {
        isBegun.raise()
        mayGo.wait()
      })
    isBegun.wait()
    // One is under way, and the one place for another is taken.
    #expect(library.service.longWorker.add {})
    #expect(try library.request(.get, "/export/copies").status == 503)
    #expect(try library.request(.get, "/statistics/{name}", [("name", "artist")]).status == 200)
    #expect(try library.request(.get, "/years/{year}", [("year", "2026")]).status == 200)
    #expect(try library.request(.get, "/weeding").status == 200)
  }

  @Test func `unknown names, years and limits are refused, and a borrower is never named`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    _ = try library.lend(0, to: library.ada)
    for name in ["", "artists", "ARTIST", "' OR 1=1", "years"] {
      for path in ["/statistics/{name}", "/statistics/{name}/csv"] {
        #expect(try library.request(.get, path, [("name", name)]).status == 404, "\(name)")
      }
    }
    for top in ["0", "201", "-1", "x", "", "99999999999999999999"] {
      let answer = try library.request(.get, "/statistics/{name}", query: "?top=\(top)", [("name", "artist")])
      #expect(answer.status == 400 && answer.code == "bad-request", "\(top): \(answer.text)")
    }
    for year in ["", "26", "02026", "20x6", "-001", "٢٠٢٦"] {
      #expect(try library.request(.get, "/years/{year}", [("year", year)]).status == 404, "\(year)")
    }
    for year in ["0000", "1969", "2026", "9999"] {
      let answer = try library.request(.get, "/years/{year}", [("year", year)])
      #expect(answer.status == 200 && answer.number("year") == Int(year), "\(answer.text)")
      #expect(!answer.text.contains("Ada"))
    }
    for query in ["?reason=old", "?years=0", "?years=100", "?years=x", "?cursor=x", "?cursor=-5"] {
      let answer = try library.request(.get, "/weeding", query: query)
      #expect(answer.status == 400, "\(query): \(answer.text)")
    }
    for path in ["/years/{year}", "/years/{year}/csv", "/weeding", "/weeding/csv"] {
      #expect(try library.request(.get, path, [("year", "2026")], as: .station).status == 403, "\(path)")
    }
  }

  @Test func `tables are saved as comma-separated values, and names do no harm there`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.service.database.write { transaction in
      let release = Release(
        id: transaction.newID(), status: .manual, medium: .cd, title: "=1+1", artist: "=HYPERLINK(\"x\"), \"Quoted\"")
      try transaction.insert(release)
    }
    let table = try library.request(.get, "/statistics/{name}/csv", [("name", "artist")])
    #expect(table.status == 200 && table.header("content-type")?.hasPrefix("text/csv") == true)
    #expect(table.header("content-disposition") == "attachment; filename=\"artist.csv\"")
    #expect(table.text.contains("John Coltrane,1,,") && !table.text.contains("\n=") && !table.text.contains("\n\"="))
    let year = try library.request(.get, "/years/{year}/csv", [("year", "2026")])
    #expect(year.text.contains("2026,copies-added,"), "\(year.text)")
    let weeding = try library.request(.get, "/weeding/csv", query: "?reason=duplicate")
    #expect(weeding.text.contains("2,John Coltrane,Blue Train,cd,,,,duplicate\r\n"), "\(weeding.text)")
    let list = try library.request(.get, "/weeding", query: "?reason=duplicate")
    #expect(list.items.count == 2 && list.json["total"] == nil, "\(list.text)")
  }
}
