internal import Deadwax

/// The facts about a package: `manifest.json`.
struct ManifestFile: Decodable {
  var version: String
  var name: String?
  var kind: String?
  var description: String?
  var gitCommit: String?
  var gitTag: String?
  var builtAt: String?

  enum CodingKeys: String, CodingKey {
    case version = "data_version"
    case name = "package_name"
    case kind = "version_type"
    case description
    case gitCommit = "git_commit"
    case gitTag = "git_tag"
    case builtAt = "build_timestamp"
  }

  /// Returns the version of the catalogue, without the numbers of the package.
  func packageVersion() -> ConcertPackageVersion {
    var found = ConcertPackageVersion(
      version: version, name: name ?? "concerts", kind: kind ?? "release", importedAt: Timestamp(milliseconds: 0))
    found.summary = description
    found.gitCommit = gitCommit
    found.gitTag = gitTag
    found.builtAt = builtAt
    return found
  }
}
