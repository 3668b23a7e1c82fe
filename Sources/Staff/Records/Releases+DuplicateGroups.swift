package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

extension Releases {
  /// The largest number of releases in a group. A group of more shows these first.
  package static let mostInGroup = 20

  /// The keys that one page examines after its first group at most. A page of a library with many groups that were found
  /// to be different can therefore be short, and is not the last if it has `next`. No page with `next` is empty.
  private static let mostKeys = 1000

  /// Returns groups of releases of the whole library that are probably one edition: those with one record of a source,
  /// then those with the same label, catalogue number and title, without case and punctuation.
  ///
  /// Two records of a source are two editions, and so are two releases that a person found to be different: a group has
  /// only releases that may be one with another of the group.
  ///
  /// - Parameters:
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: the largest number of groups.
  /// - Returns: a page of groups, without a total.
  /// - Throws: `StaffError.badCursor`.
  package func duplicateGroups(cursor: String?, limit: Int) throws -> Catalogue.Page<DuplicateGroup> {
    var place = try DuplicateCursor.read(cursor)
    return try room.database.read { reading in
      var groups: [DuplicateGroup] = []
      var left = Self.mostKeys
      while left > 0 || groups.isEmpty, groups.count < limit {
        left -= 100
        guard let last = try reading.add(to: &groups, after: place, keys: 100, limit: limit) else {
          guard case .source = place else { return Catalogue.Page(items: groups, next: nil, total: nil) }
          place = .catalogNumber("", shown: 0)
          continue
        }
        place = last
      }
      return Catalogue.Page(items: groups, next: place.text, total: nil)
    }
  }

  /// Notes that releases are different editions, as one change that can be undone. They are no longer a group.
  ///
  /// - Parameters:
  ///   - releases: two or more different releases of the library.
  ///   - by: the person or program that makes the change.
  /// - Throws: `StaffError.noSuchRelease`, `.isRemoved` or `.badValue`.
  package func setDifferent(_ releases: [Release.ID], by: String?) throws {
    guard (2...Self.mostInGroup).contains(releases.count), Set(releases).count == releases.count else {
      throw StaffError.badValue(field: "releases", sentence: "2 to \(Self.mostInGroup) different releases are needed.")
    }
    try room.write { transaction in
      for id in releases { _ = try transaction.listed(id, ifVersion: nil) }
      for (index, one) in releases.enumerated() {
        for other in releases[(index + 1)...] { try transaction.setDifferent(one, other) }
      }
      try transaction.storeChange(.release, by: by, reason: "different")
    }
  }
}

/// The position after a page of groups: a record of a source, or a catalogue number of the second part of the list.
private enum DuplicateCursor {
  case source((source: String, id: String)?)
  /// The number of groups of this catalogue number that are shown; 0 for all.
  case catalogNumber(String, shown: Int)

  /// The text form: the part of the list, and the key in hexadecimal digits.
  var text: String {
    switch self {
    case .source(let last): "s.\(last.map { "\(hex($0.source)).\(hex($0.id))" } ?? ".")"
    case .catalogNumber(let key, let shown): "n.\(hex(key)).\(shown)"
    }
  }

  /// - Throws: `StaffError.badCursor`.
  static func read(_ text: String?) throws -> DuplicateCursor {
    guard let text else { return .source(nil) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch parts.first {
    case "s" where parts.count == 3:
      guard let source = unhex(parts[1]), let id = unhex(parts[2]) else { break }
      return .source(source.isEmpty ? nil : (source, id))
    case "n" where parts.count == 3:
      guard let key = unhex(parts[1]), let shown = Int(parts[2]), shown >= 0 else { break }
      return .catalogNumber(key, shown: shown)
    default: break
    }
    throw StaffError.badCursor
  }
}

private func hex(_ text: String) -> String {
  text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func unhex(_ text: String) -> String? {
  let digits = Array(text)
  guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
  let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
  return String(validating: bytes, as: UTF8.self)
}

extension Queryable {
  /// Adds the groups of the next keys, until the limit.
  ///
  /// - Returns: the position after the last key that was examined; nil if the part of the list is over.
  fileprivate func add(
    to groups: inout [DuplicateGroup], after place: DuplicateCursor, keys: Int, limit: Int
  ) throws -> DuplicateCursor? {
    var last: DuplicateCursor?
    switch place {
    case .source(let start):
      for key in try sharedSources(after: start, limit: keys) {
        guard groups.count < limit else { break }
        last = .source(key)
        let found = try releases(ofSource: key.source, key.id, limit: Releases.mostInGroup)
        if let group = try group(found, .sameSource) { groups.append(group) }
      }
    case .catalogNumber(let start, let shown):
      if shown > 0, let place = try add(to: &groups, numbered: start, from: shown, limit: limit) { return place }
      for key in try sharedCatalogKeys(after: start, limit: keys) {
        guard groups.count < limit else { break }
        if let place = try add(to: &groups, numbered: key, from: 0, limit: limit) { return place }
        last = .catalogNumber(key, shown: 0)
      }
      // The rest of the last number was shown, and no number follows.
      if shown > 0, last == nil, !groups.isEmpty { last = .catalogNumber(start, shown: 0) }
    }
    return last
  }

  /// Adds the groups of a catalogue number, until the limit.
  ///
  /// - Returns: the position at which the rest begins; nil if there is none.
  private func add(
    to groups: inout [DuplicateGroup], numbered key: String, from shown: Int, limit: Int
  ) throws -> DuplicateCursor? {
    let editions = Dictionary(grouping: try releases(withCatalogKey: key, limit: 200)) { Edition($0) }
    let sorted = editions.filter { !$0.key.title.isEmpty }.values.sorted { $0[0].id.text < $1[0].id.text }
    let found = try sorted.compactMap { try group(Array($0.prefix(Releases.mostInGroup)), .sameCatalogNumber) }
    let rest = found.dropFirst(shown)
    let room = limit - groups.count
    groups += rest.prefix(room)
    return rest.count > room ? .catalogNumber(key, shown: shown + room) : nil
  }

  /// Returns the group of those releases that may be one edition with another of them; nil if there are none.
  private func group(_ releases: [Release], _ reason: DuplicateRelease.Reason) throws -> DuplicateGroup? {
    guard releases.count > 1 else { return nil }
    let sources = try releases.map { try sourceNumber(of: $0.id) }
    // Those with one record of a source are in the first part of the list.
    if reason == .sameCatalogNumber, let first = sources[0], sources.allSatisfy({ $0 == first }) { return nil }
    var open: Set<Int> = []
    for one in releases.indices {
      for other in releases.indices where other > one {
        if let left = sources[one], let right = sources[other], left != right { continue }
        if try areDifferent(releases[one].id, releases[other].id) { continue }
        open.formUnion([one, other])
      }
    }
    guard !open.isEmpty else { return nil }
    let kept = open.sorted().map { releases[$0] }
    var reasons = [reason]
    if let barcode = kept[0].barcode, kept.allSatisfy({ $0.barcode == barcode }) { reasons.append(.sameBarcode) }
    if reason == .sameSource, kept[0].catalogNumber != nil, Set(kept.map(Edition.init)).count == 1 {
      reasons.append(.sameCatalogNumber)
    }
    let members = try kept.map { DuplicateGroup.Member(release: $0, copies: try copies(of: $0.id).count) }
    return DuplicateGroup(
      reasons: reasons, releases: members.sorted { ($1.copies, $0.release.id.text) < ($0.copies, $1.release.id.text) })
  }
}
