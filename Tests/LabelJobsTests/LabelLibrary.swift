import Deadwax
import Foundation
import LabelJobs
import Lending
import Log
import Storage
import StorageTestSupport
import TestSupport
import Threads

/// A library with records for labels, and a service that prints them.
final class LabelLibrary: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let service: LabelService
  let copies: [Copy]
  let shelf: Place
  let slot: Slot
  let borrower: Borrower

  /// - Parameters:
  ///   - reader: the program that verifies the labels; nil for the real one.
  ///   - printing: the way to a printer.
  ///   - address: the web address of copies.
  ///   - titles: the titles of the records; the last one has no place.
  ///   - library: the library policy.
  /// - Throws: an error of the file system or the database.
  init(
    reader: String? = nil, printing: LabelPrinting = .none, address: String? = nil,
    titles: [String] = ["Blue Train", "Агата Кристи", "Kind of Blue"], library: LibraryPolicy = LibraryPolicy()
  ) throws {
    folder = try TemporaryFolder("deadwax-press", inMemory: true)
    let database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    self.database = database
    (shelf, slot, borrower, copies) = try database.write { transaction in
      let now = transaction.now
      let room = Place(id: .new(at: now), kind: .room, name: "Archive")
      let shelf = Place(id: .new(at: now), parent: room.id, kind: .shelf, name: "Shelf 3")
      let slot = Slot(id: .new(at: now), place: shelf.id, placeName: shelf.name, number: 7)
      let borrower = Borrower(id: .new(at: now), name: "A. Reader", shortName: "A.")
      try transaction.insert(room)
      try transaction.insert(shelf)
      try transaction.insert(slot)
      try transaction.insert(borrower)
      var copies: [Copy] = []
      for (number, title) in zip(1..., titles) {
        let release = Release(
          id: .new(at: now), status: .manual, medium: .vinyl, title: title, artist: "Somebody",
          catalogNumber: "CAT \(number)")
        try transaction.insert(release)
        let copy = Copy(
          id: .new(at: now), release: release.id, number: number, code: .new(.copy),
          location: number == titles.count ? nil : Location(place: shelf.id, placeName: shelf.name), addedAt: now)
        try transaction.insert(copy)
        copies.append(copy)
      }
      return (shelf, slot, borrower, copies)
    }
    var configuration = LabelService.Configuration(
      layouts: Repository.path("hardware/labels"), folder: folder.path("labels"),
      reader: try reader ?? Repository.program("deadwax-reader"), printing: printing)
    configuration.address = address
    service = LabelService(
      database: database, configuration: configuration, library: { _ in library }, logger: .silent, published: {})
  }

  func end() {
    service.stop()
    database.close()
  }

  /// Creates labels and waits for them.
  func make(_ order: LabelOrder) throws -> LabelJob {
    let answer = Monitor<Result<LabelJob, any Error>?>(nil)
    let isTaken = service.perform { [service] in
      service.make(order, at: nil, by: nil) { result in answer.update { $0 = result } }
    }
    guard isTaken else { throw TestFailure("too much waits") }
    guard let result = answer.wait(atMost: .seconds(600), until: { $0 }) else { throw TestFailure("no answer came") }
    var job = try result.get()
    // On a busy machine the response may arrive before the job has finished.
    let deadline = ContinuousClock.now + .seconds(600)
    while job.state == .making, ContinuousClock.now < deadline {
      Thread.sleep(forTimeInterval: 0.05)
      job = try service.job(job.id)
    }
    return job
  }

  /// Creates a program for this test from a shell script.
  static func script(_ text: String, in folder: TemporaryFolder, named name: String = "program") throws -> String {
    let path = folder.path(name)
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  func count(_ table: String) throws -> Int64 {
    try database.read { try $0.first("SELECT count(*) FROM \(table)") { try $0.integer(0) } ?? 0 }
  }
}
