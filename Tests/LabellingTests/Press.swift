import Deadwax
import Foundation
import Labelling
import Lanes
import Log
import Storage
import TestSupport

/// A library with something to print labels for, and a service that prints them.
final class Press: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let service: LabelService
  let copies: [Copy]
  let shelf: Place
  let slot: Slot
  let borrower: Borrower

  /// - Parameters:
  ///   - reader: the program that reads the labels; the real one when nil.
  ///   - printing: how labels get to a printer.
  /// - Throws: what the file system or the database says.
  init(reader: String? = nil, printing: LabelPrinting = .none) throws {
    folder = try TemporaryFolder("deadwax-press")
    let database = try Database(
      path: folder.path("deadwax.sqlite"), migrations: Migration.all, logger: .silent,
      newestSequence: Journal.newestSequence)
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
      for (number, title) in [(1, "Blue Train"), (2, "Агата Кристи"), (3, "Kind of Blue")] {
        let release = Release(
          id: .new(at: now), status: .manual, medium: .vinyl, title: title, artist: "Somebody",
          catalogNumber: "CAT \(number)")
        try transaction.insert(release)
        let copy = Copy(
          id: .new(at: now), release: release.id, number: number, code: .new(.copy),
          location: number == 3 ? nil : Location(place: shelf.id, placeName: shelf.name), addedAt: now)
        try transaction.insert(copy)
        copies.append(copy)
      }
      return (shelf, slot, borrower, copies)
    }
    service = LabelService(
      database: database,
      configuration: LabelService.Configuration(
        layouts: Repository.path("hardware/labels"), folder: folder.path("labels"),
        reader: try reader ?? Repository.program("deadwax-reader"), printing: printing),
      logger: .silent, published: {})
  }

  func end() {
    service.stop()
    database.close()
  }

  /// Makes labels and waits for them.
  func make(_ order: LabelOrder) throws -> LabelJob {
    let answer = Condition<Result<LabelJob, any Error>?>(nil)
    guard service.perform({ [service] in service.make(order) { result in answer.update { $0 = result } } }) else {
      throw TestFailure("too much waits")
    }
    guard let result = answer.wait(atMost: .seconds(60), until: { $0 }) else { throw TestFailure("no answer came") }
    return try result.get()
  }

  /// A program for this test, from the text of a shell script.
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
