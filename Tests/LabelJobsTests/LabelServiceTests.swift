import Catalogue
import Deadwax
import Foundation
import Imaging
import LabelJobs
import Lending
import Log
import Pictures
import Storage
import TestSupport
import Testing

@Suite(.serialized, .ownThread, .timeLimit(.minutes(25))) struct LabelServiceTests {
  @Test func `labels of copies are made, proven and handed out`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    let job = try press.make(
      LabelOrder(
        subjects: .copies(["1", press.copies[1].id.text, press.copies[2].code.description, "99", "x"]),
        layout: "avery-l4731", start: 188))
    #expect(job.state == .ready && job.labels == 3 && job.sheets == 2)
    #expect(job.proof == LabelJob.Proof(clean: 3, blur: 3, noise: 3, spread: 3, total: 3))
    #expect(job.skipped.map(\.subject) == ["99", "x"])
    #expect(job.missingGlyphs == 0)
    let pdf = try press.service.pdf(job.id)
    #expect(pdf.starts(with: Array("%PDF-".utf8)))
    #expect(try PNGPicture.decode(press.service.picture(job.id, sheet: 2, isVector: false)).pixels.contains(0))
    let beyond = #expect(throws: LabelFault.self) { try press.service.picture(job.id, sheet: 3, isVector: false) }
    #expect(beyond?.description == "There is no sheet 3; this job has 2 sheets.")
    // The sheets can be drawn again after their file was deleted.
    try FileManager.default.removeItem(atPath: press.folder.path("labels/\(job.id).pdf"))
    #expect(try press.service.pdf(job.id).count > 1000)
    #expect(try press.service.jobs(cursor: nil, limit: 10).items.map(\.id) == [job.id])
  }

  @Test func `a QR code of a copy carries its web address, and is proven with it`() throws {
    let press = try LabelLibrary(address: "https://music.example.org")
    defer { press.end() }
    let job = try press.make(LabelOrder(subjects: .copies(["1", "2"]), layout: "a4-3x8", carriesAddress: true))
    #expect(job.state == .ready, "\(job)")
    #expect(job.proof == LabelJob.Proof(clean: 2, blur: 2, noise: 2, spread: 2, total: 2))
    let labels = try press.database.read { try $0.labels(of: job.id) }.map(\.label)
    for (label, copy) in zip(labels, press.copies) {
      #expect(label.code == "https://music.example.org/t/\(copy.code.base32)")
      // People still read the short code.
      #expect(label.caption == copy.code.description)
      let code = try #require(label.code)
      #expect(Code.classify(code, symbology: .qr) == .own(copy.code))
    }
    // Other records and other symbols have no address.
    for (subjects, form) in [(LabelOrder.Subjects.blanks(1), LabelJob.Form.qr), (.copies(["1"]), .code128)] {
      let fault = #expect(throws: LabelFault.self) {
        try press.make(LabelOrder(subjects: subjects, layout: "a4-3x8", form: form, carriesAddress: true))
      }
      #expect(fault?.description == "Only QR codes of copies carry a web address.")
    }
    let plain = try LabelLibrary()
    defer { plain.end() }
    let fault = #expect(throws: LabelFault.self) {
      try plain.make(LabelOrder(subjects: .copies(["1"]), layout: "a4-3x8", carriesAddress: true))
    }
    #expect(fault?.description == "There is no web address. Set 'tag-address' in the hub's configuration.")
  }

  @Test func `a copy's label has title, number and place; its fields can be chosen`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    let whole = try press.make(LabelOrder(subjects: .copies(["1", "3"]), layout: "a4-3x8"))
    let labels = try press.database.read { try $0.labels(of: whole.id) }.map(\.label)
    // No line break separates a word from its number.
    #expect(labels.map(\.heading) == ["Blue Train", "Kind of Blue"])
    #expect(labels[0].details == ["Somebody", "CAT 1 · No.\u{A0}1", "Shelf\u{A0}3"])
    #expect(labels[1].details == ["Somebody", "CAT 3 · No.\u{A0}3"])
    let chosen = try press.make(
      LabelOrder(subjects: .copies(["1"]), layout: "a4-3x8", fields: [.number, .place]))
    let label = try #require(try press.database.read { try $0.labels(of: chosen.id) }.first?.label)
    #expect(label.heading == "No.\u{A0}1" && label.details == ["Shelf\u{A0}3"])
    let bare = try press.make(LabelOrder(subjects: .copies(["1"]), layout: "a4-3x8", fields: []))
    #expect(bare.state == .ready && bare.detail == nil)
    let beyond = #expect(throws: LabelFault.self) { try press.service.picture(bare.id, sheet: 2, isVector: true) }
    #expect(beyond?.description == "There is no sheet 2; this job has 1 sheet.")
  }

  @Test func `a copy's label has its slot, and no line ends before a number`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    try press.database.write { [press] transaction in
      let slot = press.slot
      try transaction.move(
        press.copies[0].id,
        to: Location(place: slot.place, placeName: slot.placeName, slot: slot.id, slotNumber: slot.number))
    }
    let job = try press.make(LabelOrder(subjects: .copies(["1"]), layout: "a4-3x8"))
    let label = try #require(try press.database.read { try $0.labels(of: job.id) }.first?.label)
    #expect(label.details.last == "Shelf\u{A0}3, slot\u{A0}7")
    let chosen = try press.make(LabelOrder(subjects: .copies(["1"]), layout: "a4-3x8", fields: [.place]))
    let only = try #require(try press.database.read { try $0.labels(of: chosen.id) }.first?.label)
    #expect(only.heading == "Shelf\u{A0}3, slot\u{A0}7" && only.details.isEmpty)
  }

  @Test func `a title without a font is replaced by the number, and the job reports it`() throws {
    let unknown = String(repeating: "\u{F8FF0}", count: 30)
    let press = try LabelLibrary(titles: ["Blue Train", unknown])
    defer { press.end() }
    let job = try press.make(LabelOrder(subjects: .copies(["1", "2"]), layout: "avery-l4731"))
    #expect(job.state == .ready && job.missingGlyphs == 30)
    #expect(job.detail?.hasPrefix("30 characters have no font on the hub's machine and were left out.") == true)
  }

  @Test func `every copy on a shelf is one order, also by the room it is in`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    for name in ["Shelf 3", "archive", press.shelf.id.text] {
      let job = try press.make(LabelOrder(subjects: .copiesBelow(place: name), layout: "brother-62mm"))
      #expect(job.labels == 2 && job.sheets == 2, "\(name)")
    }
    let search = try press.make(LabelOrder(subjects: .search("blue"), layout: "brother-62mm", copiesOfEach: 2))
    #expect(search.labels == 4 && search.proof.total == 2)
    #expect(throws: LabelFault(.invalid, "No place matches Shelf 9.")) {
      try press.make(LabelOrder(subjects: .copiesBelow(place: "Shelf 9"), layout: "brother-62mm"))
    }
  }

  @Test func `a crate in a search chooses its copies, and all copies of its releases`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    try press.database.write { [copies = press.copies] transaction in
      for (copy, number) in [(copies[0], 8), (copies[2], 9)] {
        try transaction.insert(
          Copy(
            id: transaction.newID(), release: copy.release, number: number, code: transaction.newOwnCode(.copy),
            addedAt: transaction.now))
      }
      let crate = Crate(
        id: transaction.newID(), parent: nil, name: "Friday", note: nil, createdAt: transaction.now, version: 1)
      try transaction.insert(crate)
      for subject in [CrateItem.Subject.copy(copies[0].id), .release(copies[2].release)] {
        _ = try transaction.append(subject, to: crate.id, id: transaction.newID())
      }
    }
    for (search, labels) in [
      ("crate:=friday", 3), ("blue", 4), ("blue -crate:nowhere", 4), ("crate:friday OR blue", 4),
    ] {
      let job = try press.make(LabelOrder(subjects: .search(search), layout: "brother-62mm"))
      #expect(job.labels == labels, "\(search)")
    }
  }

  @Test(arguments: [(1800, 0), (43_200, 1)])
  func `copies by search count days in the time zone of the library`(secondOfDay: Int, found: Int) throws {
    // It is half an hour after midnight in one zone and noon in the other; a release was added an hour ago.
    let now = Timestamp.now()
    let west = (Int(now.milliseconds / 1000) - secondOfDay + 86_400) % 86_400
    let minutes = west / 60
    let zone = try POSIXTimeZone("<XYZ>\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)")
    var library = LibraryPolicy()
    library.due.calendar.timeZone = LibraryTimeZone(name: nil, rule: zone)
    let press = try LabelLibrary(titles: [], library: library)
    defer { press.end() }
    try press.database.write(at: WriteMoment(now: now + .seconds(-3600), seed: 1)) { transaction in
      let release = Release(
        id: transaction.newID(), status: .manual, medium: .vinyl, title: "Blue Train", artist: "John Coltrane")
      try transaction.insert(release)
      try transaction.insert(
        Copy(
          id: transaction.newID(), release: release.id, number: 1, code: transaction.newOwnCode(.copy),
          addedAt: transaction.now))
    }
    let order = LabelOrder(subjects: .search("added:today"), layout: "brother-62mm")
    if found == 0 {
      #expect(throws: LabelFault(.empty, "There are no subjects for labels.")) { try press.make(order) }
    } else {
      #expect(try press.make(order).labels == found)
    }
  }

  @Test func `copies by search wait for the whole search index`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    try press.database.write { try $0.setPosition(0, ofJob: "search-index") }
    let order = LabelOrder(subjects: .search("blue"), layout: "brother-62mm")
    #expect(throws: LabelFault.self) { try press.make(order) }
    while try press.database.write({ try $0.indexNextReleases(limit: 25) }) > 0 {}
    #expect(try press.make(order).labels == 2)
  }

  @Test func `a library EAN-13 belongs to its copy from then on, and no other number does`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    let key = Code.Key(class: .text, value: "2900000000018")
    #expect(try press.database.read { try $0.target(of: key) } == nil)
    let order = LabelOrder(subjects: .copies(["1"]), layout: "brother-dk-11209", form: .ean13)
    _ = try press.make(order)
    #expect(try press.database.read { try $0.target(of: key) } == .copy(press.copies[0].id))
    // A second print has the same number, bound once.
    _ = try press.make(order)
    #expect(try press.database.read { try $0.target(of: Code.Key(class: .text, value: "2900000000025")) } == nil)
  }

  @Test func `a number that a shop has given a release is not given to a copy`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    try press.database.write { [copies = press.copies] transaction in
      try transaction.bind(Code.Key(class: .gtin, value: "2900000000018"), to: .release(copies[2].release))
    }
    let order = LabelOrder(subjects: .copies(["1", "2"]), layout: "brother-dk-11209", form: .ean13)
    let job = try press.make(order)
    #expect(job.labels == 1)
    #expect(job.skipped.first?.reason.contains("is already the barcode of a release") == true)
    let fault = #expect(throws: LabelFault.self) {
      try press.make(LabelOrder(subjects: .copies(["1"]), layout: "brother-dk-11209", form: .ean13))
    }
    #expect(fault?.kind == .empty && fault?.skipped.count == 1)
  }

  @Test func `places, slots and cards get a code once, and keep it`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    let before = try press.count("code")
    var codes: Set<String> = []
    for _ in 0..<2 {
      for subjects in [
        LabelOrder.Subjects.places(["Shelf 3"]), .slots([press.slot.id.text]), .borrowers([press.borrower.id.text]),
      ] {
        let job = try press.make(LabelOrder(subjects: subjects, layout: "dymo-11354"))
        #expect(job.labels == 1)
        #expect(job.hasCards == (subjects == .borrowers([press.borrower.id.text])))
        codes.formUnion(try press.service.check(job.id).compactMap(\.label.code))
      }
    }
    #expect(codes.count == 3)
    #expect(Set(codes.map { $0.prefix(5) }) == ["DW:P:", "DW:S:", "DW:B:"])
    #expect(try press.count("code") == before + 3)
  }

  @Test func `blanks are fresh numbers that are known as ours`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    let job = try press.make(LabelOrder(subjects: .blanks(5), layout: "avery-l4731"))
    let codes = try press.service.check(job.id).compactMap(\.label.code)
    #expect(Set(codes).count == 5)
    for text in codes {
      guard case .code(let code) = OwnCode.read(text) else {
        Issue.record("\(text) is not one of the library's own codes")
        continue
      }
      #expect(code.kind == .blank)
      #expect(try press.database.read { try $0.isIssued(code) })
    }
    #expect(try press.database.read { try $0.isIssued(OwnCode(.blank, number: 1)) } == false)
  }

  @Test func `the sheet of commands has every command`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    let job = try press.make(LabelOrder(subjects: .commands, layout: "a4-3x8"))
    #expect(job.labels == Command.allCases.count)
    let codes = try press.service.check(job.id).compactMap(\.label.code)
    #expect(Set(codes) == Set(Command.allCases.map(\.code.description)))
    let frames = try press.make(LabelOrder(subjects: .alignment, layout: "a4-3x8"))
    #expect(frames.labels == 24 && frames.proof.total == 0 && frames.sheets == 1)
  }

  @Test(arguments: [
    (LabelOrder(subjects: .commands, layout: "no-such"), LabelFault.Kind.notFound),
    (LabelOrder(subjects: .commands, layout: "a4-3x8", resolution: 301), .invalid),
    (LabelOrder(subjects: .commands, layout: "a4-3x8", start: 25), .invalid),
    (LabelOrder(subjects: .commands, layout: "a4-3x8", start: 0), .invalid),
    (LabelOrder(subjects: .commands, layout: "a4-3x8", form: .ean13), .invalid),
    (LabelOrder(subjects: .commands, layout: "avery-l4731", form: .code128), .tooSmall),
    (LabelOrder(subjects: .copies([]), layout: "a4-3x8"), .empty),
    (LabelOrder(subjects: .copies(["7"]), layout: "a4-3x8"), .empty),
    (LabelOrder(subjects: .blanks(1000), layout: "a4-3x8", copiesOfEach: 3), .invalid),
    (LabelOrder(subjects: .search("   "), layout: "a4-3x8"), .invalid),
  ])
  func `an impossible job is refused, and nothing is stored`(
    order: LabelOrder, kind: LabelFault.Kind
  ) throws {
    let press = try LabelLibrary()
    defer { press.end() }
    let fault = #expect(throws: LabelFault.self) { try press.make(order) }
    #expect(fault?.kind == kind)
    #expect(try press.count("label_job") == 0 && press.count("issued_code") == 0)
  }

  @Test func `a label that is not read is never handed out`() throws {
    let folder = try TemporaryFolder("deadwax-reader")
    // It answers each request with the report that the ink made the label unreadable.
    let blind = try LabelLibrary.script(
      #"""
      exec python3 -c '
      import sys, json
      while True:
          line = sys.stdin.buffer.readline()
          if not line: break
          q = json.loads(line)
          sys.stdin.buffer.read(q["width"] * q["height"])
          print(json.dumps({"id": q["id"], "clean": True, "blur": True, "noise": True, "spread": False, "wrong": [], "searches": 1, "ms": 1}), flush=True)
      '
      """#, in: folder)
    let press = try LabelLibrary(reader: blind)
    defer { press.end() }
    let fault = #expect(throws: LabelFault.self) {
      try press.make(LabelOrder(subjects: .copies(["1"]), layout: "avery-l4731"))
    }
    #expect(fault?.kind == .unreadable)
    #expect(fault?.description.contains("could not be read with ink spread by a pixel") == true)
    let job = try #require(try press.service.jobs(cursor: nil, limit: 10).items.first)
    #expect(job.state == .failed && job.proof.spread == 0 && job.proof.total == 1)
    #expect(throws: LabelFault.self) { try press.service.pdf(job.id) }
    #expect(throws: LabelFault.self) { try press.service.picture(job.id, sheet: 1, isVector: true) }
    #expect(throws: LabelFault.self) { try press.service.print(job.id) }
  }

  @Test(arguments: ["exit 3", "echo no answer; cat >/dev/null", "echo '{\"id\":1}'; sleep 60", "kill -SEGV $$"])
  func `a failing reader creates no labels, and blocks no other job`(script: String) throws {
    let folder = try TemporaryFolder("deadwax-reader")
    let press = try LabelLibrary(reader: try LabelLibrary.script(script, in: folder))
    defer { press.end() }
    let fault = #expect(throws: LabelFault.self) {
      try press.make(LabelOrder(subjects: .copies(["1"]), layout: "avery-l4731"))
    }
    #expect(fault?.kind == .unavailable)
  }

  @Test func `a job that was running when the hub stopped has failed`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    let job = LabelJob(
      id: .new(at: .now()), layout: "a4-3x8", form: .qr, resolution: 300, start: 1, sheets: 1, labels: 1,
      createdAt: .now())
    try press.database.write { try $0.insert(job) }
    let later = LabelService(
      database: press.database,
      configuration: LabelService.Configuration(
        layouts: Repository.path("hardware/labels"), folder: press.folder.path("labels"), reader: "/bin/false"),
      library: { _ in LibraryPolicy() }, logger: .silent, published: {})
    defer { later.stop() }
    #expect(try later.job(job.id).state == .failed)
  }

  @Test func `old jobs and their sheets go, and the numbers that were given out stay`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    let job = try press.make(LabelOrder(subjects: .blanks(2), layout: "avery-l4731"))
    func makeOlder(by time: Duration) throws {
      try press.database.write { transaction in
        try transaction.run("UPDATE label_job SET created_at = ?1", transaction.now + (.zero - time))
      }
    }
    try makeOlder(by: .seconds(30 * 86_400 - 3600))
    #expect(try press.service.removeOld() == 0)
    #expect(try press.service.job(job.id).state == .ready)
    try makeOlder(by: .seconds(31 * 86_400))
    // A tick deletes nothing: deletion waits until the clock is trusted.
    press.service.tick()
    #expect(try press.service.job(job.id).state == .ready)
    #expect(try press.service.removeOld() == 1)
    #expect(throws: LabelFault.self) { try press.service.job(job.id) }
    #expect(!FileManager.default.fileExists(atPath: press.folder.path("labels/\(job.id).pdf")))
    #expect(try press.count("label") == 0 && press.count("issued_code") == 2)
  }

  @Test func `a label that was scanned since is found, and an earlier scan is not`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    func scan(_ text: String, quality: Double) throws {
      try press.database.write { transaction in
        let reading = Reading(
          id: .new(at: transaction.now), at: transaction.now, symbology: .qr, text: text, quality: quality)
        _ = try transaction.append(
          reading, station: .hubStation, reader: "camera", outcome: Outcome(.unknownCode, mode: .lookup))
      }
    }
    let code = press.copies[0].code.description
    try scan(code, quality: 0.2)
    let job = try press.make(LabelOrder(subjects: .copies(["1", "2"]), layout: "avery-l4731"))
    #expect(try press.service.check(job.id).allSatisfy { $0.at == nil })
    try scan(code, quality: 0.5)
    try scan(code, quality: 0.75)
    let seen = try press.service.check(job.id)
    #expect(seen.map { $0.at != nil } == [true, false])
    #expect(seen[0].quality == 0.75 && seen[0].reader == "camera")
  }
}
