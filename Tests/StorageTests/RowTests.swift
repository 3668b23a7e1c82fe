import Deadwax
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RowTests {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch(inMemory: true)
    database = try scratch.open()
  }

  /// Returns the storage class of the value in SQLite, and the value read back as the same binding.
  func roundTrip(_ value: (any Bindable)?) throws -> (kind: String, value: Binding)? {
    try database.read { transaction in
      try transaction.first("SELECT typeof(?1), ?1", value) { row in
        let kind = try row.text(0)
        let value: Binding =
          switch kind {
          case "integer": .integer(try row.integer(1))
          case "real": .real(try row.real(1))
          case "text": .text(try row.text(1))
          case "blob": .blob(try row.blob(1))
          default: .null
          }
        return (kind, value)
      }
    }
  }

  @Test(
    arguments: [
      (0, "integer"), (-1, "integer"), (Int.max, "integer"), (Int.min, "integer"),
      (Int64.min, "integer"), (true, "integer"), (false, "integer"),
      (Timestamp(milliseconds: 1_795_165_520_000), "integer"),
      (0.1, "real"), (-Double.greatestFiniteMagnitude, "real"), (Double.infinity, "real"),
      ("", "text"), ("Björk – Début 日本 🎧", "text"), ("a\0b", "text"), ("\0", "text"),
      ([UInt8](), "blob"), ([UInt8](0...255), "blob"),
      (Optional("x"), "text"), (String?.none, "null"), (Int?.none, "null"), (Double.nan, "null"),
    ] as [(any Bindable & Sendable, String)])
  func `a value comes back as it was bound`(value: any Bindable & Sendable, kind: String) throws {
    let found = try #require(try roundTrip(value))
    #expect(found.kind == kind)
    if kind != "null" { #expect(found.value == value.binding) }
  }

  @Test func `nil is NULL`() throws {
    #expect(try roundTrip(nil)?.kind == "null")
  }

  @Test func `a text of many megabytes comes back whole`() throws {
    let text = String(repeating: "Impulse! ", count: 2_000_000)
    #expect(try roundTrip(text)?.value == .text(text))
  }

  @Test func `an identifier and a time are read as such`() throws {
    let id = Identifier<Self>.new(at: Timestamp(milliseconds: 5))
    let time = Timestamp(milliseconds: -7)
    let found = try database.read { transaction in
      try transaction.first("SELECT ?, ?, NULL, NULL, 1, 0, NULL", id, time) { row -> Found in
        Found(
          id: try row.id(0), time: try row.time(1), noID: try row.optionalID(2), noTime: try row.optionalTime(3),
          yes: try row.flag(4), no: try row.flag(5), noFlag: try row.optionalFlag(6))
      }
    }
    #expect(found == Found(id: id, time: time, noID: nil, noTime: nil, yes: true, no: false, noFlag: nil))
  }

  struct Found: Equatable {
    let id: Identifier<RowTests>
    let time: Timestamp
    let noID: Identifier<RowTests>?
    let noTime: Timestamp?
    let yes: Bool
    let no: Bool
    let noFlag: Bool?
  }

  @Test func `NULL is nil where it may be`() throws {
    let isNil = try database.read { transaction in
      try transaction.first("SELECT NULL") { row in
        try [
          row.optionalText(0) == nil, row.optionalInteger(0) == nil, row.optionalReal(0) == nil,
          row.optionalBlob(0) == nil, row.isNull(0),
        ]
      }
    }
    #expect(isNil == [true, true, true, true, true])
  }

  @Test(arguments: ["NULL", "'secret'", "12", "1.5", "x'00'"])
  func `a value of another type is a mismatch that does not show it`(literal: String) throws {
    // The typed accessors, with the literals that each accepts.
    let readings: [(takes: Set<String>, read: @Sendable (Row) throws -> Void)] = [
      (["'secret'"], { _ = try $0.text(0) }),
      (["'secret'", "NULL"], { _ = try $0.optionalText(0) }),
      (["12"], { _ = try $0.integer(0) }),
      (["12", "NULL"], { _ = try $0.optionalInteger(0) }),
      (["12", "1.5"], { _ = try $0.real(0) }),
      (["12", "1.5", "NULL"], { _ = try $0.optionalReal(0) }),
      (["x'00'"], { _ = try $0.blob(0) }),
      (["x'00'", "NULL"], { _ = try $0.optionalBlob(0) }),
      ([], { _ = try $0.flag(0) }),
      (["12"], { _ = try $0.time(0) }),
      ([], { _ = try $0.id(0) as Identifier<RowTests> }),
      (["NULL"], { _ = try $0.optionalID(0) as Identifier<RowTests>? }),
    ]
    for reading in readings {
      do {
        _ = try database.read { try $0.first("SELECT \(literal) AS answer", as: reading.read) }
        #expect(reading.takes.contains(literal))
      } catch let error as StorageError {
        #expect(!reading.takes.contains(literal))
        #expect(error.kind == .mismatch)
        #expect(error.message.contains("column 0 'answer'"))
        #expect(!error.message.contains("secret") && !error.message.contains("12"))
      }
    }
  }

  @Test(arguments: [-1, 1, 99])
  func `a column that is not there is a mismatch`(column: Int) throws {
    let error = #expect(throws: StorageError.self) {
      try database.read { try $0.first("SELECT 1") { try $0.integer(Column(column)) } }
    }
    #expect(error?.kind == .mismatch)
  }

  @Test func `a row used outside its closure traps`() async {
    await #expect(processExitsWith: .failure) {
      let scratch = try Scratch(inMemory: true)
      let database = try scratch.open()
      scratch.removeAll()
      let row = try database.read { try $0.first("SELECT 1") { $0 } }
      _ = try row?.integer(0)
    }
  }
}
