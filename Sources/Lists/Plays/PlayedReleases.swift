internal import Deadwax
internal import Execution
internal import Storage

/// The copies and releases of a list of plays. Each is read once, although a record is played again and again.
struct PlayedReleases {
  private var copies: [Copy.ID: Copy] = [:]
  private var releases: [Release.ID: PlayedRelease] = [:]

  mutating func copy(_ id: Copy.ID, in records: any Queryable) throws -> Copy {
    if let known = copies[id] { return known }
    guard let copy = try records.copy(id) else { throw StaffError.noSuchCopy }
    copies[id] = copy
    return copy
  }

  mutating func release(_ id: Release.ID, in records: any Queryable) throws -> PlayedRelease {
    if let known = releases[id] { return known }
    guard let release = try records.release(id), let detail = try records.detail(of: id) else {
      throw StaffError.noSuchRelease
    }
    let played = PlayedRelease(release: release, detail: detail)
    releases[id] = played
    return played
  }
}
