internal import Deadwax
internal import Foundation
package import OfflineStation
internal import Wire

extension JSONBody {
  /// Reads the entries of a station's journal.
  ///
  /// - Throws: `Problem` with the path of the first invalid value, such as `entries.3.displayed`.
  package func entries() throws(Problem) -> [OfflineEntry] {
    guard let given = members["entries"] as? [Any], !given.isEmpty else {
      throw Problem(.invalid, "'entries' must be a list of entries.")
    }
    let entries: [OfflineEntry]
    do {
      let bytes = try JSONSerialization.data(withJSONObject: given)
      entries = try JSONDecoder().decode([OfflineEntry].self, from: bytes)
    } catch let error as DecodingError {
      let place = "entries." + error.path
      throw Problem(
        .invalid, "'\(place)' is missing or has the wrong type.",
        reasons: [Problem.Reason(.invalidMember, at: place, "It is missing or has the wrong type.")])
    } catch {
      throw Problem(.invalid, "'entries' must be a list of entries.")
    }
    for entry in entries {
      guard Self.sequences.contains(entry.sequence), Self.times.contains(entry.at.milliseconds) else {
        throw Problem(
          .invalid, "'sequence' must be at least 1, and 'at' must be milliseconds since 1970, before the year 10000.")
      }
      let texts = [entry.code, entry.written, entry.card].compactMap(\.self)
      guard texts.allSatisfy({ $0.utf8.count <= Self.textLimit }),
        (1...40).contains(entry.symbology.rawValue.utf8.count)
      else {
        throw Problem(.invalid, "A text of entry \(entry.sequence) has more than \(Self.textLimit) bytes.")
      }
      guard entry.reader.map({ Station.Name($0) != nil }) ?? true else {
        throw Problem(
          .invalid, "'reader' of entry \(entry.sequence) must be 1 to 40 lower-case letters, digits or hyphens.")
      }
    }
    return entries
  }

  /// The sequence numbers that every JSON parser represents exactly.
  private static let sequences = Int64(1)...9_007_199_254_740_991
  private static let times = Int64(0)...253_402_300_799_999
  /// The maximum length of a text in bytes. No reader reads longer codes.
  private static let textLimit = 4096
}

extension DecodingError {
  /// The path of the error in the list, such as `3.displayed`.
  fileprivate var path: String {
    let (context, key): (Context, (any CodingKey)?) =
      switch self {
      case .keyNotFound(let key, let context): (context, key)
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): (context, nil)
      @unknown default: (Context(codingPath: [], debugDescription: ""), nil)
      }
    return (context.codingPath + [key].compactMap(\.self)).map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
      .joined(separator: ".")
  }
}
