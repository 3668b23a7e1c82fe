internal import Deadwax
internal import Storage

/// The releases of the library and of the lines so far, by everything that a line may name them by.
struct ReleaseMatches: Sendable {
  private struct Link: Hashable {
    let source: ReleaseLink.Source
    let number: String
  }

  private(set) var planned: [Release.ID: PlannedRelease] = [:]
  private var barcodes: [String: Set<Release.ID>] = [:]
  private var links: [Link: Set<Release.ID>] = [:]
  /// The releases that are found by their texts alone.
  private var texts: [String: Release.ID] = [:]
  /// The release that stands for an id of the file.
  private var fileIDs: [Release.ID: Release.ID] = [:]

  /// - Parameter records: the library.
  /// - Throws: a `StorageError`.
  init(in records: some Queryable) throws {
    var texts: [String: Release.ID] = [:]
    try records.forEachReleaseWithoutNumber { release in
      let key = Self.key(of: release)
      if texts[key] == nil { texts[key] = release.id }
    }
    self.texts = texts
  }

  /// Returns a release of the library or of an earlier line.
  func release(_ id: Release.ID, in records: some Queryable) throws -> PlannedRelease {
    if let known = planned[id] { return known }
    guard let release = try records.release(id), let detail = try records.detail(of: id) else {
      throw ImportRefusal(.removed, .releaseID)
    }
    return PlannedRelease(release, detail)
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
      let ids = links[Link(source: source, number: number), default: []].union(found)
      if let match = try only(ids, for: line, in: records) { return (match, false) }
    }
    if let barcode = line.barcode {
      var ids = barcodes[barcode.key, default: []]
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
  mutating func note(_ release: PlannedRelease, of line: ReleaseLine) {
    var release = release
    let id = release.release.id
    if let own = line.id {
      fileIDs[own] = id
      release.fileID = own
    }
    planned[id] = release
    if let barcode = release.release.barcode { barcodes[barcode.key, default: []].insert(id) }
    for link in release.detail.links {
      if let number = link.number { links[Link(source: link.source, number: number), default: []].insert(id) }
    }
    if release.isNew, line.hasNoNumber { texts[Self.key(of: line)] = id }
  }

  private static func key(of release: Release) -> String {
    key([
      release.artist, release.title, release.medium.rawValue, release.label ?? "", release.catalogNumber ?? "",
      release.year.map(String.init) ?? "",
    ])
  }

  private static func key(of line: ReleaseLine) -> String {
    let fields: [Release.Field] = [.artist, .title, .medium, .label, .catalogNumber, .year]
    return key(
      fields.map { field in
        line.values[field]?.line ?? (field == .medium ? Medium.other.rawValue : "")
      })
  }

  private static func key(_ texts: [String]) -> String { texts.joined(separator: "\u{1F}") }
}
