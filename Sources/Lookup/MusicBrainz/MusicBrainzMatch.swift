internal import Deadwax

/// The choice of the release at MusicBrainz that is the one of the library. An answer that fits several is none: a wrong
/// link is worse than a missing one.
enum MusicBrainzMatch {
  /// Returns the release with a barcode.
  ///
  /// - Parameters:
  ///   - found: the results of the search.
  ///   - release: the release of the library, with a barcode.
  /// - Returns: the one result with this very barcode and this medium; of several, the only one of the same year.
  static func byBarcode(_ found: [MusicBrainzRelease], for release: Release) -> MusicBrainzRelease? {
    guard let gtin = release.barcode else { return nil }
    let right = unique(found).filter { one in
      guard let barcode = one.barcode, gtin.likeness(to: barcode) == .same else { return false }
      return one.formats.isEmpty || release.medium == .other || medium(of: one) == release.medium
    }
    return only(right) ?? only(right.filter { $0.year != nil && $0.year == release.year })
  }

  /// Returns the release that is linked with a record of Discogs.
  static func byDiscogs(_ found: [MusicBrainzRelease]) -> MusicBrainzRelease? { only(unique(found)) }

  /// MusicBrainz writes the size of a record into its format: `12" Vinyl`. The last word is the one of Discogs, as in
  /// `Enhanced CD`.
  private static func medium(of release: MusicBrainzRelease) -> Medium {
    MediumFamily.medium(
      of: release.formats.map { format in
        let isKnown = MediumFamily(formatName: format.name) != nil
        return isKnown ? format : Format(name: format.name.split(separator: " ").last.map(String.init) ?? "")
      })
  }

  private static func only(_ releases: [MusicBrainzRelease]) -> MusicBrainzRelease? {
    releases.count == 1 ? releases[0] : nil
  }

  private static func unique(_ releases: [MusicBrainzRelease]) -> [MusicBrainzRelease] {
    var seen: Set<String> = []
    return releases.filter { seen.insert($0.number).inserted }
  }
}
