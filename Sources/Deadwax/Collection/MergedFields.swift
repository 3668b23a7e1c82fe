/// The fields of a release into which another one is merged.
///
/// A field that a person edited in one of the two records stays as edited; the remaining record decides if both were
/// edited. Empty fields are filled from the other record, and so are missing links to sources. If only the other record has a source, its source and its
/// details move too.
package struct MergedFields: Hashable, Sendable {
  /// The remaining release after the merge, with its details and its marks.
  package private(set) var release: Release
  package private(set) var detail: ReleaseDetail
  /// True if the source and the details of the other release move.
  package let movesSource: Bool
  /// The fields whose values change, with their new values.
  package let changed: [Release.Field: Release.FieldValue]

  /// - Parameters:
  ///   - target: the release that remains, with its details.
  ///   - other: the release that is merged into it, with its details.
  package init(
    _ target: (release: Release, detail: ReleaseDetail), with other: (release: Release, detail: ReleaseDetail)
  ) {
    movesSource = target.detail.source == nil && other.detail.source != nil
    // A record that is known by its barcode alone has no title of its own.
    let isPlaceholder = target.release.isPlaceholder && target.detail.edited.isEmpty
    var (release, detail) = target
    if movesSource { Self.takeSource(of: other, into: &release, &detail) }
    for field in Release.Field.allCases where detail.edited[field] == nil {
      let (own, others) = (release.value(of: field, detail), other.release.value(of: field, other.detail))
      if other.detail.edited[field] != nil {
        // The mark keeps the value of the source that the remaining record has now.
        detail.edited[field] =
          detail.source == nil
          ? .ofOwn : Release.Edit(source: Self.sourced(field, own, other.detail, movesSource), isSourced: true)
        release.set(field, to: others, &detail)
      } else if own.isEmpty || isPlaceholder, !others.isEmpty {
        release.set(field, to: others, &detail)
      }
    }
    if isPlaceholder, !movesSource { release.status = other.release.status }
    if release.barcode == nil { release.barcode = other.release.barcode }
    detail.links = target.detail.links.merged(with: other.detail.links).following(detail.source)
    changed = Dictionary(
      uniqueKeysWithValues: Release.Field.allCases.compactMap { field in
        let value = release.value(of: field, detail)
        return value == target.release.value(of: field, target.detail) ? nil : (field, value)
      })
    self.release = release
    self.detail = detail
  }

  /// Takes over the source and the details, and all fields that were not entered by hand.
  private static func takeSource(
    of other: (release: Release, detail: ReleaseDetail), into release: inout Release, _ detail: inout ReleaseDetail
  ) {
    let before = (release: release, detail: detail)
    var marks = before.detail.edited
    if before.release.status == .manual, marks.isEmpty {
      for field in Release.Field.allCases where !before.release.value(of: field, before.detail).isEmpty {
        marks[field] = .ofOwn
      }
    }
    detail = other.detail
    detail.edited = [:]
    for field in Release.Field.allCases {
      let value = other.release.value(of: field, other.detail)
      guard marks[field] == nil else {
        let source = other.detail.edited[field]?.source ?? value
        detail.edited[field] = Release.Edit(source: source, isSourced: true)
        release.set(field, to: before.release.value(of: field, before.detail), &detail)
        continue
      }
      release.set(field, to: value, &detail)
    }
    release.status = other.release.status
  }

  /// Returns the value of the source of a field that the other record has edited.
  private static func sourced(
    _ field: Release.Field, _ own: Release.FieldValue, _ other: ReleaseDetail, _ moved: Bool
  ) -> Release.FieldValue { moved ? other.edited[field]?.source ?? .empty : own }
}

extension Release {
  /// True if the release is known by its barcode alone.
  package var isPlaceholder: Bool {
    (status == .unresolved || status == .notFound) && title == barcode.map { Self.placeholder(for: $0) }
  }

  /// Returns the title of a release that is known by its barcode alone.
  package static func placeholder(for gtin: GTIN) -> String { "Barcode \(gtin.key)" }
}
