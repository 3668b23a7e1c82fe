internal import Deadwax

/// A look-up of one release at MusicBrainz and the archive: its links, then its cover.
struct MusicBrainzWork: Sendable {
  /// The facts about a release before the look-up.
  struct Subject: Sendable {
    var release: Release
    var links: [ReleaseLink]
    /// True if the release may get a cover; the number of the release decides too.
    var hasCover: Bool
    var refusedCover: String?
  }

  /// The results of a look-up.
  struct Findings: Sendable {
    var links: [ReleaseLink] = []
    /// The picture with the number of its release.
    var cover: (number: String, bytes: [UInt8])?
    /// The reason the archive did not answer. The links count without it.
    var coverFault: LookupError?
  }

  let client: MusicBrainzClient
  let contact: String

  /// Asks about a release. A missing record is no error.
  ///
  /// - Parameter subject: the release.
  /// - Returns: the findings.
  /// - Throws: the reason MusicBrainz did not answer.
  func lookUp(_ subject: Subject) throws(LookupError) -> Findings {
    var findings = Findings()
    guard let found = try findRecord(subject) else { return findings }
    let number = found.number
    if subject.links[.musicbrainz] == nil {
      findings.links.set(ReleaseLink(source: .musicbrainz, number: number, isOwn: false))
    }
    let needsCover = !subject.hasCover && subject.refusedCover != number
    var hasFront = found.record?.hasFront
    if let record = found.record { findings.links = findings.links.filled(by: record.links) }
    if found.record == nil, needsCover || Self.others.contains(where: { subject.links[$0] == nil }) {
      guard let record = try client.release(number, contact: contact) else { return Findings() }
      findings.links = findings.links.filled(by: record.links)
      hasFront = record.hasFront
    }
    guard needsCover, hasFront != false else { return findings }
    do throws(LookupError) {
      findings.cover = try client.cover(of: number, contact: contact).map { (number, $0) }
    } catch {
      findings.coverFault = error
    }
    return findings
  }

  private static let others = ReleaseLink.Source.allCases.filter { $0 != .musicbrainz }

  /// Returns the MBID of a release: the linked one, or else the one that MusicBrainz has for its barcode or its record of
  /// Discogs; nil for none. The record is there if it was read on the way.
  private func findRecord(_ subject: Subject) throws(LookupError) -> (number: String, record: MusicBrainzRelease?)? {
    // A link without a number is a person's statement that there is none.
    if let link = subject.links[.musicbrainz] { return link.number.map { ($0, nil) } }
    let discogs = subject.links[.discogs]?.number
    if let gtin = subject.release.barcode, gtin.isWorthLookingUp {
      let found = try client.releases(barcode: gtin, contact: contact)
      if let release = MusicBrainzMatch.byBarcode(found, for: subject.release),
        let record = try client.release(release.number, contact: contact),
        // A record with another one at Discogs is another edition with the same barcode.
        discogs == nil || record.links[.discogs].map({ $0.number == discogs }) ?? true
      {
        return (release.number, record)
      }
    }
    guard let discogs else { return nil }
    return MusicBrainzMatch.byDiscogs(try client.releases(discogs: discogs, contact: contact)).map { ($0.number, nil) }
  }
}
