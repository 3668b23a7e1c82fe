internal import Deadwax

/// A release that a line of a file is about, as the lines so far leave it.
struct PlannedRelease: Sendable {
  var release: Release
  /// The fields that people can edit, with their marks and the links; without tracks and credits.
  var detail: ReleaseDetail
  /// True if the import adds it.
  let isNew: Bool
  /// Its id in the file, if the file has one.
  var fileID: Release.ID?
  /// The values that lines of the file gave, each with the first line.
  var given: [Release.Field: (value: Release.FieldValue, line: Int)] = [:]
  /// The tags that the first line with tags gave.
  private var givenTags: (tags: [String], line: Int)?

  /// A release of the library.
  init(_ release: Release, _ whole: ReleaseDetail) {
    self.release = release
    detail = ReleaseDetail(
      released: whole.released, notes: whole.notes, genres: whole.genres, styles: whole.styles, source: whole.source,
      links: whole.links, tags: whole.tags, edited: whole.edited)
    isNew = false
  }

  /// A release that a line adds.
  ///
  /// - Throws: `ImportRefusal` without a title.
  init(_ line: ReleaseLine, id: Release.ID, isLookedUp: Bool) throws(ImportRefusal) {
    guard line.values[.title] != nil else { throw ImportRefusal(.missing, .title) }
    var detail = ReleaseDetail()
    var release = Release(
      id: id, status: line.status ?? (isLookedUp ? .unresolved : .manual), medium: .other, title: "", artist: "",
      barcode: line.barcode)
    for (field, value) in line.values {
      release.set(field, to: value, &detail)
      // What a person entered is not changed by a look-up.
      if release.status == .manual { detail.edited[field] = .ofOwn }
    }
    for (source, number) in line.links { detail.links.set(ReleaseLink(source: source, number: number, isOwn: true)) }
    detail.tags = line.tags ?? []
    self.release = release
    self.detail = detail
    isNew = true
    fileID = line.id
  }

  /// "Artist – Title", for people.
  var subject: String { [release.artist, release.title].filter { !$0.isEmpty }.joined(separator: " – ") }

  /// The differences that a line makes.
  struct Merge {
    var differences: [ImportLine.Difference] = []
    var isChanged = false
    var areLinksChanged = false
    var isBarcodeNew = false
    /// True if the line gave something that no line before it gave.
    var isFirst = false
  }

  /// Takes the values of a line.
  ///
  /// - Parameters:
  ///   - line: the facts of the line.
  ///   - number: the number of the line.
  ///   - isOwn: true if the line names the release by the library's own numbers. Its values then replace those of the
  ///     library; otherwise they only fill gaps.
  ///   - marksEdits: true if new values count as edited by a person.
  /// - Returns: the differences.
  /// - Throws: `ImportRefusal.contradiction` if an earlier line gives another value.
  mutating func take(
    _ line: ReleaseLine, number: Int, isOwn: Bool, marksEdits: Bool
  ) throws(ImportRefusal) -> Merge {
    var merge = Merge()
    for field in ReleaseLine.order {
      guard let value = line.values[field], let column = ReleaseLine.columns[field] else { continue }
      if let earlier = given[field] {
        if earlier.value == value { continue }
        guard !isOwn else { throw ImportRefusal(.contradiction, column, line: earlier.line) }
        continue
      }
      given[field] = (value, number)
      merge.isFirst = true
      let current = release.value(of: field, detail)
      guard current != value, let text = value.line else { continue }
      let isEdited =
        detail.edited[field] != nil || release.status == .manual && detail.edited.isEmpty && !current.isEmpty
      let isKept = !isOwn && (isEdited || !isGap(field, current))
      merge.differences.append(
        ImportLine.Difference(
          field: column, before: current.isEmpty ? nil : current.line, after: text, isKept: isKept,
          isEdited: isEdited && !current.isEmpty))
      if isKept { continue }
      merge.isChanged = true
      set(field, to: value, marksEdits: marksEdits)
    }
    try takeTags(line, number: number, isOwn: isOwn, &merge)
    takeNumbers(line, isOwn: isOwn, &merge)
    return merge
  }

  /// Tags follow the rule of the fields: the library's own table replaces them, and others only fill a gap.
  private mutating func takeTags(
    _ line: ReleaseLine, number: Int, isOwn: Bool, _ merge: inout Merge
  ) throws(ImportRefusal) {
    guard let tags = line.tags else { return }
    if let earlier = givenTags {
      guard earlier.tags != tags, isOwn else { return }
      throw ImportRefusal(.contradiction, .releaseTags, line: earlier.line)
    }
    givenTags = (tags, number)
    merge.isFirst = true
    guard tags != detail.tags else { return }
    func text(_ tags: [String]) -> String? { tags.isEmpty ? nil : tags.joined(separator: "; ") }
    let isKept = !isOwn && !detail.tags.isEmpty
    merge.differences.append(
      ImportLine.Difference(
        field: .releaseTags, before: text(detail.tags), after: text(tags) ?? "", isKept: isKept, isEdited: false))
    if isKept { return }
    detail.tags = tags
    merge.isChanged = true
  }

  /// True if a value of the library stands for a missing one.
  private func isGap(_ field: Release.Field, _ current: Release.FieldValue) -> Bool {
    if current.isEmpty { return true }
    switch field {
    case .title, .artist: return [.unresolved, .notFound].contains(release.status)
    case .medium: return current == .text(Medium.other.rawValue)
    default: return false
    }
  }

  private mutating func set(_ field: Release.Field, to value: Release.FieldValue, marksEdits: Bool) {
    let before = release.value(of: field, detail)
    if marksEdits, release.status == .manual, detail.edited.isEmpty {
      // All of a release that was entered by hand is edited, also in records from before there were marks.
      for field in Release.Field.allCases where !release.value(of: field, detail).isEmpty {
        detail.edited[field] = .ofOwn
      }
    }
    release.set(field, to: value, &detail)
    guard marksEdits else { return }
    if detail.edited[field] == nil {
      detail.edited[field] = detail.source == nil ? .ofOwn : Release.Edit(source: before, isSourced: true)
    }
    if field == .title, [.unresolved, .notFound].contains(release.status) { release.status = .manual }
  }

  /// Numbers only fill gaps: what a release is found by is not replaced by a list.
  private mutating func takeNumbers(_ line: ReleaseLine, isOwn: Bool, _ merge: inout Merge) {
    if let barcode = line.barcode, barcode != release.barcode {
      merge.differences.append(
        ImportLine.Difference(
          field: .barcode, before: release.barcode?.key, after: barcode.key, isKept: release.barcode != nil,
          isEdited: false))
      if release.barcode == nil {
        release.barcode = barcode
        (merge.isChanged, merge.isBarcodeNew, merge.isFirst) = (true, true, true)
      }
    }
    for source in ReleaseLink.Source.allCases {
      guard let number = line.links[source], let field = ReleaseLine.sources[source] else { continue }
      let current = detail.links[source]
      guard current?.number != number else { continue }
      // A link without a number is the statement of a person that there is none.
      let isKept = current?.number != nil || current != nil && !isOwn
      merge.differences.append(
        ImportLine.Difference(
          field: field, before: current?.number, after: number, isKept: isKept, isEdited: current?.isOwn ?? false))
      if isKept { continue }
      detail.links.set(ReleaseLink(source: source, number: number, isOwn: true))
      (merge.isChanged, merge.areLinksChanged, merge.isFirst) = (true, true, true)
    }
  }
}
