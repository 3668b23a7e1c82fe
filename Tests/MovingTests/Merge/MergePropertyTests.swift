import Deadwax
import Foundation
import Moving
import TestSupport
import Testing

@testable import Storage

/// Two libraries that were one, each changed on its own, then merged into each other.
@Suite(.timeLimit(.minutes(20))) struct MergePropertyTests {
  /// Changes a library as people do, at random, with its own clock.
  private struct Owner {
    var random: SeededRandom
    var now: Int64

    mutating func change(_ library: ArchivedLibrary, steps: Int) throws {
      for _ in 0..<steps { try change(library) }
    }

    private mutating func change(_ library: ArchivedLibrary) throws {
      now += Int64.random(in: 0...3, using: &random)
      let (time, word) = (now, "w\(Int.random(in: 0...5, using: &random))")
      let act = Int.random(in: 0..<9, using: &random)
      let seed = UInt64.random(in: 0 ... .max, using: &random)
      try library.database.write { transaction in
        var random = SeededRandom(fixedSeed: seed)
        func id(of table: String) throws -> String? {
          try transaction.all("SELECT id FROM \(table) ORDER BY id") { try $0.text(0) }.randomElement(using: &random)
        }
        switch act {
        case 0, 1:
          let release = Release(
            id: transaction.newID(), status: .manual, medium: .vinyl, title: word, artist: "Trio", year: 1970)
          try transaction.insert(release)
          try transaction.run("UPDATE release SET modified_at = ?2 WHERE id = ?1", release.id, time)
          let copy = Copy(
            id: transaction.newID(), release: release.id, number: try transaction.nextCopyNumber(),
            code: transaction.newOwnCode(.copy), addedAt: transaction.now)
          try transaction.insert(copy)
          try transaction.run("UPDATE copy SET modified_at = ?2 WHERE id = ?1", copy.id, time)
        case 2:
          guard let release = try id(of: "release") else { return }
          try transaction.run("UPDATE release SET notes = ?2, modified_at = ?3 WHERE id = ?1", release, word, time)
          try transaction.index(release: release)
        case 3:
          guard let release = try id(of: "release") else { return }
          try transaction.run(
            "UPDATE release SET favourite_at = ?2 WHERE id = ?1 AND favourite_at IS NULL", release, time)
        case 4:
          guard let copy = try id(of: "copy") else { return }
          try transaction.run(
            "UPDATE copy SET notes = ?2, plays = plays + 1, modified_at = ?3 WHERE id = ?1", copy, word, time)
          if let release = try transaction.release(ofCopy: copy) { try transaction.index(release: release) }
        case 5:
          let crate = Crate(
            id: transaction.newID(), parent: nil, name: word, note: nil, createdAt: Timestamp(milliseconds: time),
            version: 1)
          try transaction.insert(crate)
        case 6:
          guard let crate = try id(of: "crate") else { return }
          try transaction.run("UPDATE crate SET note = ?2, modified_at = ?3 WHERE id = ?1", crate, word, time)
        case 7:
          let borrower = Borrower(id: transaction.newID(), name: word, shortName: word)
          try transaction.insert(borrower)
          try transaction.run("UPDATE borrower SET modified_at = ?2 WHERE id = ?1", borrower.id, time)
        default:
          let name = "Shelf \(word)"
          guard try transaction.first("SELECT 1 FROM place WHERE name = ?1", name, as: { _ in true }) == nil else {
            return
          }
          let place = Place(id: transaction.newID(), kind: .shelf, name: name)
          try transaction.insert(place)
          if let copy = try id(of: "copy") {
            try transaction.run("UPDATE copy SET place_id = ?2, modified_at = ?3 WHERE id = ?1", copy, place.id, time)
          }
        }
        _ = try transaction.recordChange(.imported)
        try transaction.publish(.settingChanged)
      }
    }
  }

  @Test func `A into B and B into A agree on what people see, and a second time changes nothing`() throws {
    var random = SeededRandom(seed: 97)
    for number in 1...CaseBudget.cases(of: 30) {
      let (one, two) = (try ArchivedLibrary(), try ArchivedLibrary())
      var owners = (0..<2).map { _ in
        Owner(random: SeededRandom(fixedSeed: UInt64.random(in: 0 ... .max, using: &random)), now: 100)
      }
      try owners[0].change(one, steps: Int.random(in: 0...20, using: &random))
      // Half of them begin as one library.
      if Bool.random(using: &random) { try two.take(try one.archive()) }
      for _ in 1...2 {
        try owners[0].change(one, steps: Int.random(in: 0...12, using: &random))
        try owners[1].change(two, steps: Int.random(in: 0...12, using: &random))
        let (first, second) = (try one.archive(), try two.archive())
        try one.take(second)
        try two.take(first)
        let (here, there) = (try one.userData(), try two.userData())
        for (kind, data) in here { #expect(data == there[kind], "case \(number): \(kind)") }
        // The same files once more, and then what each has become.
        for (library, file) in [(one, second), (two, first)] {
          let before = try library.database.read { try $0.dump(marks: true) }
          let again = try library.take(file)
          #expect(again.phase == .ready, "case \(number): \(again.counts)")
          #expect(try library.database.read { try $0.dump(marks: true) } == before, "case \(number)")
        }
        let back = try one.take(try two.archive())
        #expect(back.counts[.add] ?? 0 == 0 && back.counts[.change] ?? 0 == 0, "case \(number): \(back.counts)")
      }
      #expect(try one.strangers() == [] && two.strangers() == [])
      for library in [one, two] {
        #expect(try library.database.write { try $0.searchIndexFaults() } == [], "case \(number)")
      }
    }
  }
}
