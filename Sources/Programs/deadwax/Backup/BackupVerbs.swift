internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for backups, in the order of the help.
  static let backup = [backupMake, backupList, backupStatus, backupRestore, backupRevert]

  private static let path = "/api/v1/backups"

  /// `deadwax backup make`: makes a backup now.
  static let backupMake = Verb(
    "backup make", summary: "back up the library now",
    details: """
      Needs the role admin. The hub copies its database while it goes on working, checks the copy whole, and stores the
      files of attachments beside it. The command prints the name of the backup.
      """,
    examples: [("backup make", "before an update")]
  ) { invocation in
    let answer = try HubClient(invocation, patience: .seconds(600)).give(ChangeRequest(.post, path))
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let backup: BackupResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(backup.line)
    return .done
  }

  /// `deadwax backup list`: lists the backups.
  static let backupList = Verb(
    "backup list", summary: "list the backups, the newest first", details: "Needs the role admin.",
    examples: [("backup list", "time, size, copies and reason of each")]
  ) { invocation in
    let answer = try HubClient(invocation).get(path)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let list: ListPage<BackupResource> = try JSONCoding.decode(answer.body)
    for backup in list.items { StandardOutput.line(backup.line) }
    if list.items.isEmpty { StandardError.line("There is no backup yet. deadwax backup make makes one.") }
    return .done
  }

  /// `deadwax backup status`: prints the state of the backups.
  static let backupStatus = Verb(
    "backup status", summary: "show whether the backups are up to date",
    details: "Needs the role staff. The exit code is 3 if the newest backup is stale or there is none.",
    examples: [("backup status", "the newest backup, and the space of all databases")]
  ) { invocation in
    let answer = try HubClient(invocation).get("\(path)/status")
    let status: BackupStatusResource = try JSONCoding.decode(answer.body)
    if invocation.isJSON { StandardOutput.line(JSONCoding.line(answer.body)) } else { show(status) }
    return ["stale", "none"].contains(status.state) ? .notFound : .done
  }

  /// `deadwax backup restore`: restores a backup.
  static let backupRestore = Verb(
    "backup restore", operands: [.one("BACKUP")], summary: "go back to a backup; the hub restarts",
    details: """
      Needs the role admin. The present state is backed up first: deadwax backup revert goes back to it. For a hub that
      does not start, use deadwaxd --restore.
      """,
    examples: [("backup restore 2026-11-20T09-45-12.120Z", "a name from deadwax backup list")]
  ) { invocation in
    let name = PercentEncoding.encoded(invocation.operands[0])
    return try begin(ChangeRequest(.post, "\(path)/\(name)/restore"), invocation)
  }

  /// `deadwax backup revert`: goes back to the state before the last restore.
  static let backupRevert = Verb(
    "backup revert", summary: "go back to the state before the last restore; the hub restarts",
    details: "Needs the role admin. The present state is backed up first.",
    examples: [("backup revert", "the restore was a mistake")]
  ) { invocation in try begin(ChangeRequest(.post, "\(path)/revert"), invocation) }

  private static func begin(_ request: ChangeRequest, _ invocation: Invocation) throws -> ExitCode {
    let answer = try HubClient(invocation, patience: .seconds(600)).give(request)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let status: BackupStatusResource = try JSONCoding.decode(answer.body)
    StandardOutput.line("The hub restarts with the backup \(printable(status.restoring ?? "")).")
    return .done
  }

  private static func show(_ status: BackupStatusResource) {
    let space =
      "\(status.count) \(status.count == 1 ? "backup" : "backups"), \(megabytes(status.bytes)), in \(printable(status.folder))"
    switch status.state {
    case "empty": StandardOutput.line("The library is empty. It needs no backup.")
    case "none": StandardOutput.line("There is no backup.")
    default: StandardOutput.line("\(status.state): \(printable(status.newest ?? "")); \(space)")
    }
    if let failure = status.failure { StandardOutput.line("The last attempt failed: \(printable(failure))") }
    if let name = status.restoring { StandardOutput.line("The next start restores \(printable(name)).") }
  }
}

extension BackupResource {
  /// One line for people: name, size, copies, reason.
  fileprivate var line: String {
    let copies = ", \(counts.copies) \(counts.copies == 1 ? "copy" : "copies")"
    let lost = lostFiles == 0 ? "" : ", without \(lostFiles) files that were missing"
    let person = orderedBy.map { " by \(printable($0))" } ?? ""
    return "\(printable(id))  \(megabytes(bytes + fileBytes))\(copies)\(lost), \(printable(reason))\(person)"
  }
}

/// Returns a size in megabytes with one digit, rounded up.
private func megabytes(_ bytes: Int) -> String {
  let tenths = (bytes + 99_999) / 100_000
  return "\(tenths / 10).\(tenths % 10) MB"
}
