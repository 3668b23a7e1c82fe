internal import Deadwax
internal import Demo
internal import Imaging
internal import Log
internal import Pictures
internal import VirtualHardware

/// The stand-in for MusicBrainz with the releases of the demo. Every third release has no cover in its archive.
enum DemoArchive {
  /// Starts the stand-in.
  ///
  /// - Throws: the reason it cannot listen.
  static func start(_ library: DemoLibrary, logger: Logger) throws -> MusicBrainzStandIn {
    let entries = try library.releases.enumerated().map { index, release in
      MusicBrainzEntry(
        number: number(of: release.discogs), title: release.title, barcode: release.barcode?.key,
        format: release.formats.first?.name ?? "CD", date: release.year.map(String.init), discogs: release.discogs,
        wikidata: index % 2 == 0 ? "Q\(release.discogs)" : nil,
        cover: index % 3 == 2 ? nil : try cover(of: release.discogs))
    }
    return try MusicBrainzStandIn(releases: entries, clock: { .now }, logger: logger)
  }

  /// Returns an MBID for a number of Discogs.
  private static func number(of discogs: Int64) -> String {
    let digits = String(discogs, radix: 16)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// Returns a chessboard in two colours, which differ from release to release.
  private static func cover(of discogs: Int64) throws -> [UInt8] {
    let (fields, side) = (8, 30)
    let colours = [0, 7].map { shift in
      (0..<3).map { UInt8(truncatingIfNeeded: (discogs >> shift) &* Int64(31 + $0 * 17)) }
    }
    let rows = [0, 1].map { first in
      (0..<fields).flatMap { field in (0..<side).flatMap { _ in colours[(first + field) % 2] } }
    }
    let pixels = (0..<fields * side).flatMap { rows[$0 / side % 2] }
    return try JPEGPicture.encode(
      ColourFrame(width: fields * side, height: fields * side, pixels: pixels), quality: 85)
  }
}
