import Deadwax
import Moving
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DamagedImportTests {
  private static let good = "number,title\r\n1,Grüße\r\n2,\"Two, and\r\nmore\"\r\n"

  @Test func `damaged files are refused with line and character, and the library stays as it is`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let before = try library.dump()
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let broken: [UInt8] = [0xC3, 0x28, 0x0A]
    let long = "number,title\n1," + String(repeating: "x", count: 65_537) + "\n"
    let wide = String(repeating: "a,", count: 400) + "\n"
    var cases: [(name: String, bytes: [UInt8], line: Int, column: Int)] = []
    cases.append(("cut inside quotes", Array(Self.good.utf8.dropLast(4)), 3, 3))
    cases.append(("NUL", Array("number,title\n1,a\u{0}b\n".utf8), 2, 4))
    cases.append(("a stray quote", Array("number,title\n1,a\"b\n".utf8), 2, 4))
    cases.append(("text after a quote", Array("number,title\n1,\"a\"b\n".utf8), 2, 6))
    cases.append(("broken UTF-8 behind a mark", mark + Array("number,title\n1,a".utf8) + broken, 2, 5))
    cases.append(("half a unit of UTF-16", [0xFF, 0xFE, 0x61, 0x00, 0x62], 1, 2))
    cases.append(("a field of more than 64 KiB", Array(long.utf8), 2, 65_539))
    cases.append(("400 columns", Array(wide.utf8), 1, 602))
    for (name, bytes, line, column) in cases {
      let view = try await library.plan(bytes)
      #expect(view.phase == .damaged, "\(name): \(view.phase)")
      #expect(view.fault?.line == line && view.fault?.column == column, "\(name): \(view.fault.map { "\($0)" } ?? "")")
      #expect(view.plan == nil)
      #expect(throws: MovingError.self) {
        try library.imports.apply(view.id, plan: "", skipsRefused: true, by: nil)
      }
    }
    #expect(throws: MovingError.emptyFile) {
      try library.imports.begin(try library.imports.receive(), as: .copies, id: nil)
    }
    for nothing in ["\n\n", "\u{FEFF}"] { #expect(try await library.plan(nothing).phase == .damaged, "\(nothing)") }
    let lines = try await library.plan("title\n" + String(repeating: "x\n", count: LibraryImports.lineLimit + 1))
    #expect(lines.phase == .damaged && lines.fault?.sentence == MovingError.tooManyLines.description)
    #expect(try library.dump() == before)
  }

  @Test func `every encoding and line end gives the same plan`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let expected = try await library.plan(Self.good)
    #expect(expected.counts == [.add: 2] && !expected.isEncodingGuessed)
    let utf16 = Array(Self.good.utf16)
    let others: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + Array(Self.good.utf8),
      [0xFF, 0xFE] + utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
    ]
    for bytes in others { #expect(try await library.plan(bytes).plan == expected.plan) }
    let old = try await library.plan(Self.good.unicodeScalars.map { UInt8($0.value) })
    #expect(old.plan == expected.plan && old.isEncodingGuessed && old.encoding == "windows-1252")
    // A wrong guess is corrected by a person.
    _ = try library.imports.change(old.id, encoding: "utf-8", delimiter: nil, program: nil, fields: nil)
    #expect(try await library.end(of: old.id).phase == .damaged)
    _ = try library.imports.change(old.id, encoding: "windows-1252", delimiter: nil, program: nil, fields: nil)
    #expect(try await library.end(of: old.id).plan == expected.plan)
  }

  @Test func `a file that is cut anywhere is a damaged file or a shorter plan, never another one`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let whole = try library.lines(try await library.plan(Self.good))
    let before = try library.dump()
    for length in 1..<Self.good.utf8.count {
      let view = try await library.plan(Array(Self.good.utf8.prefix(length)))
      guard view.phase == .ready else { continue }
      #expect(try library.lines(view).count <= whole.count, "\(length)")
    }
    #expect(try library.dump() == before)
  }
}
