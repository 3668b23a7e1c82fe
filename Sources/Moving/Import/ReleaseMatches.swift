internal import Deadwax
internal import Secrets
internal import Storage

/// The releases of the library and of the lines so far, by everything that a line may name them by.
struct ReleaseMatches: Sendable {
  private struct Link: Hashable {
    let source: ReleaseLink.Source
    let number: String
  }

  private struct TextKey: Hashable {
    let high: UInt64
    let low: UInt64
  }

  private let noted: NotedLines
  private var barcodes = KnownIDs<String, Release.ID>()
  private var links = KnownIDs<Link, Release.ID>()
  /// The releases that are found by their texts alone, by the digest of the texts.
  private var texts: [TextKey: Release.ID] = [:]
  /// The release that stands for an id of the file.
  private var fileIDs: [Release.ID: Release.ID] = [:]

  /// - Parameters:
  ///   - records: the library.
  ///   - folder: a folder on whose disk the lines have space.
  /// - Throws: a `StorageError`, `MovingError.diskFull` or `.unavailable`.
  init(in records: some Queryable, folder: String) throws {
    noted = try NotedLines(in: folder)
    var texts: [TextKey: Release.ID] = [:]
    try records.forEachReleaseWithoutNumber { release in
      let key = Self.key(of: release)
      if texts[key] == nil { texts[key] = release.id }
    }
    self.texts = texts
  }

  /// Returns a release of the library or of an earlier line, as the lines so far leave it.
  func release(_ id: Release.ID, in records: some Queryable) throws -> PlannedRelease {
    let lines = try noted.lines(of: id)
    var release: PlannedRelease
    if let first = lines.first, first.isAddition {
      release = try PlannedRelease(first.line, id: id, isLookedUp: first.isLookedUp)
    } else {
      guard let known = try records.release(id), let detail = try records.detail(of: id) else {
        throw ImportRefusal(.removed, .releaseID)
      }
      release = PlannedRelease(known, detail)
    }
    for noted in lines {
      _ = try release.take(noted.line, number: noted.number, isOwn: noted.isOwn, marksEdits: noted.marksEdits)
      if let own = noted.line.id { release.fileID = own }
    }
    return release
  }

  /// Returns the release that a line names, and whether it does so by the library's own id; nil for a new one.
  ///
  /// - Throws: `ImportRefusal.ambiguous` or `.removed`.
  func find(_ line: ReleaseLine, in records: some Queryable) throws -> (release: PlannedRelease, isOwn: Bool)? {
    if let id = line.id {
      if let known = fileIDs[id] { return (try release(known, in: records), known == id) }
      if try records.release(id) != nil {
        let remaining = try records.remaining(of: id)
        guard try records.isListed(remaining) else { throw ImportRefusal(.removed, .releaseID) }
        return (try release(remaining, in: records), true)
      }
    }
    for source in ReleaseLink.Source.allCases {
      guard let number = line.links[source] else { continue }
      let found = try records.releases(linkedTo: number, at: source)
      let ids = links[Link(source: source, number: number)].union(found)
      if let match = try only(ids, for: line, in: records) { return (match, false) }
    }
    if let barcode = line.barcode {
      var ids = barcodes[barcode.key]
      for case .release(let id) in try records.targets(of: Code.Key(class: .gtin, value: barcode.key)) {
        ids.insert(id)
      }
      if let match = try only(ids, for: line, in: records) { return (match, false) }
    }
    if line.hasNoNumber, let id = texts[Self.key(of: line)] { return (try release(id, in: records), false) }
    return nil
  }

  /// Returns the one of some releases that a line can be about; nil if there is none.
  private func only(
    _ ids: Set<Release.ID>, for line: ReleaseLine, in records: some Queryable
  ) throws -> PlannedRelease? {
    var fitting: [PlannedRelease] = []
    for id in ids {
      let candidate = try release(id, in: records)
      // Two releases of one file are two releases here, too.
      if let own = line.id, let other = candidate.fileID, own != other { continue }
      let contradicts = line.links.contains { source, number in
        candidate.detail.links[source]?.number.map { $0 != number } ?? false
      }
      if !contradicts { fitting.append(candidate) }
    }
    guard fitting.count < 2 else { throw ImportRefusal(.ambiguous, .barcode, value: line.barcode?.key ?? "") }
    return fitting.first
  }

  /// Notes a release as a line leaves it.
  ///
  /// - Parameters:
  ///   - release: the release.
  ///   - line: the line, with the way in which the release took its values.
  ///   - isFirst: true if the line gave the release something.
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  mutating func note(_ release: PlannedRelease, of line: NotedLine, isFirst: Bool) throws {
    let id = release.release.id
    let isKnown = line.line.id.map { fileIDs[$0] == id } ?? true
    if let own = line.line.id { fileIDs[own] = id }
    guard isFirst || line.isAddition || !isKnown else { return }
    try noted.add(line, of: id)
    if let barcode = release.release.barcode { barcodes.insert(id, for: barcode.key) }
    for link in release.detail.links {
      if let number = link.number { links.insert(id, for: Link(source: link.source, number: number)) }
    }
    if release.isNew, line.line.hasNoNumber { texts[Self.key(of: line.line)] = id }
  }

  private static func key(of release: Release) -> TextKey {
    key([
      release.artist, release.title, release.medium.rawValue, release.label ?? "", release.catalogNumber ?? "",
      release.year.map(String.init) ?? "",
    ])
  }

  private static func key(of line: ReleaseLine) -> TextKey {
    let fields: [Release.Field] = [.artist, .title, .medium, .label, .catalogNumber, .year]
    return key(
      fields.map { field in
        line.values[field]?.line ?? (field == .medium ? Medium.other.rawValue : "")
      })
  }

  private static func key(_ texts: [String]) -> TextKey {
    let (high, low) = Digest.of(Array(texts.joined(separator: "\u{1F}").utf8))
    return TextKey(high: high, low: low)
  }
}
