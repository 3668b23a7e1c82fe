import Catalogue
import Deadwax
import Staff
import Storage
import Testing

extension StaffLibrary {
  /// Returns a release with its details.
  func opened(_ id: Release.ID) throws -> Catalogue.Opened {
    try #require(try Catalogue(database: database).release(id))
  }

  /// Changes a release as staff do.
  func change(_ id: Release.ID, _ set: (inout Release.Patch) -> Void) throws -> Catalogue.Opened {
    try counter.releases.change(id, Release.Patch(set), ifVersion: nil, by: "test")
  }

  /// Adds a release that a source has filled in.
  func sourced(_ title: String, year: Int, source: String = "1") throws -> Release.ID {
    let id = try database.write { transaction in
      let release = Release(
        id: transaction.newID(), status: .unresolved, medium: .cd, title: title, artist: "An Artist")
      try transaction.insert(release)
      try transaction.recordChange(.add)
      return release.id
    }
    try refresh(id, title: title, year: year, source: source)
    return id
  }

  /// Stores another answer of the source.
  func refresh(_ id: Release.ID, title: String, year: Int, source: String = "1") throws {
    try database.write { transaction in
      guard let before = try transaction.release(id) else { return }
      var after = before
      (after.status, after.title, after.year) = (.resolved, title, year)
      try transaction.resolve(
        before, as: after,
        with: ReleaseDetail(
          source: ReleaseDetail.Source(name: "discogs", id: source, url: "", fetchedAt: transaction.now)), scan: nil)
    }
  }
}
