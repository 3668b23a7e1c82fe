import Deadwax
import Execution
import Foundation
import Lending
import LendingTestSupport
import Log
import Messages
import Notices
import Staff
import Storage
import StorageTestSupport
import TestSupport
import Threads

/// Three records in a real database, two borrowers with mail addresses, and the library's programs as shell scripts.
final class NoticeLibrary: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let counter: StaffOperations
  let words: Messages
  /// The clock, set to 20 November 2026, noon UTC.
  let clock = Locked(Timestamp(milliseconds: 1_795_176_000_000))
  let copies: [Copy.ID]
  let ada: Borrower.ID
  let zoe: Borrower.ID

  init() throws {
    let folder = try TemporaryFolder("deadwax-notices", inMemory: true)
    let clock = clock
    self.folder = folder
    let database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence, now: { clock.withLock { $0 } })
    self.database = database
    counter = StaffOperations(
      database: database, logger: .silent, defaults: LibraryPolicy(), zones: SampleZones(), isClockRight: { true },
      published: {})
    words = try Messages(folder: Repository.path("www/messages"))
    copies = try database.write { transaction in
      try ["Blue Train", "Köln & <Bremen>", "Tusk"].enumerated().map { index, title in
        let release = Release(
          id: transaction.newID(), status: .manual, medium: .cd, title: title, artist: index == 0 ? "John Coltrane" : ""
        )
        try transaction.insert(release)
        let copy = Copy(
          id: transaction.newID(), release: release.id, number: index + 1,
          code: OwnCode(.copy, number: UInt64(index + 1)), addedAt: transaction.now)
        try transaction.insert(copy)
        return copy.id
      }
    }
    ada = try counter.borrowers.enrol(
      Borrowers.Enrolment(name: "Ada Lovelace", email: "ada@example.org"), by: nil
    ).borrower.id
    zoe = try counter.borrowers.enrol(
      Borrowers.Enrolment(name: "Zoë Müller", email: "zoe@example.org", language: "de"), by: nil
    ).borrower.id
  }

  var library: @Sendable (any Queryable) throws -> LibraryPolicy {
    let counter = counter
    return { try counter.library(in: $0) }
  }

  func advance(days: Int, seconds: Int = 0) { clock.withLock { $0 = $0 + .seconds(days * 86_400 + seconds) } }

  @discardableResult
  func lend(_ copy: Copy.ID, to borrower: Borrower.ID) throws -> Loan {
    try counter.loans.checkOut(Loans.CheckOut(copy: .id(copy), borrower: .id(borrower)), by: nil).loan
  }

  func recordReturn(_ copy: Copy.ID) throws { _ = try counter.loans.checkIn(Loans.CheckIn(copy: .id(copy)), by: nil) }

  /// Creates a program of the library: a shell script that runs in this folder.
  func program(_ name: String, _ body: String) throws -> String {
    let path = folder.path(name)
    try Data("#!/bin/sh\ncd '\(folder.path("."))' || exit 99\n\(body)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// Returns the text that a program has written to a file in the folder; empty if there is none.
  func text(_ name: String) -> String {
    FileManager.default.contents(atPath: folder.path(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Creates a session record of a borrower with its lines.
  func session(_ borrower: Borrower.ID?, _ lines: [StoredSession.Line]) throws -> StoredSession.ID {
    try database.write { transaction in
      let session = StoredSession(
        id: transaction.newID(), station: .hubStation, borrower: borrower, beganAt: transaction.now,
        endedAt: transaction.now)
      try transaction.insert(session)
      for line in lines { try transaction.append(line, to: session.id, change: nil) }
      return session.id
    }
  }
}
