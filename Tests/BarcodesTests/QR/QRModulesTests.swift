import LabelDrawing
import TestSupport
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(10))) struct QRModulesTests {
  private func modules(_ text: String) throws -> QRModules {
    let symbol = try BarcodeSymbol.encode(.qr, text)
    return QRModules(version: try #require(QRVersion(side: symbol.rows)), areDark: symbol.modules)
  }

  private func read(_ modules: QRModules) -> String? {
    guard let format = modules.format, let content = modules.content(format) else { return nil }
    return QRText(content.data, version: modules.version)?.text
  }

  @Test func `a code of every version is read`() throws {
    var versions: Set<Int> = []
    var length = 1
    while length <= 2300 {
      let text = String((0..<length).map { "abcdefghij\($0)"[$0 % 10] })
      let modules = try modules(text)
      if versions.insert(modules.version.number).inserted {
        #expect(read(modules) == text, "version \(modules.version.number)")
        #expect(modules.version.number < 7 || modules.encodedVersion == modules.version)
      }
      length += max(1, length / 30)
    }
    #expect(versions == Set(1...40))
  }

  @Test(arguments: ["1", "01234567", "HELLO WORLD $%*+-./:", "Zürich", "0123ABCdef", "http://example.org/?a=%20"])
  func `every way to write a text is read`(text: String) throws {
    #expect(try read(modules(text)) == text)
    #expect(try read(modules(text).mirrored.mirrored) == text)
  }

  @Test func `one seen in a mirror is read when it is turned over`() throws {
    let mirrored = try modules("DW:I:0123456789ABCX").mirrored
    #expect(read(mirrored) == nil)
    #expect(read(mirrored.mirrored) == "DW:I:0123456789ABCX")
  }

  @Test func `damage is corrected or nothing is read, but never another text`() throws {
    let texts = [
      "DW:I:0123456789ABCX", "https://example.org/records/5099902988023", String(repeating: "la ", count: 60),
    ]
    var random = SeededRandom(seed: 21)
    var (whole, none) = (0, 0)
    for text in texts {
      let clean = try modules(text)
      for _ in 0..<700 {
        var damaged = clean
        for _ in 0..<Int.random(in: 0...clean.areDark.count / 8, using: &random) {
          damaged.areDark[Int.random(in: 0..<damaged.areDark.count, using: &random)].toggle()
        }
        switch read(damaged) {
        case nil: none += 1
        case text: whole += 1
        case let other?: Issue.record("\(text) became \(other)")
        }
      }
    }
    #expect(whole > 100 && none > 100, "\(whole) read, \(none) not")
  }

  @Test func `noise gives no text`() {
    var random = SeededRandom(seed: 22)
    for number in [1, 1, 1, 2, 3, 7] {
      guard let version = QRVersion(number) else { continue }
      for _ in 0..<400 {
        let noise = (0..<version.side * version.side).map { _ in Bool.random(using: &random) }
        if let text = read(QRModules(version: version, areDark: noise)) { Issue.record("noise said \(text)") }
      }
    }
  }

  /// Data code words of versions 1, 7, 10, 20 and 40 at L, M, Q and H (ISO/IEC 18004, Table 7).
  @Test(arguments: [
    (1, [19, 16, 13, 9]), (7, [156, 124, 88, 66]), (10, [274, 216, 154, 122]), (20, [861, 669, 485, 385]),
    (40, [2956, 2334, 1666, 1276]),
  ])
  func `a version has the capacity of the standard`(number: Int, data: [Int]) throws {
    let version = try #require(QRVersion(number))
    let levels: [QRVersion.Level] = [.low, .medium, .quartile, .high]
    #expect(levels.map { version.codewords - version.blocks($0) * version.checks($0) } == data)
  }

  @Test func `alignment patterns lie where the standard draws them`() throws {
    let table = [1: [], 2: [6, 18], 7: [6, 22, 38], 14: [6, 26, 46, 66], 32: [6, 34, 60, 86, 112, 138]]
    for (number, places) in table { #expect(try #require(QRVersion(number)).alignments == places) }
    #expect(try #require(QRVersion(7)).alignmentMiddles.count == 6)
    #expect(QRVersion(0) == nil && QRVersion(41) == nil && QRVersion(side: 22) == nil)
  }
}

extension String {
  /// The character at an index, modulo the length.
  fileprivate subscript(index: Int) -> Character { self[self.index(startIndex, offsetBy: index % count)] }
}
