internal import Foundation
internal import Storage

/// A release with words like those of real records: some words are in most releases, and most words are in one alone.
struct CataloguedRelease {
  let artist: String
  let title: String
  let label: String
  let catalogNumber: String
  let year: Int
  let country: String
  let genre: String
  let styles: [String]
  let tracks: [String]

  /// The words of the highest ranks, and after them made words.
  private static let frequent = """
    the of you love and in to a my me on for it i your is all night blues time be one heart from day world man la de
    girl good life back dance down rock baby no up home we sun moon black blue little big dream live way with away
    song never can don this that new like what are come go soul light water river rain road street city summer
    house old long last first wild sweet high low fire gold red white green stone star sky wind sea dark angel
    """.split { $0 == " " || $0 == "\n" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
  private static let words = 4_000_000.0
  private static let labels = 20_000.0
  private static let genres = ["Rock", "Electronic", "Pop", "Jazz", "Folk, World, & Country", "Classical", "Hip Hop"]
  private static let countries = ["US", "UK", "Germany", "Europe", "Japan", "France", "Italy", "Netherlands", "Brazil"]

  /// - Parameters:
  ///   - index: the position of the release in its library.
  ///   - library: the library, which has the seed, the number of releases and of their tracks.
  init(_ index: Int, in library: BigLibrary) {
    var random = SplitMix(library.number(.extra, index, 40))
    // One artist for seven releases, and a few of them with many.
    let artists = Double(max(1, library.size.releases / 7))
    let number = Int(artists * pow(Double.random(in: 0..<1, using: &random), 2))
    var ofArtist = SplitMix(library.number(.extra, number, 41))
    artist = Self.text(Int.random(in: 1...3, using: &ofArtist), &ofArtist)
    title = Self.text(Int.random(in: 1...5, using: &random), &random)
    label = MadeWord.text(Self.rank(Self.labels, &random)) + " Records"
    catalogNumber = "\(label.prefix(3).uppercased()) \(index % 10_000)-\(index / 10_000)"
    year = 1955 + Int.random(in: 0..<70, using: &random)
    country = Self.countries[Self.rank(Double(Self.countries.count), &random)]
    genre = Self.genres[Self.rank(Double(Self.genres.count), &random)]
    styles = (0..<Int.random(in: 1...2, using: &random)).map { _ in MadeWord.text(Self.rank(400, &random)) }
    let most = library.size.tracks * 2 - 1
    tracks = (0..<Int.random(in: 1...max(1, most), using: &random)).map { _ in
      Self.text(Int.random(in: 1...5, using: &random), &random)
    }
  }

  /// A release with few words, as a library without tracks has them.
  ///
  /// - Parameters:
  ///   - index: the position of the release in its library.
  ///   - library: the library.
  init(plain index: Int, in library: BigLibrary) {
    func word(_ salt: UInt64) -> String { library.word(library.number(.extra, index, salt)) }
    artist = word(1) + " " + word(2)
    title = (3...4 + index % 3).map { word(UInt64($0)) }.joined(separator: " ")
    label = word(10)
    catalogNumber = "\(label.prefix(3).uppercased()) \(index)"
    year = 1955 + index % 70
    (country, genre, styles, tracks) = ("Europe", "Rock", [], [])
  }

  /// Returns a rank below `count`: as often as a word of this rank in a text (Zipf's law).
  private static func rank(_ count: Double, _ random: inout SplitMix) -> Int {
    Int(pow(count, Double.random(in: 0..<1, using: &random))) - 1
  }

  private static func text(_ count: Int, _ random: inout SplitMix) -> String {
    (0..<count).map { _ in
      let rank = rank(words, &random)
      return rank < frequent.count ? frequent[rank] : MadeWord.text(rank)
    }.joined(separator: " ")
  }
}
