import Deadwax
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TrackPlaceTests {
  @Test(arguments: [
    (["A1", "A2", "B1"], ["-A", "-A", "-B"]),
    (["A1", "B1", "C1", "D1"], ["1A", "1B", "2C", "2D"]),
    (["A", "AA1"], ["-A", "-AA"]),
    (["1-01", "1-01a", "2-01"], ["1-", "1-", "2-"]),
    (["CD1-03", "DVD2-1"], ["CD1-", "DVD2-"]),
    (["1.1", "2.12A"], ["1-", "2-"]),
    (["14", "15.1", "15.2"], ["--", "--", "--"]),
    (["I", "II", "V"], ["--", "--", "--"]),
    (["1", "2", "Video"], ["--", "--", "--"]),
  ])
  func `a printed position gives disc and side, and nothing is invented`(positions: [String], expected: [String]) {
    let places = TrackPlace.places(of: positions.map { Track(position: $0, title: "t") })
    #expect(places.map { ($0.disc ?? "-") + ($0.side ?? "-") } == expected)
  }

  @Test func `a side has its number of tracks and their total time`() {
    let sides = TrackSide.sides(of: [
      Track(kind: .heading, position: "", title: "Side A"), Track(position: "A1", title: "One", seconds: 60),
      Track(
        kind: .index, position: "", title: "Suite",
        parts: [
          Track(position: "A2", title: "Two", seconds: 3_600), Track(position: "B1", title: "Three"),
        ]),
    ])
    #expect(
      sides == [
        TrackSide(place: TrackPlace(side: "A"), tracks: 2, seconds: 3_660),
        TrackSide(place: TrackPlace(side: "B"), tracks: 1, seconds: nil),
      ])
  }
}
