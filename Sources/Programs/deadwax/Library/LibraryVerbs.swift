internal import CommandLineArguments
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for the library as a whole, in the order of the help.
  static let library = [libraryExport, libraryImport, libraryMerge]

  /// `deadwax library export`: writes the whole library to an archive.
  static let libraryExport = Verb(
    "library export", operands: [.one("FILE")],
    summary: "write the whole library to a ZIP file, with its attachments",
    details: """
      Needs the role admin. The archive is one snapshot: every row of every table, every file of an attachment, and a
      manifest with their SHA-256. The command compares its SHA-256 with that of the hub, and prints it in the form of
      sha256sum. With --secrets, the archive also has accounts, tokens and PINs, as hashes, and the passwords of tags.
      Treat it like a backup: it has the data of all borrowers.
      """,
    examples: [
      ("library export library.zip", "for a hub that has accounts of its own"),
      ("library export library.zip --secrets", "to move to another machine, with all stations"),
    ],
    options: [.flag("secrets", "include accounts, tokens, PINs and the passwords of tags")]
  ) { invocation in
    try export(
      "library", to: invocation.operand, invocation.has("secrets") ? [("secrets", "yes")] : [], invocation)
  }

  /// `deadwax library import`: imports an archive into an empty hub.
  static let libraryImport = Verb(
    "library import", operands: [.one("FILE")],
    summary: "import the archive of a whole library into an empty hub, which restarts",
    details: """
      Needs the role admin. Every row and every file is compared with the manifest before anything is changed, and an
      archive of an older version is migrated. Then the hub restarts with the library. deadwax backup revert goes back.
      Without secrets in the archive, the accounts and tokens of this hub stay.
      """,
    examples: [("library import library.zip", "a file of deadwax library export")]
  ) { invocation in
    let path = invocation.operand
    guard let file = MappedFile(path) else { throw Failure(.notFound, "Cannot read \(printable(path)).") }
    let hub = try HubClient(invocation, patience: .seconds(24 * 3600))
    let answer = try hub.upload(file, to: "/api/v1/import/library", [])
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    StandardOutput.line("The archive is whole. The hub restarts with its library.")
    return .done
  }
}
