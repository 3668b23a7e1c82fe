import Deadwax
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PlayedTrackTests {
  private static let record = [
    Track(kind: .heading, position: "", title: "First side"),
    Track(position: "A1", title: "One", seconds: 100), Track(position: "A2", title: "Two"),
    Track(position: "B", title: "Long"),
  ]
  private static let discs = [
    Track(position: "1-01", title: "One"), Track(position: "1-02", title: "Two"),
    Track(position: "2-01", title: "Three"),
  ]

  private func titles(_ position: String?, _ tracks: [Track] = record) -> [String] {
    PlayedTrack.tracks(at: position, of: tracks).map(\.track.title)
  }

  @Test func `a position is a track, or else a side, or else a disc`() {
    #expect(titles("A1") == ["One"] && titles(" a2 ") == ["Two"])
    #expect(titles("A") == ["One", "Two"])
    // The only track of its side has the name of the side.
    #expect(titles("B") == ["Long"])
    #expect(titles("1", Self.discs) == ["One", "Two"] && titles("2-01", Self.discs) == ["Three"])
    for unknown in ["", " ", "C", "A3", "First side", "0", "1-", "\u{0}"] {
      #expect(titles(unknown).isEmpty, "\(unknown)")
    }
  }

  @Test func `without a position the track is known only if the release has one`() {
    #expect(titles(nil).isEmpty)
    #expect(titles(nil, [Track(position: "A", title: "Single")]) == ["Single"])
    #expect(titles(nil, []).isEmpty)
  }

  @Test func `a track with parts is one track, and its parts can be named`() {
    let suite = [
      Track(
        position: "1", title: "Suite",
        parts: [Track(kind: .part, position: "1a", title: "Dawn"), Track(kind: .part, position: "1b", title: "Dusk")])
    ]
    #expect(titles(nil, suite) == ["Suite"] && titles("1B", suite) == ["Dusk"])
  }

  @Test func `a position is printed as the release prints it`() {
    #expect(PlayedTrack.printed("a1", in: Self.record) == "A1")
    #expect(PlayedTrack.printed("a", in: Self.record) == "A")
    #expect(PlayedTrack.printed(" 2 ", in: Self.discs) == "2")
    #expect(PlayedTrack.printed("Z", in: Self.record) == nil)
  }

  @Test func `the artists of a track are joined as they are printed`() {
    func artist(_ credits: [ArtistCredit]) -> String? {
      PlayedTrack(track: Track(position: "1", title: "", credits: credits), place: TrackPlace()).artist
    }
    #expect(artist([]) == nil)
    #expect(artist([ArtistCredit(name: "A", role: "Producer")]) == nil)
    #expect(artist([ArtistCredit(name: "A", join: "&"), ArtistCredit(name: "B", join: ",")]) == "A & B")
    let several = [ArtistCredit(name: "A", join: ","), ArtistCredit(name: "B"), ArtistCredit(name: "C")]
    #expect(artist(several) == "A, B, C")
  }
}
