import Deadwax
import Lookup
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TrackListTests {
  private func tracks(_ list: String) throws -> [Track] {
    try DiscogsAnswer.release(
      in: Array("{\"id\": 1, \"tracklist\": [\(list)]}".utf8), at: Timestamp(milliseconds: 0)
    ).value.detail.tracks
  }

  /// Formats the list, such as `A3*B1,B2` for an index without a position, `4(4a,4b)` for a track with parts, `#` for a
  /// heading.
  private func shape(_ tracks: [Track]) -> String {
    tracks.map { track in
      switch track.kind {
      case .heading: "#"
      case .index: "\(track.position)*\(track.parts.map(\.position).joined(separator: ","))"
      case .track, .part:
        track.position
          + (track.parts.isEmpty
            ? "" : "(\(track.parts.map { ($0.kind == .part ? "" : "!") + $0.position }.joined(separator: ",")))")
      }
    }.joined(separator: " ")
  }

  private func index(_ positions: [String], position: String = "", duration: String = "", each: String = "") -> String {
    let sub = positions.map { #"{"position": "\#($0)", "type_": "track", "title": "t", "duration": "\#(each)"}"# }
    return
      #"{"position": "\#(position)", "type_": "index", "title": "Work", "duration": "\#(duration)", "sub_tracks": [\#(sub.joined(separator: ","))]}"#
  }

  private func track(_ position: String) -> String {
    #"{"position": "\#(position)", "type_": "track", "title": "t", "duration": "1:00"}"#
  }

  @Test func `both meanings of sub-tracks can be in one list`() throws {
    let list = try tracks(
      #"""
      {"position": "A1", "type_": "track", "title": "Opening", "duration": "17:05"},
      {"position": "", "type_": "index", "title": "Suite", "duration": "15:31", "sub_tracks": [
        {"position": "A2", "type_": "track", "title": "Prelude", "duration": "4:56"},
        {"position": "B1", "type_": "track", "title": "Finale", "duration": "10:35"}]},
      {"position": "", "type_": "index", "title": "Second Suite", "duration": "16:00", "sub_tracks": [
        {"position": "B2.1", "type_": "track", "title": "Dawn", "duration": ""},
        {"position": "B2.2", "type_": "track", "title": "Dance", "duration": ""}]}
      """#)
    #expect(
      list == [
        Track(position: "A1", title: "Opening", seconds: 1025),
        Track(
          kind: .index, position: "", title: "Suite", seconds: 931,
          parts: [
            Track(position: "A2", title: "Prelude", seconds: 296), Track(position: "B1", title: "Finale", seconds: 635),
          ]),
        Track(
          kind: .track, position: "B2", title: "Second Suite", seconds: 960,
          parts: [
            Track(kind: .part, position: "B2.1", title: "Dawn"), Track(kind: .part, position: "B2.2", title: "Dance"),
          ]),
      ])
  }

  @Test func `pieces of one track are distinguished from tracks of a work by their positions`() throws {
    let rows: [(list: [String], shape: String)] = [
      ([index(["5a", "5b", "5c"], duration: "9:00")], "5(5a,5b,5c)"),
      ([track("1"), index(["1-2a", "1-2b"])], "1 1-2(1-2a,1-2b)"),
      ([index(["B4.1", "B4.2"])], "B4(B4.1,B4.2)"),
      ([index(["4.I", "4.II", "4.III"])], "4(4.I,4.II,4.III)"),
      ([index(["A1.a", "A1.b"])], "A1(A1.a,A1.b)"),
      ([index(["2-1", "2-2"])], "*2-1,2-2"),
      ([index(["A3", "B1", "B2"])], "*A3,B1,B2"),
      ([index(["1", "2", "3"]), index(["4", "5"])], "*1,2,3 *4,5"),
      // A disc that is divided into several works is not one track.
      ([index(["1.1", "1.2", "1.3"]), index(["1.4", "1.5"])], "*1.1,1.2,1.3 *1.4,1.5"),
      ([track("1.1"), index(["1.2", "1.3"]), track("1.4")], "1.1 *1.2,1.3 1.4"),
      // Without other evidence, lengths of their own make tracks.
      ([index(["1.1", "1.2"], each: "3:00"), index(["2.1", "2.2"], each: "3:00")], "*1.1,1.2 *2.1,2.2"),
      ([track("1"), index(["2.1", "2.2"], duration: "6:00", each: "3:00")], "1 2(2.1,2.2)"),
      ([track("1"), index(["2.1", "2.2"], duration: "6:00")], "1 2(2.1,2.2)"),
      // The positions of the parts are empty: the work's own position decides.
      ([index(["", ""], position: "3")], "3(,)"),
      ([index(["", ""])], "*,"),
      // Mixed: too many tracks are better than too few.
      ([index(["5a", "6"])], "*5a,6"),
      ([track("5a"), index(["5b", "5c"])], "5a *5b,5c"),
      // Without an index a medley stays as printed.
      ([track("2.12A"), track("2.12B")], "2.12A 2.12B"),
      (
        [#"{"position": "", "type_": "heading", "title": "CD One"}"#, track("1-1"), track("AA1"), track("Video1")],
        "# 1-1 AA1 Video1"
      ),
    ]
    for row in rows {
      #expect(shape(try tracks(row.list.joined(separator: ","))) == row.shape)
    }
    // An index without entries below it is an ordinary track.
    #expect(try tracks(index([], position: "7")).map(\.kind) == [.track])
  }

  @Test func `a missing type is made out from what is there`() throws {
    let list = try tracks(
      #"""
      {"position": "", "title": "Disc One"}, {"position": "1", "title": "A"}, {"title": "Hidden", "duration": "2:00"},
      {"title": "Work", "sub_tracks": [{"position": "2", "title": "I"}]}, {"position": "3", "type_": "odd", "title": "B"}
      """#)
    #expect(list.map(\.kind) == [.heading, .track, .track, .index, .track])
  }

  @Test func `a track's own artists stand before its title, unless they are the release's`() throws {
    let release = try DiscogsAnswer.release(
      in: Array(
        #"""
        {"id": 1, "artists": [{"name": "Invented Band (2)"}], "tracklist": [
          {"position": "1", "title": "Song", "artists": [{"name": "Invented Band (2)", "join": "Featuring"}, {"name": "Guest"}]},
          {"position": "2", "title": "Song", "artists": [{"name": "Invented Band (2)", "join": ""}]},
          {"position": "3", "title": "Song"}, {"position": "4", "title": "", "artists": [{"name": "Guest"}]}]}
        """#.utf8), at: Timestamp(milliseconds: 0)
    ).value
    #expect(
      release.detail.tracks.map(\.title) == ["Invented Band Featuring Guest – Song", "Song", "Song", "Guest"])
  }

  @Test(
    arguments: [
      ("3:32", 212), ("", nil), ("75:13", 4513), ("1:02:33", 3753), ("0:00", nil), ("0:05", 5), ("100:00", 6000),
      ("3:60", nil), ("1:60:00", nil), ("3.32", nil), ("3'32", nil), ("abc", nil), (":30", nil), ("1:2:3:4", nil),
      ("-1:00", nil), (" 3:32 ", 212), ("9999:00", nil), ("3:5", 185),
    ] as [(String, Int?)])
  func `durations are minutes and seconds, hours or not`(text: String, seconds: Int?) throws {
    #expect(try tracks(#"{"position": "1", "title": "t", "duration": "\#(text)"}"#).first?.seconds == seconds)
  }

  @Test func `a list nested beyond reason is unreadable, and a deep one is cut`() throws {
    let opening = #"{"title": "t", "sub_tracks": ["#
    #expect(throws: LookupError.invalidResponse(.unreadable)) {
      try tracks(String(repeating: opening, count: 5000) + String(repeating: "]}", count: 5000))
    }
    let deep = try tracks(String(repeating: opening, count: 100) + String(repeating: "]}", count: 100))
    #expect(deep.first?.parts.first?.parts.isEmpty == true)
  }
}
