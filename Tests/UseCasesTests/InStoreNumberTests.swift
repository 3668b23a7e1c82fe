import Deadwax
import Execution
import Log
import StationLogic
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// Tests of the library's own numbers, printed as EAN-13.
@Suite(.timeLimit(.minutes(5)))
struct InStoreNumberTests {
  private let folder: TemporaryFolder
  private let database: Database
  private let copy: Copy

  init() throws {
    folder = try TemporaryFolder("deadwax-house-number", inMemory: true)
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("d.sqlite")), migrations: Migration.all, logger: .silent)
    copy = try database.write { transaction in
      let release = Release(id: .new(at: transaction.now), status: .manual, medium: .cd, title: "T", artist: "A")
      try transaction.insert(release)
      let copy = Copy(
        id: .new(at: transaction.now), release: release.id, number: 1, code: .new(.copy), addedAt: transaction.now)
      try transaction.insert(copy)
      return copy
    }
  }

  private func named(_ text: String, _ symbology: Symbology? = .ean13) throws -> StationFacts.Resolution {
    try database.read { try $0.named(by: Code.classify(text, symbology: symbology)) }
  }

  private func bind(_ class: Code.Class, _ value: String, to target: CodeTarget) throws {
    try database.write { try $0.bind(Code.Key(class: `class`, value: value), to: target) }
  }

  @Test func `a number that was printed names its copy, one that was not names nothing`() throws {
    try bind(.text, "2900000000018", to: .copy(copy.id))
    for symbology in [Symbology.ean13, .typed, nil] {
      guard case .copy(let found) = try named("2900000000018", symbology) else {
        Issue.record("\(String(describing: symbology))")
        continue
      }
      #expect(found.id == copy.id)
    }
    guard case .nothing = try named("2900000000025") else {
      Issue.record("a number that was never printed")
      return
    }
  }

  @Test func `a shop's number for a release remains bound to it`() throws {
    try bind(.gtin, "2900000000018", to: .release(copy.release))
    guard case .release(copy.release, _) = try named("2900000000018") else {
      Issue.record("the release is not found")
      return
    }
  }

  @Test func `an ambiguous number is never chosen without a prompt`() throws {
    try bind(.gtin, "2900000000018", to: .release(copy.release))
    try bind(.text, "2900000000018", to: .copy(copy.id))
    #expect(try named("2900000000018") == .ambiguous)
  }

  @Test func `a commercial barcode is not searched among the library's numbers`() throws {
    // A private text that looks like a record's barcode: the barcode belongs to the record.
    try bind(.text, "5099902988023", to: .copy(copy.id))
    guard case .nothing = try named("5099902988023") else {
      Issue.record("a public number was taken for one of the library's own")
      return
    }
  }
}
