package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

/// Releases, as staff enter, correct, merge and remove them.
package struct Releases: Sendable {
  let room: StaffContext

  /// Enters a release by hand. Each field that is given is marked as edited, so that no look-up changes it.
  ///
  /// - Parameters:
  ///   - patch: the fields; a title and a medium are needed.
  ///   - id: the id of the new release; a new one if nil. An existing release with this id is the result of an earlier
  ///     attempt and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the release with its details.
  /// - Throws: `StaffError.badValue`.
  package func add(_ patch: Release.Patch, id: Release.ID?, by: String?) throws -> Catalogue.Opened {
    let fields = try checked(patch)
    guard let medium = patch.medium else {
      throw StaffError.badValue(field: "medium", sentence: "It is missing.")
    }
    guard patch.title != nil else { throw StaffError.badValue(field: "title", sentence: "It is missing.") }
    return try room.write { transaction in
      if let id, try transaction.release(id) != nil { return try transaction.opened(id) }
      var detail = ReleaseDetail()
      var release = Release(
        id: id ?? transaction.newID(), status: .manual, medium: medium, title: "", artist: "",
        barcode: fields.barcode ?? nil)
      for (field, value) in fields.values where !value.isEmpty {
        release.set(field, to: value, &detail)
        detail.edited[field] = .ofOwn
      }
      try transaction.insert(release)
      try transaction.edit(release, detail)
      if let barcode = release.barcode {
        try transaction.bind(Code.Key(class: .gtin, value: barcode.key), to: .release(release.id))
      }
      if fields.isWished == true { try transaction.setWished(true, release.id) }
      if fields.isFavourite == true { try transaction.setFavourite(true, release.id) }
      _ = try transaction.link(transaction.opened(release.id), as: fields.links)
      if let tags = fields.tags, !tags.isEmpty { try transaction.storeReleaseTags(tags, of: release.id) }
      try transaction.publish(.releaseAdded, subject: release.id.text)
      try transaction.storeChange(.release, by: by, reason: "add")
      return try transaction.opened(release.id)
    }
  }

  /// Corrects a release. Fields with another value are marked as edited. The whole patch is one change.
  ///
  /// - Parameters:
  ///   - id: the release.
  ///   - patch: the fields to change.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the release after the change.
  /// - Throws: `StaffError.noSuchRelease`, `.isRemoved` or `.staleVersion`; `.badValue` for a wrong value, or for a wish
  ///   for what the library owns.
  package func change(
    _ id: Release.ID, _ patch: Release.Patch, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Opened {
    try edit(id, try checked(patch), useSource: [], ifVersion: version, by: by)
  }

  /// Gives fields of a release the newest value of the source again, and removes their marks, as one change.
  ///
  /// - Parameters:
  ///   - fields: edited fields with a known source.
  ///   - id: the release.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the release after the change.
  /// - Throws: `StaffError.noSuchRelease`, `.isRemoved` or `.staleVersion`; `.badValue` for a field without a source.
  package func useSource(
    of fields: [Release.Field], _ id: Release.ID, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Opened {
    try edit(id, try checked(Release.Patch { _ in }), useSource: fields, ifVersion: version, by: by)
  }

  private func edit(
    _ id: Release.ID, _ fields: ReleaseFields, useSource: [Release.Field], ifVersion version: Int?, by: String?
  ) throws -> Catalogue.Opened {
    try room.write { transaction in
      let before = try transaction.listed(id, ifVersion: version)
      let changed = fields.values.filter { $1 != before.release.value(of: $0, before.detail) }
      let isOtherBarcode = fields.barcode.map { $0 != before.release.barcode } ?? false
      let wish = fields.isWished.flatMap { $0 == before.release.isWished ? nil : $0 }
      if wish == true, before.copies.contains(where: { ![.lost, .withdrawn].contains($0.status) }) {
        throw StaffError.badValue(field: "isWished", sentence: "The library owns a copy of this release.")
      }
      if let wish { try transaction.setWished(wish, id) }
      let isOtherFavourite = try fields.isFavourite.map { try transaction.setFavourite($0, id) } ?? false
      let isOtherLink = try transaction.link(before, as: fields.links)
      let tags = fields.tags.flatMap { $0 == before.detail.tags ? nil : $0 }
      if let tags { try transaction.storeReleaseTags(tags, of: id) }
      guard !changed.isEmpty || isOtherBarcode || isOtherLink || !useSource.isEmpty else {
        guard wish != nil || isOtherFavourite || tags != nil else { return before }
        let kind: Change.Kind = tags != nil ? .release : wish == true ? .wish : wish == nil ? .favourite : .release
        try transaction.storeChange(of: id, kind, by: by, reason: kind == .release ? "edit" : nil)
        return try transaction.opened(id)
      }
      var (release, detail) = (before.release, before.detail)
      // All of a release that was entered by hand is edited, also in records from before there were marks.
      if release.status == .manual, detail.edited.isEmpty {
        for field in Release.Field.allCases where !release.value(of: field, detail).isEmpty {
          detail.edited[field] = .ofOwn
        }
      }
      let marks = detail.edited
      for (field, value) in changed {
        release.set(field, to: value, &detail)
        guard detail.edited[field] == nil else { continue }
        detail.edited[field] =
          before.detail.source == nil
          ? .ofOwn : Release.Edit(source: before.release.value(of: field, before.detail), isSourced: true)
      }
      for field in Set(useSource) {
        guard let edit = marks[field], edit.isSourced else {
          throw StaffError.badValue(field: "fields", sentence: "No source has a value for '\(field.rawValue)'.")
        }
        release.set(field, to: edit.source, &detail)
        detail.edited[field] = nil
      }
      if changed[.title] != nil, [.unresolved, .notFound].contains(release.status) { release.status = .manual }
      if let barcode = fields.barcode { release.barcode = barcode }
      try transaction.edit(release, detail)
      try transaction.rebind(from: before.release.barcode, to: release)
      try transaction.storeChange(of: id, .release, by: by, reason: "edit")
      return try transaction.opened(id)
    }
  }

  /// Removes a release from the library. Its codes then belong to nothing.
  ///
  /// - Throws: `StaffError.noSuchRelease`, `.isRemoved` or `.staleVersion`; `.stillUsed` if it has copies or open holds.
  package func remove(_ id: Release.ID, ifVersion version: Int?, by: String?) throws {
    try room.write { transaction in
      _ = try transaction.listed(id, ifVersion: version)
      let (copies, holds) = (try transaction.copies(of: id).count, try transaction.openHolds(on: id))
      guard copies == 0, holds == 0 else { throw StaffError.stillUsed(copies: copies, holds: holds) }
      try transaction.remove(id, mergedInto: nil)
      try transaction.storeChange(of: id, .release, by: by, reason: "remove")
    }
  }

  private func checked(_ patch: Release.Patch) throws -> ReleaseFields {
    try ReleaseFields(patch, today: try room.today())
  }
}

extension Queryable {
  func opened(_ id: Release.ID) throws -> Catalogue.Opened {
    guard let release = try release(id), let detail = try detail(of: id) else { throw StaffError.noSuchRelease }
    return Catalogue.Opened(release: release, detail: detail, copies: try copies(of: id))
  }

  /// Returns a release that can be changed.
  ///
  /// - Throws: `StaffError.noSuchRelease`, `.isRemoved` or `.staleVersion`.
  func listed(_ id: Release.ID, ifVersion version: Int?) throws -> Catalogue.Opened {
    let opened = try opened(id)
    guard try isListed(id) else { throw StaffError.isRemoved }
    if let version, version != opened.release.version { throw StaffError.staleVersion(now: opened.release.version) }
    return opened
  }
}

extension WriteTransaction {
  /// Stores the change of a release, and publishes it.
  func storeChange(of release: Release.ID, _ kind: Change.Kind, by: String?, reason: String?) throws {
    try publish(.releaseChanged, subject: release.text)
    try storeChange(kind, by: by, reason: reason)
  }

  /// Sets links of a release as a person wants them. A cleared link stays as the statement that there is none, so that no
  /// answer of a source sets it again.
  ///
  /// - Returns: true if one differs.
  /// - Throws: `StaffError.badValue` for a link to Discogs of a release whose facts come from there.
  fileprivate func link(_ before: Catalogue.Opened, as numbers: [ReleaseLink.Source: String?]) throws -> Bool {
    var links = before.detail.links
    for (source, number) in numbers where number != links[source]?.number {
      guard source != .discogs || before.detail.source?.name != source.rawValue else {
        throw StaffError.badValue(
          field: source.rawValue, sentence: "The facts come from this record. Choose another one to change it.")
      }
      links.set(ReleaseLink(source: source, number: number, isOwn: true))
    }
    guard links != before.detail.links else { return false }
    try store(links, of: before.release.id)
    try hastenMusicBrainzLookup(of: before.release.id)
    return true
  }

  /// Binds the barcode of a release, in place of the one before.
  fileprivate func rebind(from old: GTIN?, to release: Release) throws {
    guard old != release.barcode else { return }
    if let old { try end(Code.Key(class: .gtin, value: old.key), of: release.id) }
    guard let new = release.barcode.map({ Code.Key(class: .gtin, value: $0.key) }),
      try !targets(of: new).contains(.release(release.id))
    else { return }
    try bind(new, to: .release(release.id))
  }
}
