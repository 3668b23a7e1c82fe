internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

/// A record's reference on the command line: one of its copies, as `CopyReference` finds it, or the barcode or id of
/// its release.
enum RecordReference {
  /// A record that was found.
  struct Found {
    var release: Release.ID
    /// The id of the copy; nil if the reference is to the release only.
    var copy: Copy.ID?
    /// The record in a few words.
    var line: String
  }

  /// Finds the record for a reference.
  ///
  /// - Parameters:
  ///   - text: a copy's number, a code, a barcode, or the id of a copy or a release.
  ///   - hub: the hub.
  /// - Returns: the record.
  /// - Throws: `Failure` with `notFound` if there is none, with `needsChoice` for a barcode of several releases.
  static func find(_ text: String, _ hub: HubClient) throws(Failure) -> Found {
    if CopyReference.isNumber(text) { return try record(of: try CopyReference.find(text, hub)) }
    if UUID(uuidString: text) != nil {
      let answer = try hub.look("/api/v1/releases/\(HubClient.encoded(text))")
      guard answer.isSuccess else { return try record(of: try CopyReference.find(text, hub)) }
      let release: ReleaseSummary = try JSONCoding.decode(answer.body)
      return Found(release: release.id, line: release.line)
    }
    let resolution = try CopyReference.resolve(text, hub)
    if let copy = CopyReference.found(by: resolution) { return try record(of: copy) }
    if let release = resolution.release { return Found(release: release.id, line: release.line) }
    if resolution.class == .ambiguous {
      throw Failure(.needsChoice, "\(printable(text)) matches several releases.", advice: ways)
    }
    throw Failure(.notFound, "\(printable(text)) matches no record.", advice: ways)
  }

  private static func record(of copy: CopyReference.Found) throws(Failure) -> Found {
    guard let release = copy.release else {
      throw Failure(.notFound, "The copy belongs to no release: \(copy.line).", advice: ways)
    }
    return Found(release: release, copy: copy.id, line: copy.line)
  }

  private static let ways =
    "Give the number, code or id of a copy, or the barcode or id of its release."
}
