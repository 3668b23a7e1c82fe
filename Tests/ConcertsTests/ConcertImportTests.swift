import Catalogue
import Concerts
import Deadwax
import Storage
import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(5))) struct ConcertImportTests {
  let hall: ConcertHall

  init() throws { hall = try ConcertHall() }

  @Test func `a package is read first, and written only when a person applies it`() throws {
    let before = try hall.rows()
    let read = try hall.read(try SamplePackage().bytes)
    #expect(read.phase == .ready && read.shows == 6 && read.recordings == 6 && read.collections == 2)
    #expect(read.unnamedRecordings == 1 && read.faultCount == 0 && read.version?.version == "2.1.0")
    #expect(try hall.rows() == before && hall.backups.withLock { $0 } == 0)
    _ = try hall.imports.apply(read.id)
    hall.imports.settle()
    let done = try hall.imports.view(read.id)
    #expect(done.phase == .done && done.removedShows == 0 && done.keptShows == 0 && hall.backups.withLock { $0 } == 1)
    let version = try hall.concerts.summary().version
    #expect(version?.shows == 6 && version?.venues == 5 && version?.files == 15 && version?.gitTag == "v2")
    #expect(try hall.imports.apply(read.id).phase == .done)
  }

  @Test func `files that cannot be used are left out, each with its reason`() throws {
    var package = SamplePackage()
    package.put("shows/a.json", "{")
    package.put("shows/b.json", #"{"show_id":"b","band":"X","date":"1977-13-01","venue":"V"}"#)
    package.put("shows/c.json", #"{"show_id":"other","band":"X","date":"1977-01-01","venue":"V"}"#)
    package.put("shows/d.json", #"{"show_id":"d","band":"X","venue":"V"}"#)
    package.put("shows/e.json", #"{"show_id":"e","band":"X","date":"1977-01-01","venue":"V","setlist":7}"#)
    package.put("shows/f.json", "\u{FEFF}nothing")
    package.put("shows/g.json", String(repeating: "[", count: 100_000))
    package.put("recordings/h.json", #"{"rating":-1}"#)
    package.put("recordings/i j.json", "{}")
    package.put("readme.txt", "hello")
    let read = try hall.read(try package.bytes)
    #expect(read.phase == .ready && read.shows == 6 && read.faultCount == 10)
    let faults = Dictionary(read.faults.map { ($0.file, $0.sentence) }) { first, _ in first }
    #expect(faults["shows/b.json"] == "'date' is not a day such as 1977-05-08.")
    #expect(faults["shows/c.json"] == "'show_id' is not the name of the file.")
    #expect(faults["shows/d.json"] == "'date' is missing.")
    #expect(faults["shows/e.json"] == "'setlist' has a value of another type.", "\(faults)")
    #expect(faults["recordings/h.json"] == "A number is below zero.")
    #expect(Set(faults.keys).count == 10, "\(faults)")
  }

  @Test(arguments: [
    ("", "The file is empty."), ("SQLite format 3", "The file is no ZIP file."),
  ])
  func `a file that is no package is refused with a reason`(_ content: String, _ sentence: String) throws {
    guard !content.isEmpty else {
      #expect(throws: ConcertError.emptyFile) { try hall.read([]) }
      return
    }
    let read = try hall.read(Array(content.utf8))
    #expect(read.phase == .damaged && read.fault?.description == sentence)
    #expect(throws: ConcertError.wrongPhase(.damaged)) { try hall.imports.apply(read.id) }
    try hall.imports.remove(read.id)
    #expect(throws: ConcertError.noSuchImport) { try hall.imports.view(read.id) }
  }

  @Test func `a package without a manifest or without shows is refused, and names the entry`() throws {
    var package = SamplePackage()
    package.put("manifest.json", #"{"package_name":"x"}"#)
    #expect(
      try hall.read(try package.bytes).fault
        == .badPackage(entry: "manifest.json", "'data_version' is missing."))
    package.remove("manifest.json")
    #expect(try hall.read(try package.bytes).fault?.description == "The package has no 'manifest.json'.")
    var empty = SamplePackage()
    for name in empty.files.keys where name.hasPrefix("shows/") { empty.remove(name) }
    #expect(try hall.read(try empty.bytes).phase == .damaged)
    let cut = try SamplePackage().bytes
    #expect(try hall.read(Array(cut.dropLast(30))).fault?.description == "The end of the archive is missing.")
  }

  @Test func `a second import replaces the catalogue, and what people noted stays`() throws {
    try hall.load()
    _ = try hall.concerts.putIntoLibrary(
      SamplePackage.cornell, isPinned: true, notes: "The one", rating: 5, tags: ["best"])
    let boston = "1977-05-07-boston-garden-boston-ma-usa"
    let buffalo = "1977-05-09-war-memorial-auditorium-buffalo-ny-usa"
    _ = try hall.concerts.putIntoLibrary(boston, isPinned: false, notes: nil, rating: nil, tags: [])
    try hall.concerts.notePlayed(buffalo)
    let copy = try hall.concerts.addCopy(
      of: "1973-06-10-r-f-k-stadium-washington-dc-usa", recording: "gd73-06-10.mtx", medium: .cassette, id: nil, by: nil
    )
    var package = SamplePackage()
    package.put(
      "manifest.json", #"{"data_version":"3.0.0","package_name":"Sample"}"#)
    for id in [boston, buffalo, "1973-06-10-r-f-k-stadium-washington-dc-usa"] { package.remove("shows/\(id).json") }
    package.recording("gd77-05-08.sbd", "SBD", rating: 3, reviews: 5)
    let done = try hall.load(package)
    // Boston is in the library, and the library has a tape of the show in Washington.
    #expect(done.removedShows == 1 && done.keptShows == 2)
    #expect(try hall.days() == ["1980-05-07", "1977-05-08", "1977-05-07", "1973-06-10", "1969-02-27"])
    let cornell = try hall.concerts.show(SamplePackage.cornell)
    #expect(cornell.entry?.notes == "The one" && cornell.entry?.tags == ["best"] && cornell.entry?.isPinned == true)
    #expect(cornell.show.libraryAddedAt != nil && cornell.recordings.last?.rating == 3)
    #expect(try hall.search("boston").count == 1)
    #expect(try hall.search("buffalo").isEmpty)
    #expect(try hall.concerts.show(of: copy.copy.id).recording?.identifier == "gd73-06-10.mtx")
    let recents = try hall.concerts.recents()
    #expect(recents.map(\.recent.id) == [buffalo] && recents.first?.show == nil)
    #expect(try hall.concerts.summary().version?.version == "3.0.0")
    #expect(try hall.days { $0.isInLibrary = true } == ["1977-05-08", "1977-05-07"])
  }

  @Test func `the same package twice gives the same rows, except for times`() throws {
    func timeless(_ rows: [String]) -> [String] { rows.map { $0.replacing(/\b1[0-9]{12}\b/, with: "T") } }
    try hall.load()
    let once = timeless(try hall.rows())
    try hall.load()
    #expect(timeless(try hall.rows()) == once)
    let other = try ConcertHall()
    try other.load()
    #expect(timeless(try other.rows()) == once)
  }

  @Test func `an import that fails at any statement leaves the catalogue as it was`() throws {
    try hall.load()
    let before = try hall.rows()
    var package = SamplePackage()
    package.put("manifest.json", #"{"data_version":"4","package_name":"Other"}"#)
    package.remove("shows/1980-05-07-barton-hall-cornell-university-ithaca-ny-usa.json")
    // A trigger of the test stands for a full disk or a crash at this place.
    for (table, when) in [
      ("shows", "BEFORE DELETE"), ("shows", "BEFORE UPDATE"), ("recordings", "BEFORE INSERT"),
      ("collections", "BEFORE INSERT"), ("data_version", "BEFORE INSERT"),
    ] {
      try hall.database.write {
        try $0.run("CREATE TRIGGER fault \(when) ON \(table) BEGIN SELECT raise(ABORT, 'no'); END")
      }
      let read = try hall.read(try package.bytes)
      _ = try hall.imports.apply(read.id)
      hall.imports.settle()
      #expect(try hall.imports.view(read.id).phase == .failed, "\(table) \(when)")
      try hall.database.write { try $0.run("DROP TRIGGER fault") }
      #expect(try hall.rows() == before, "\(table) \(when)")
    }
    try hall.load(package)
    #expect(try hall.concerts.summary().version?.version == "4")
  }

  @Test func `two shows of a day are counted, and a show of one day may be searched by it`() throws {
    var package = SamplePackage()
    for venue in ["Early Hall", "Late Hall"] {
      package.put(
        "1970-02-13-" + SamplePackage.slug("\(venue) New York NY usa"),
        package.show("1970-02-13", venue, "New York", "NY", rating: 4, [("Set 1", ["Dark Star"])], recordings: []))
    }
    try hall.load(package)
    let found = try hall.concerts.shows(search: "2/13/70", ShowFilter(), collection: nil, cursor: nil, limit: 9).items
    #expect(Set(found.map(\.sequence)) == [1, 2])
    let first = try hall.concerts.show("1970-02-13-early-hall-new-york-ny-usa")
    #expect(first.next?.venue == "Late Hall" && first.show.sequence == 1)
  }
}
