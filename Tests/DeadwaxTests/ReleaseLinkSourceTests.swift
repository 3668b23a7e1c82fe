import Deadwax
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReleaseLinkSourceTests {
  @Test(arguments: [
    (ReleaseLink.Source.discogs, "249504", "249504"), (.discogs, "https://www.discogs.com/de/release/12-A-B", "12"),
    (.musicbrainz, "76DF3287-6cda-33eb-8e9a-044b5e15ffdd", "76df3287-6cda-33eb-8e9a-044b5e15ffdd"),
    (
      .musicbrainz, "https://musicbrainz.org/release/76df3287-6cda-33eb-8e9a-044b5e15ffdd/cover-art",
      "76df3287-6cda-33eb-8e9a-044b5e15ffdd"
    ),
    (.wikidata, "q42", "Q42"), (.wikidata, "https://www.wikidata.org/wiki/Q42#identifiers", "Q42"),
    (.wikidata, "http://www.wikidata.org/entity/Q42", "Q42"),
  ])
  func `a number or an address is read in one spelling`(
    _ source: ReleaseLink.Source, _ text: String, _ number: String
  ) {
    #expect(source.number(in: text) == number)
  }

  @Test(arguments: [
    (ReleaseLink.Source.discogs, "0"), (.discogs, "012"), (.discogs, "12-A"), (.discogs, "12/13"), (.discogs, "-1"),
    (.discogs, "https://www.discogs.com/master/12"), (.musicbrainz, "76df3287"),
    (.musicbrainz, "https://musicbrainz.org/artist/76df3287-6cda-33eb-8e9a-044b5e15ffdd"),
    (.musicbrainz, "gggggggg-6cda-33eb-8e9a-044b5e15ffdd"), (.wikidata, "42"), (.wikidata, "Q"), (.wikidata, "Q042"),
    (.wikidata, "P31"), (.wikidata, ""),
  ])
  func `any other text is no number`(_ source: ReleaseLink.Source, _ text: String) {
    #expect(source.number(in: text) == nil)
  }
}
