import Catalogue
import Concerts
import Deadwax
import Execution
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ShowLibraryTests {
  let hall: ConcertHall

  init() throws {
    hall = try ConcertHall()
    try hall.load()
  }

  private func mirror() throws -> [Bool] {
    try hall.database.read { reading in
      try reading.all(
        """
        SELECT s.is_in_library = (l.show_id IS NOT NULL) AND s.library_added_at IS l.added_to_library_at AS same
        FROM shows s LEFT JOIN library_shows l ON l.show_id = s.show_id
        """
      ) { try $0.flag("same") }
    }
  }

  @Test func `the mark of a show is always that of the library`() throws {
    var random = SeededRandom(seed: 8)
    let ids = try hall.concerts.shows(search: nil, ShowFilter(), collection: nil, cursor: nil, limit: 50).items.map(
      \.id)
    for _ in 0..<60 {
      let id = ids.randomElement(using: &random) ?? ""
      if Bool.random(using: &random) {
        _ = try hall.concerts.putIntoLibrary(id, isPinned: false, notes: nil, rating: nil, tags: [])
      } else {
        do {
          try hall.concerts.removeFromLibrary(id)
        } catch ConcertError.notInLibrary {}
      }
      #expect(try mirror().allSatisfy { $0 })
    }
  }

  @Test func `a failure between the two writes undoes both`() throws {
    try hall.database.write {
      try $0.run("CREATE TRIGGER fault BEFORE UPDATE ON shows BEGIN SELECT raise(ABORT, 'no'); END")
    }
    #expect(throws: StorageError.self) {
      try hall.concerts.putIntoLibrary(SamplePackage.cornell, isPinned: false, notes: nil, rating: nil, tags: [])
    }
    #expect(try hall.concerts.show(SamplePackage.cornell).entry == nil)
  }

  @Test func `an entry is replaced, and its time of addition stays`() throws {
    let first = try hall.concerts.putIntoLibrary(
      SamplePackage.cornell, isPinned: false, notes: nil, rating: nil, tags: ["a", "b c"])
    let second = try hall.concerts.putIntoLibrary(
      SamplePackage.cornell, isPinned: true, notes: "n", rating: 4.5, tags: [])
    #expect(second.addedAt == first.addedAt && second.isPinned && second.tags.isEmpty)
    #expect(try hall.concerts.show(SamplePackage.cornell).entry == second)
    #expect(throws: ConcertError.noSuchShow) {
      try hall.concerts.putIntoLibrary("none", isPinned: false, notes: nil, rating: nil, tags: [])
    }
    for (rating, tags) in [(5.1, [String]()), (-1, []), (4, ["a,b"]), (4, Array(repeating: "x", count: 21))] {
      #expect(throws: StaffError.self) {
        try hall.concerts.putIntoLibrary(
          SamplePackage.cornell, isPinned: false, notes: nil, rating: rating, tags: tags)
      }
    }
  }

  @Test func `a play of a show moves it to the front and counts it`() throws {
    let boston = "1977-05-07-boston-garden-boston-ma-usa"
    for id in [SamplePackage.cornell, boston, SamplePackage.cornell] { try hall.concerts.notePlayed(id) }
    let recents = try hall.concerts.recents()
    #expect(Set(recents.map(\.recent.id)) == [SamplePackage.cornell, boston] && recents.count == 2)
    let cornell = try #require(recents.first { $0.recent.id == SamplePackage.cornell })
    #expect(cornell.recent.count == 2 && cornell.recent.lastAt >= cornell.recent.firstAt && cornell.show != nil)
    #expect(throws: ConcertError.noSuchShow) { try hall.concerts.notePlayed("none") }
  }

  @Test func `a tape is added for a show, gets a code, and an undo removes it`() throws {
    let view = try hall.concerts.addCopy(
      of: SamplePackage.cornell, recording: "gd77-05-08.aud", medium: .cassette, id: nil, by: "test")
    #expect(view.copy.number == 1 && view.recording?.sourceType == .audience && view.show?.date == "1977-05-08")
    let second = try hall.concerts.addCopy(
      of: SamplePackage.cornell, recording: nil, medium: .cassette, id: nil, by: "test")
    #expect(second.copy.release == view.copy.release && second.copy.number == 2 && second.recording == nil)
    let disc = try hall.concerts.addCopy(of: SamplePackage.cornell, recording: nil, medium: .cd, id: nil, by: "test")
    #expect(disc.copy.release != view.copy.release)
    let release = try #require(try hall.database.read { try $0.release(view.copy.release) })
    #expect(release.title == "1977-05-08 Barton Hall, Cornell University, Ithaca, NY" && release.medium == .cassette)
    #expect(release.artist == "Grateful Dead" && release.year == 1977)
    let key = Code.Key(class: .own, value: view.copy.code.description)
    #expect(try hall.database.read { try $0.targets(of: key) } == [.copy(view.copy.id)])
    #expect(try hall.concerts.show(SamplePackage.cornell).copies.count == 3)
    try hall.undoNewest()
    #expect(try hall.concerts.show(SamplePackage.cornell).copies.count == 2)
    #expect(throws: ConcertError.noSuchCopy) { try hall.concerts.show(of: disc.copy.id) }
  }

  @Test func `a repeated request adds one copy`() throws {
    let id = Copy.ID.new(at: .now())
    for _ in 0..<2 {
      let view = try hall.concerts.addCopy(of: SamplePackage.cornell, recording: nil, medium: .cd, id: id, by: nil)
      #expect(view.copy.id == id)
    }
    #expect(try hall.concerts.show(SamplePackage.cornell).copies.count == 1)
  }

  @Test func `a copy is bound to another show, unbound, and an undo binds it again`() throws {
    let copy = try hall.concerts.addCopy(
      of: SamplePackage.cornell, recording: nil, medium: .cassette, id: nil, by: nil
    ).copy.id
    let buffalo = "1977-05-09-war-memorial-auditorium-buffalo-ny-usa"
    let bound = try hall.concerts.bind(copy, to: buffalo, recording: "gd77-05-09.sbd", ifVersion: 1, by: nil)
    #expect(bound.binding.version == 2 && bound.show?.city == "Buffalo")
    #expect(throws: ConcertError.staleBinding(now: 2)) {
      try hall.concerts.bind(copy, to: SamplePackage.cornell, recording: nil, ifVersion: 1, by: nil)
    }
    #expect(throws: ConcertError.otherShow) {
      try hall.concerts.bind(copy, to: SamplePackage.cornell, recording: "gd77-05-09.sbd", ifVersion: nil, by: nil)
    }
    #expect(throws: ConcertError.noSuchRecording) {
      try hall.concerts.bind(copy, to: SamplePackage.cornell, recording: "none", ifVersion: nil, by: nil)
    }
    try hall.concerts.unbind(copy, ifVersion: nil, by: nil)
    #expect(throws: ConcertError.notBound) { try hall.concerts.show(of: copy) }
    #expect(throws: ConcertError.notBound) { try hall.concerts.unbind(copy, ifVersion: nil, by: nil) }
    try hall.undoNewest()
    #expect(try hall.concerts.show(of: copy).show?.city == "Buffalo")
    let facts = try #require(try hall.database.read { try $0.past(of: copy).show })
    #expect(facts.date == "1977-05-09" && facts.venue == "War Memorial Auditorium" && facts.place == "Buffalo, NY")
    #expect(facts.songs?.first == "Help on the Way" && facts.sourceType == "SBD" && facts.source == "Nagra")
  }
}
