import Catalogue
import Concerts
import Deadwax
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ShowListTests {
  let hall: ConcertHall

  init() throws {
    hall = try ConcertHall()
    try hall.load()
  }

  private static let all = ["1980-05-07", "1977-05-09", "1977-05-08", "1977-05-07", "1973-06-10", "1969-02-27"]

  @Test func `shows are listed newest first, by time, place and song`() throws {
    #expect(try hall.days() == Self.all)
    #expect(try hall.days { $0.year = 1977 } == ["1977-05-09", "1977-05-08", "1977-05-07"])
    #expect(try hall.days { $0.yearMonth = "1980-05" } == ["1980-05-07"])
    #expect(try hall.days { ($0.since, $0.until) = ("1973-06-10", "1977-05-07") } == ["1977-05-07", "1973-06-10"])
    #expect(try hall.days { $0.monthDay = "05-07" } == ["1980-05-07", "1977-05-07"])
    #expect(try hall.days { $0.venue = "Fillmore West" } == ["1969-02-27"])
    #expect(try hall.days { $0.city = "Ithaca" } == ["1980-05-07", "1977-05-08"])
    #expect(try hall.days { ($0.state, $0.year) = ("NY", 1977) } == ["1977-05-09", "1977-05-08"])
    #expect(try hall.days { $0.city = "ithaca' OR 1=1" }.isEmpty)
  }

  @Test func `a song is found by its whole title`() throws {
    func days(_ song: String) throws -> Set<String> {
      var filter = ShowFilter()
      filter.song = song
      return Set(
        try hall.concerts.shows(search: nil, filter, collection: nil, cursor: nil, limit: 50).items.map(\.date))
    }
    #expect(try days("Scarlet Begonias") == ["1980-05-07", "1977-05-08", "1977-05-07"])
    #expect(try days("scarlet begonias") == ["1980-05-07", "1977-05-08", "1977-05-07"])
    #expect(try days("Scarlet").isEmpty)
    #expect(try days("Franklin's Tower") == ["1977-05-09"])
    #expect(try days("").isEmpty)
  }

  @Test func `a show has its sets, musicians, recordings, neighbours and collections`() throws {
    let view = try hall.concerts.show(SamplePackage.cornell)
    #expect(view.sets.map(\.set) == ["Set 1", "Set 2", "Encore"])
    #expect(view.sets[1].songs.first == ShowSet.Song(name: "Scarlet Begonias", segue: true))
    #expect(view.musicians.map(\.name) == ["Jerry Garcia", "Phil Lesh"] && view.musicians[1].instruments == "bass")
    #expect(view.recordings.map(\.identifier) == ["gd77-05-08.sbd", "gd77-05-08.aud"])
    #expect(view.show.reviews == 340 && view.show.bestRecording == "gd77-05-08.sbd")
    #expect(view.previous?.date == "1977-05-07" && view.next?.date == "1977-05-09")
    #expect(view.collections.map(\.id) == ["may-1977", "picks"])
    #expect(try hall.concerts.show("1969-02-27-fillmore-west-san-francisco-ca-usa").previous == nil)
    #expect(throws: ConcertError.noSuchShow) { try hall.concerts.show("none") }
  }

  @Test func `recordings are listed by rating, by source and with a minimum of reviews`() throws {
    func top(_ source: ShowRecording.Source?, _ reviews: Int) throws -> [String] {
      try hall.concerts.recordings(of: source, reviews: reviews, cursor: nil, limit: 50).items.map(\.identifier)
    }
    #expect(try top(nil, 0).first == "gd73-06-10.mtx")
    #expect(try top(nil, 30) == ["gd77-05-08.sbd", "gd77-05-09.sbd", "gd77-05-07.fm", "gd77-05-08.aud"])
    #expect(try top(.audience, 0) == ["gd80-05-07.aud", "gd77-05-08.aud"])
    #expect(try top(.matrix, 0) == ["gd73-06-10.mtx"])
    let page = try hall.concerts.recordings(of: nil, reviews: 0, cursor: nil, limit: 4)
    #expect(page.total == 6 && page.next == "4")
    let statistics = try hall.concerts.summary().statistics
    #expect(statistics.map(\.sourceType) == [.audience, .radio, .matrix, .soundboard])
    #expect(statistics.last?.recordings == 2 && statistics.last?.reviews == 390 && statistics.last?.bestRating == 4.9)
  }

  @Test func `a collection has the shows of its list and of its selector`() throws {
    func ids(_ collection: String) throws -> [String] {
      try hall.concerts.shows(search: nil, ShowFilter(), collection: collection, cursor: nil, limit: 50).items.map(
        \.date)
    }
    #expect(try ids("may-1977") == ["1977-05-07", "1977-05-08", "1977-05-09"])
    #expect(try ids("picks") == ["1977-05-08", "1969-02-27"])
    let page = try hall.concerts.shows(search: nil, ShowFilter(), collection: "may-1977", cursor: "2", limit: 2)
    #expect(page.items.map(\.date) == ["1977-05-09"] && page.next == nil)
    #expect(throws: ConcertError.noSuchCollection) { try ids("none") }
    #expect(try hall.concerts.collections().map(\.tags) == [["era", "tour"], []])
  }

  @Test func `a cursor that no page returned is refused`() throws {
    for cursor in ["x", "-1", "1977-05-08", "9999999999", "1977-05-08.x.y"] {
      #expect(throws: CatalogueError.self) {
        try hall.concerts.shows(search: nil, ShowFilter(), collection: nil, cursor: cursor, limit: 5)
      }
      #expect(throws: CatalogueError.self) {
        try hall.concerts.shows(search: "garcia", ShowFilter(), collection: nil, cursor: cursor, limit: 5)
      }
    }
  }
}
