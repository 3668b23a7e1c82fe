import Foundation
import Imaging
import LabelDrawing
import Pictures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DecodeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-decode") }

  private func picture(_ kind: BarcodeSymbol.Kind, _ text: String, as name: String) throws -> String {
    let frame = try BarcodeSymbol.encode(kind, text).drawn(moduleSize: 3, barHeight: 100)
    return try folder.write(PGMPicture.encode(frame), to: name)
  }

  private func decode(_ arguments: [String]) async throws -> (exit: ChildProgram.Exit, out: [String], error: [String]) {
    let program = try ChildProgram("deadwax-reader", ["decode"] + arguments)
    let exit = try await program.exit()
    return (exit, program.lines(), program.lines(on: .error))
  }

  private struct Line: Decodable {
    var file: String
    var error: String?
    var width: Int?
    var height: Int?
    var ms: Double?
    var symbols: [Symbol]?

    struct Symbol: Decodable {
      var symbology: String
      var text: String
      var verified: Bool
      var points: [[Int]]
    }
  }

  @Test func `the codes of a shelf come last, in their order`() async throws {
    func pile(_ codes: [String]) throws -> LumaFrame {
      let symbols = try codes.map { try BarcodeSymbol.encode(.qr, $0).drawn(moduleSize: 4, barHeight: 4) }
      let (width, height) = (symbols[0].width, symbols.map(\.height).reduce(0, +))
      return LumaFrame(width: width, height: height, pixels: symbols.flatMap(\.pixels))
    }
    let codes = ["record 1", "record 2", "record 3", "record 4"]
    let files = [
      try folder.write(PGMPicture.encode(try pile(Array(codes[1...]))), to: "below"),
      try folder.write(PGMPicture.encode(try pile(Array(codes[..<3]))), to: "above"),
    ]
    let (exit, out, error) = try await decode(["--shelf"] + files)
    #expect(exit == .code(0) && error.isEmpty)
    #expect(Array(out.suffix(4)) == codes)
    struct Rows: Decodable {
      struct Row: Decodable {
        struct Place: Decodable { var text: String, picture: Int }
        var codes: [Place], doubtful: [Place]
      }
      var rows: [Row]
    }
    let lines = try await decode(["--shelf", "--json"] + files).out
    #expect(lines.count == 3)
    let rows = try JSONDecoder().decode(Rows.self, from: Data((lines.last ?? "").utf8)).rows
    #expect(rows.map { $0.codes.map(\.text) } == [codes] && rows.allSatisfy { $0.doubtful.isEmpty })
  }

  @Test func `each picture is a JSON line, an unreadable one too`() async throws {
    let files = [
      try picture(.ean13, "5099902988023", as: "a sleeve.jpg"), folder.path("missing.png"),
      try picture(.qr, "Zürich \"quoted\"\n", as: "card"),
      try folder.write(PGMPicture.encode(LumaFrame(width: 9, height: 5, filledWith: 255)), to: "blank"),
      try folder.write("no picture", to: "letter.jpg"),
    ]
    let (exit, out, error) = try await decode(["--json"] + files)
    #expect(exit == .code(1) && error.isEmpty)
    let lines = try out.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(lines.map(\.file) == files)
    #expect(lines.map { $0.error == nil } == [true, false, true, true, false])
    #expect(lines[0].symbols?.map(\.text) == ["5099902988023"] && lines[0].symbols?.first?.symbology == "EAN-13")
    #expect(lines[0].symbols?.first?.points.count == 4 && lines[0].symbols?.first?.verified == true)
    #expect(lines[0].width == (95 + 18) * 3 && (lines[0].ms ?? -1) >= 0)
    #expect(lines[2].symbols?.map(\.text) == ["Zürich \"quoted\"\n"])
    #expect(lines[3].symbols?.isEmpty == true && lines[3].height == 5)
    #expect(lines[1].error == "Cannot read the file: No such file or directory.")
    #expect(lines[4].error == "This is not a JPEG, PNG or PGM picture.")
  }

  @Test func `people get columns, and no terminal is troubled`() async throws {
    let files = [try picture(.upcA, "075678264214", as: "lp"), try picture(.qr, "a\u{1B}[2Jb", as: "a long name")]
    let (exit, out, _) = try await decode(files)
    #expect(exit == .code(0) && out.count == 2)
    #expect(out[0].hasSuffix("UPC-A     075678264214"))
    #expect(out[1].hasSuffix("QR        a\\u{1b}[2Jb"))
    #expect(
      out[0].firstRange(of: "UPC-A")?.lowerBound.utf16Offset(in: out[0])
        == out[1].firstRange(of: "QR ")?.lowerBound.utf16Offset(in: out[1]))
  }

  @Test func `only the formats asked for are looked for`() async throws {
    let file = try picture(.code128, "DW:I:0123456789ABCX", as: "label")
    #expect(try await decode([file]).out.first?.contains("DW:I:0123456789ABCX") == true)
    #expect(try await decode(["--formats", "ean13,qr", file]).out.first?.hasSuffix("no barcode") == true)
    #expect(try await decode(["--formats=all", "--", file]).out.first?.contains("Code 128") == true)
  }

  @Test(arguments: [
    [], ["--json"], ["--formats", "ean99", "x.png"], ["--formats"], ["--jsn", "x.png"], ["--json=yes", "x.png"],
  ])
  func `an invalid command is reported`(arguments: [String]) async throws {
    let (exit, out, error) = try await decode(arguments)
    #expect(exit == .code(64) && out.isEmpty)
    #expect(error.first?.hasPrefix("deadwax-reader: ") == true)
    #expect(error.last == "See: deadwax-reader decode --help")
  }

  @Test func `help is not an error`() async throws {
    let (exit, out, error) = try await decode(["--help"])
    #expect(exit == .code(0) && error.isEmpty && out.first?.hasPrefix("usage:") == true)
  }
}
