import API
import BulkChanges
import Deadwax
import Foundation
import HTTPServer
import Lists
import Moving
import RequestRecords
import StockTakes
import Storage
import TestSupport
import Testing
import Wire

/// Tests that all records and all lists of the API behave alike. They go through the table of endpoints.
@Suite(.timeLimit(.minutes(5)))
struct UniformityTests {
  /// A library in which each kind of record exists, with the parameters of its address.
  private static func filled() throws -> (LendingLibrary, [String: [(String, String)]]) {
    let library = try LendingLibrary()
    try library.set("fees.on", "yes")
    try library.mode(.lookup)
    var scan = ""
    for copy in library.copies { scan = try library.scan(copy.code).text("id") ?? "" }
    _ = try library.scan(OwnCode(.copy, number: 4711))
    var loan = ""
    for copy in 0..<2 { loan = try library.lend(copy, to: library.ada).text("id") ?? "" }
    func made(_ path: String, _ body: String) throws -> String {
      let answer = try library.request(.post, path, body: body)
      return try #require(answer.text("id"), "\(answer.text)")
    }
    var (hold, fee) = ("", "")
    for copy in library.copies.prefix(2) {
      hold = try made("/holds", #"{"copy":"\#(copy.id)","borrower":"\#(library.bob.id)"}"#)
      fee = try made("/fees", #"{"borrower":"\#(library.ada.id)","amount":150}"#)
    }
    let shelf = try library.service.database.write { [ada = library.ada.id] transaction in
      let shelves = (1...2).map { Place(id: .new(at: transaction.now), kind: .shelf, name: "Shelf \($0)") }
      for shelf in shelves { try transaction.insert(shelf) }
      // The list of the slots of a place is requested with the id of Ada.
      if let id = Place.ID(ada.text) {
        try transaction.insert(Place(id: id, kind: .crate, name: "Crate"))
        for number in 1...2 {
          try transaction.insert(Slot(id: .new(at: transaction.now), place: id, placeName: "Crate", number: number))
        }
      }
      return shelves[0]
    }
    let changer = try library.request(.post, "/places", body: #"{"name":"Changer","kind":"changer","slots":2}"#)
    let inbox = try library.request(.get, "/inbox").items.first?["id"] as? String
    let job = try library.request(
      .post, "/tag-jobs", body: #"{"action":"write","copy":"\#(library.copies[2].id)"}"#, as: .station)
    let queue = try library.request(
      .put, "/stations/{name}/tag-queue", [("name", "desk")], body: #"{"copies":["\#(library.copies[0].id)"]}"#,
      as: .station)
    #expect(queue.status == 200, "\(queue.text)")
    try library.service.database.write { [release = library.release.id] transaction in
      try transaction.storeReleaseTags(["jazz night", "reissue"], of: release)
    }
    // The lists below a crate are asked for with the id of Ada.
    let crate = try #require(Crate.ID(library.ada.id.text))
    _ = try library.service.surface.crates.add(name: "Sunday", note: nil, parent: nil, id: crate, by: "test")
    let item = try library.service.surface.crates.add(
      .release(library.release.id), to: crate, item: nil, by: "test"
    ).view.item.id
    _ = try library.service.surface.crates.add(.copy(library.copies[0].id), to: crate, item: nil, by: "test")
    // So are the lists below a stock-take.
    try library.service.database.write { [copies = library.copies] transaction in
      for copy in copies.prefix(2) {
        try transaction.move(copy.id, to: Location(place: shelf.id, placeName: shelf.name))
      }
    }
    let take = try #require(StockTake.ID(library.ada.id.text))
    _ = try library.service.surface.stockTakes.start(.place(shelf.id), name: nil, id: take, by: "test")
    for code in library.copies.prefix(2).map(\.code) {
      let counted = try library.request(
        .post, "/stock-takes/{id}/scans", [("id", take.text)],
        body: #"{"station":"desk","scans":[{"id":"\#(Reading.ID.new(at: .now()))","code":"\#(code)"}]}"#)
      #expect(counted.status == 200, "\(counted.text)")
    }
    let file = try library.service.imports.received(Array("number,title\n8,One\n9,Two\n".utf8))
    let begun = try library.service.imports.begin(file, as: .copies, id: LibraryImport.ID(library.ada.id.text))
    library.service.imports.settle()
    let other = try library.service.merges.received(Array(#"{"crate":[{"name":"One"},{"name":"Two"}]}"#.utf8))
    let merge = try library.service.merges.begin(other, id: LibraryMerge.ID(library.ada.id.text))
    library.service.merges.settle()
    let bulk = try library.service.bulkChanges.begin(
      try BulkOrder(
        edit: BulkOrder.Fields(
          copy: Copy.Patch { $0.shelfMark = .set("A 1") }, facts: nil, mediaCondition: nil,
          sleeveCondition: nil), of: .releases([library.release.id]), today: try library.service.bulkChanges.today()),
      id: BulkChange.ID(library.ada.id.text))
    library.service.bulkChanges.settle()
    let change = try library.request(.get, "/changes").items.first?["id"] as? String
    for second in [1, 2] {
      _ = try library.service.surface.plays.add(
        library.copies[0].id, position: nil, startedAt: Timestamp(milliseconds: Int64(second) * 1000), endedAt: nil,
        id: second == 1 ? Play.ID(library.ada.id.text) : nil, by: "test")
    }
    let (show, recording) = try ConcertSample.load(into: library)
    var samples: [String: [(String, String)]] = [
      "/shows/{id}": [("id", show)], "/show-recordings/{identifier}": [("identifier", recording)], "/concerts": [],
      "/copies/{id}/show": [("id", library.copies[0].id.text)],
      "/concert-imports/{id}": [("id", library.ada.id.text)],
      "/scans/{id}": [("id", scan)], "/scans/{id}/explanation": [("id", scan)],
      "/releases/{id}": [("id", library.release.id.text)], "/copies/{id}": [("id", library.copies[0].id.text)],
      "/places/{id}": [("id", shelf.id.text)],
      "/places/{id}/loading-plan": [("id", changer.text("id") ?? "")], "/crates/{id}": [("id", crate.text)],
      "/places/{id}/map": [("id", shelf.id.text)],
      "/stock-takes/{id}": [("id", take.text)], "/copies/{id}/last-seen": [("id", library.copies[0].id.text)],
      "/crates/{id}/shelf-order": [("id", crate.text)], "/collections/{id}": [("id", "all")],
      "/statistics/{name}": [("name", "artist")],
      "/years/{year}": [("year", "2026")], "/releases/facets": [], "/plays/{id}": [("id", library.ada.id.text)],
      "/play-reports/{name}": [("name", "plays")],
      "/crates/{id}/items/{item}": [("id", crate.text), ("item", item.text)], "/stations/{name}": [("name", "desk")],
      "/stations/{name}/policy": [("name", "desk")], "/stations/{name}/tag-queue": [("name", "desk")],
      "/stations/{name}/offline-journal": [("name", "desk")], "/resolve": [], "/loans/{id}": [("id", loan)],
      "/borrowers/{id}": [("id", library.ada.id.text)], "/holds/{id}": [("id", hold)], "/fees/{id}": [("id", fee)],
      "/sign-in": [], "/readers/{name}/preview": [("name", "camera")], "/virtual-hardware": [],
      "/virtual-hardware/items/{id}/picture": [("id", "record-1")], "/settings/{key}": [("key", "loan.days")],
      "/notice-templates/{id}": [("id", "overdue.en")],
      "/changes/{id}": [("id", change ?? "")], "/openapi.json": [], "/setup": [], "/first-steps": [], "/wall": [],
      "/list-defaults": [],
      "/imports/{id}": [("id", begun.id.text)], "/merges/{id}": [("id", merge.id.text)],
      "/bulk-changes/{id}": [("id", bulk.id.text)],
    ]
    let account = try library.service.access.accounts.make(
      id: nil, name: "Cleo", role: "staff", passphrase: "seven quiet records")
    samples["/accounts/{id}"] = [("id", account.id.text)]
    let link = try library.request(.post, "/borrowers/{id}/link", [("id", library.ada.id.text)])
    #expect(link.status == 201, "\(link.text)")
    samples["/borrowers/{id}/link"] = [("id", library.ada.id.text)]
    if let inbox { samples["/inbox/{id}"] = [("id", inbox)] }
    if let id = job.text("id") { samples["/tag-jobs/{id}"] = [("id", id)] }
    return (library, samples)
  }

  /// The records that need a reader, a printer or an offline station. `TagRoutesTests`, `LabelRouteTests` and
  /// `OfflineRoutesTests` have them.
  private static let elsewhere: Set<String> = [
    "/tags/{uid}", "/label-jobs/{id}", "/label-jobs/{id}/sheets.pdf", "/label-jobs/{id}/sheets/{sheet}",
    "/label-jobs/{id}/check", "/offline-entries/{id}", "/inbox/{id}", "/tag-jobs/{id}",
    // `AttachmentRoutesTests`, `BatchRoutesTests`, `ReleaseRecordRoutesTests` and `RecheckRoutesTests` have these.
    "/attachments/{id}", "/attachments/{id}/content", "/attachments/{id}/thumbnail", "/stations/{name}/batch",
    "/batches/{id}", "/releases/{id}/merge", "/copies/{id}/own-facts", "/insurance/total", "/recheck",
    "/discogs/comparison", "/discogs/push",
    // `BackupRoutesTests` has these.
    "/backups/{id}", "/backups/status",
    // It needs a stand-in of Archive.org, as `ArchiveTierTests` has it.
    "/show-recordings/{identifier}/archive",
  ]

  @Test func `each record has a strong ETag, and a client that has it gets 304`() throws {
    let (library, samples) = try Self.filled()
    defer { library.end() }
    for endpoint in library.service.surface.endpoints {
      guard case .record = endpoint.content else { continue }
      let path = String(endpoint.pattern.dropFirst("/api/v1".count))
      guard let parameters = samples[path] else {
        #expect(Self.elsewhere.contains(path), "\(path) has no sample")
        continue
      }
      let query = path == "/resolve" ? "?code=5099902988023" : ""
      let first = try library.request(.get, path, query: query, parameters, as: .admin)
      #expect(first.status == 200, "\(path): \(first.text)")
      let tag = try #require(first.header("etag"), "\(path)")
      #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 10, "\(path): \(tag)")
      #expect(first.headers.filter { $0.0 == "cache-control" }.map(\.1) == ["no-cache"], "\(path)")
      for known in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
        let again = try library.request(
          .get, path, query: query, parameters, headers: [("if-none-match", known)], as: .admin)
        #expect(again.status == 304 && again.text.isEmpty && again.header("etag") == tag, "\(path): \(again.text)")
      }
      let other = try library.request(
        .get, path, query: query, parameters, headers: [("if-none-match", "\"x\"")], as: .admin)
      #expect(other.status == 200 && other.header("etag") == tag, "\(path)")
    }
  }

  @Test func `each list refuses a wrong limit and cursor, and its Link leads to the rest`() throws {
    let (library, _) = try Self.filled()
    defer { library.end() }
    var followed: Set<String> = []
    for endpoint in library.service.surface.endpoints {
      let path = String(endpoint.pattern.dropFirst("/api/v1".count))
      let parameters = [("id", library.ada.id.text)]
      switch endpoint.content {
      case .list, .cachedList: break
      case .wholeList:
        let id = path.hasPrefix("/releases/") ? library.release.id.text : library.copies[0].id.text
        let whole = try library.request(
          .get, path, query: path == "/covers" ? "?releases=\(library.release.id)" : "",
          [("name", "desk"), ("id", id)],
          as: .admin)
        #expect(whole.status == 200 && whole.json["next"] == nil && whole.header("link") == nil, "\(path)")
        continue
      case .record, .other: continue
      }
      for query in ["?limit=0", "?limit=201", "?limit=x", "?cursor=%21"] {
        let refusal = try library.request(.get, path, query: query, parameters, as: .admin)
        #expect(refusal.status == 400 && refusal.code == "bad-request", "\(path)\(query): \(refusal.text)")
      }
      let all = try library.request(.get, path, parameters, as: .admin).items
      let first = try library.request(.get, path, query: "?limit=1", parameters, as: .admin)
      #expect((first.header("link") != nil) == (all.count > 1), "\(path)")
      guard let link = first.header("link") else { continue }
      let target = try #require(link.split(separator: "?").last?.split(separator: ">").first, "\(link)")
      let next = try #require(first.text("next"))
      #expect(link.hasPrefix("<") && link.hasSuffix("; rel=\"next\"") && target.hasPrefix("limit=1&cursor="), "\(link)")
      #expect(String(target.dropFirst("limit=1&cursor=".count)).removingPercentEncoding == next, "\(link)")
      let second = try library.request(.get, path, query: "?\(target)", parameters, as: .admin)
      #expect(second.items as NSArray == [all[1]] as NSArray, "\(path): \(second.text)")
      followed.insert(path)
    }
    #expect(
      followed.isSuperset(of: ["/scans", "/copies", "/places", "/borrowers", "/loans", "/holds", "/fees", "/changes"]))
  }

  @Test func `the first page of a list has the number of all items, unless the list is described without it`() throws {
    let (library, _) = try Self.filled()
    defer { library.end() }
    let described = try EndpointTests.described()
    var counted: Set<String> = []
    for endpoint in library.service.surface.endpoints {
      switch endpoint.content {
      case .list, .cachedList: break
      case .record, .wholeList, .other: continue
      }
      let path = String(endpoint.pattern.dropFirst("/api/v1".count))
      let parameters = [("id", library.ada.id.text)]
      let whole = try library.request(.get, path, query: "?limit=200", parameters, as: .admin)
      let hasTotal = try #require(described[endpoint.name]).hasTotal
      #expect(whole.json["total"] as? Int == (hasTotal ? whole.items.count : nil), "\(path): \(whole.text)")
      let first = try library.request(.get, path, query: "?limit=1", parameters, as: .admin)
      #expect(first.json["total"] as? Int == (hasTotal ? whole.items.count : nil), "\(path): \(first.text)")
      guard let next = first.text("next") else { continue }
      let cursor = try #require(next.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let second = try library.request(.get, path, query: "?limit=1&cursor=\(cursor)", parameters, as: .admin)
      #expect(second.status == 200 && second.json["total"] == nil, "\(path): \(second.text)")
      if hasTotal { counted.insert(path) }
    }
    #expect(counted.isSuperset(of: ["/copies", "/places", "/borrowers", "/loans", "/holds", "/fees"]))
    // The total is that of the filters.
    let ofAda = try library.request(.get, "/loans", query: "?borrower=\(library.ada.id)&state=returned")
    #expect(ofAda.json["total"] as? Int == 0, "\(ofAda.text)")
    let copies = try library.request(.get, "/copies", query: "?release=\(library.release.id)&limit=1", as: .station)
    #expect(copies.json["total"] as? Int == library.copies.count)
    #expect(try library.request(.get, "/copies", query: "?number=1", as: .station).json["total"] as? Int == 1)
    let found = try library.request(.get, "/releases", query: "?search=blue", as: .station)
    #expect(found.items.count == 1 && found.json["total"] == nil, "\(found.text)")
  }

  @Test func `a repeated request for a token creates one token, and the token is not stored`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func make(_ name: String) throws -> TagLibrary.Answer {
      try library.request(
        .post, "/tokens", body: #"{"name":"\#(name)","role":"station"}"#, headers: [("idempotency-key", "k")],
        as: .admin)
    }
    let first = try make("wall")
    #expect(first.status == 201 && first.text("token") != nil, "\(first.text)")
    let again = try make("wall")
    #expect(again.status == 200 && again.text("token") == nil && again.text("id") == first.text("id"), "\(again.text)")
    #expect(try make("other").code == "id-reused")
    #expect(try library.service.access.tokens().count { $0.name == "wall" } == 1)
  }

  @Test func `the event of an undone change has one kind, its own`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.lend(0, to: library.ada).status == 201)
    let change = try #require(try library.request(.get, "/changes").items.first?["id"] as? String)
    #expect(try library.request(.post, "/changes/{id}/undo", [("id", change)]).status == 200)
    let undone = try #require(try library.events().first { $0.event.kind == .changeUndone })
    #expect(undone.text.split(separator: "\"kind\":").count == 2, "\(undone.text)")
    #expect(undone.text.contains(#""kind":"change.undone""#) && undone.text.contains(#""change":"#), "\(undone.text)")
  }
}
