import Deadwax
import Imaging
import LabelDrawing
import TestSupport
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(5))) struct VerifierTests {
  @Test(arguments: ["5099902988023", "0023942431015", "9780441014989", "4006381333931"])
  func `a code's own bars prove it`(digits: String) throws {
    let evidence = try #require(try Self.evidence(for: digits, printed: digits))
    #expect(evidence.fit > 0.9 && evidence.weakest > 50)
    #expect(Acceptance.isBelieved(evidence, hasCheck: true))
  }

  @Test func `other digits with a right check digit are refused, be they ever so near`() throws {
    // Two digits differ, so that the check digit stays right.
    for (read, printed) in [
      ("5099902988023", "5990902988023"), ("5099902988023", "5099002988022"), ("4006381333931", "4002321333931"),
    ] {
      #expect(GTIN(key: read) != nil && GTIN(key: printed) != nil)
      let evidence = try #require(try Self.evidence(for: read, printed: printed))
      #expect(evidence.weakest < 0)
      #expect(!Acceptance.isBelieved(evidence, hasCheck: true), "\(read) for \(printed): \(evidence)")
    }
  }

  @Test func `the misreading that whole packets of lines agree on is refused`() throws {
    // Running ink turns 1 into 7, 2 into 8 and one parity into the other, on every line alike.
    let evidence = try #require(try Self.evidence(for: "9074932437075", printed: "0023942431015"))
    #expect(evidence.weakest + evidence.second < 0)
    #expect(!Acceptance.isBelieved(evidence, hasCheck: true))
  }

  @Test func `generated pairs: the printed code is accepted, and any other never is`() throws {
    var random = SeededRandom(seed: 20)
    for _ in 1...60 {
      let printed = Self.digits(&random)
      let read = Self.digits(&random)
      let own = try #require(try Self.evidence(for: printed, printed: printed))
      #expect(Acceptance.isBelieved(own, hasCheck: true), "\(printed) \(own)")
      if read != printed, let other = try Self.evidence(for: read, printed: printed) {
        #expect(!Acceptance.isBelieved(other, hasCheck: true), "\(read) for \(printed) \(other)")
      }
    }
  }

  @Test func `a pattern is aligned with its edges, forwards and backwards, and spread ink is measured`() throws {
    let pattern = try #require(BarPattern.retail(.ean13, Array("5099902988023".utf8)))
    for spread in [Float(-0.2), 0, 0.25] {
      let edges = pattern.edges.enumerated().map { 40 + 3 * ($1 + ($0 % 2 == 0 ? -spread : spread)) }
      let forwards = try #require(Alignment(pattern, on: edges, first: 0, isBackwards: false))
      #expect(abs(forwards.module - 3) < 0.01 && abs(forwards.spread - spread) < 0.01 && forwards.residual < 0.01)
      let mirrored = edges.map { 500 - $0 }.reversed() as [Float]
      let backwards = try #require(Alignment(pattern, on: mirrored, first: edges.count - 1, isBackwards: true))
      #expect(abs(backwards.place(0) - 460) < 0.1 && abs(backwards.spread - spread) < 0.01)
    }
    #expect(Alignment(pattern, on: [1, 2, 3], first: 0, isBackwards: false) == nil)
  }

  /// Returns the evidence that a blurred line of a print gives for some digits.
  private static func evidence(for digits: String, printed: String) throws -> Evidence? {
    let frame = try BarcodeSymbol.encode(.ean13, printed).drawn(moduleSize: 3, barHeight: 20).boxBlurred(radius: 1)
    let line = frame.pixels[10 * frame.width..<11 * frame.width].map { Float($0) }
    let pattern = try #require(BarPattern.retail(.ean13, Array(digits.utf8)))
    let alignment = Alignment(from: 32.5, to: 32.5 + 95 * 3, length: pattern.length)
    var profile = BarProfile()
    let isThere = line.withUnsafeBufferPointer { line in
      line.baseAddress.map { profile.take($0, length: line.count, step: 1, under: alignment) } ?? false
    }
    #expect(isThere)
    return Verifier().evidence(for: pattern, spread: 0, in: profile)
  }

  static func digits(_ random: inout SeededRandom) -> String {
    let body = (0..<12).map { _ in Int.random(in: 0...9, using: &random) }
    let sum = body.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return (body + [(10 - sum % 10) % 10]).map(String.init).joined()
  }
}

@Suite(.timeLimit(.minutes(5))) struct BarPatternTests {
  @Test(arguments: [
    (BarcodeSymbol.Kind.ean13, "5099902988023", Symbology.ean13), (.ean13, "9780441014989", .ean13),
    (.upcA, "075678264214", .ean13), (.ean8, "96385074", .ean8),
  ])
  func `the bars are those of another encoder`(kind: BarcodeSymbol.Kind, text: String, symbology: Symbology) throws {
    let digits = (kind == .upcA ? "0" : "") + text
    let pattern = try #require(BarPattern.retail(symbology, Array(digits.utf8)))
    #expect(pattern.edges == Self.edges(try BarcodeSymbol.encode(kind, text)))
  }

  @Test(arguments: ["DW:I:0123456789ABCX", "12345678", "a1B2", "Deadwax 4711 ~"])
  func `the signs of a Code 128 are read from its edges, both ways`(text: String) throws {
    let edges = Self.edges(try BarcodeSymbol.encode(.code128, text)).map { 10 + 2.5 * $0 }
    let code = try #require(Code128(on: edges, first: 0, isBackwards: false))
    #expect(code.bytes == Array(text.utf8))
    #expect(code.pattern.edges.count == edges.count)
    let mirrored = edges.map { 5000 - $0 }.reversed() as [Float]
    #expect(Code128(on: mirrored, first: mirrored.count - 1, isBackwards: true)?.values == code.values)
    // One edge that is off by a module makes another character, or none.
    var wrong = edges
    wrong[14] += wrong[15] - wrong[14] > 3 ? 2.5 : -2.5
    #expect(Code128(on: wrong, first: 0, isBackwards: false) == nil)
  }

  @Test func `no digits make no pattern`() {
    #expect(BarPattern.retail(.ean13, Array("12".utf8)) == nil)
    #expect(BarPattern.retail(.ean13, Array("50999029880x3".utf8)) == nil)
    #expect(BarPattern.retail(.upcE, Array("91234565".utf8)) == nil)
    #expect(BarPattern.retail(.upcE, Array("01234565".utf8))?.edges.count == 34)
  }

  @Test func `narrow and wide are taken from the line`() throws {
    // "A1B" between its asterisks has 50 elements, 15 of them wide; at a ratio of 2.5 each element is 4 or 10 long.
    for (symbology, text) in [(Symbology.code39, "A1B"), (.itf, "123456"), (.codabar, "A123B")] {
      let count = try #require(BarPattern.edgeCount(symbology, signs: text.utf8.count))
      let even = (0..<count).map { Float($0) * 4 }
      // All elements have one width: no text has only narrow elements.
      #expect(BarPattern.twoWidths(symbology, Array(text.utf8), on: even, first: 0, isBackwards: false) == nil)
      #expect(BarPattern.twoWidths(symbology, Array("#".utf8), on: even, first: 0, isBackwards: false) == nil)
    }
  }

  /// Returns the positions of a symbol's edges, in modules from its first bar.
  private static func edges(_ symbol: BarcodeSymbol) -> [Float] {
    var edges: [Float] = []
    var before = false
    for (index, module) in (symbol.modules + [false]).enumerated() where module != before {
      edges.append(Float(index))
      before = module
    }
    return edges.map { $0 - edges[0] }
  }
}

@Suite(.timeLimit(.minutes(5))) struct CodewordsTests {
  @Test func `the cheapest digits are found, with a correct check digit`() {
    var random = SeededRandom(seed: 31)
    for _ in 1...200 {
      let digits = VerifierTests.digits(&random).utf8.map { Int($0) - 48 }
      var codewords = Codewords()
      for cell in 0..<12 {
        for sign in 0..<20 {
          let isEven = cell < 6 && BarPattern.isEven(digits[0], cell)
          let isOwn = sign == digits[cell + 1] + (isEven ? 10 : 0)
          codewords.costs[cell * Codewords.stride + sign] = isOwn ? 1 : Float.random(in: 5...9, using: &random)
        }
      }
      // In one cell another digit fits better: alone it would make the check digit wrong.
      let cell = Int.random(in: 6..<12, using: &random)
      let other = (digits[cell + 1] + 1) % 10
      codewords.costs[cell * Codewords.stride + other] = 0
      #expect(codewords.cheapest() == digits.map { UInt8($0 + 48) })
    }
  }
}
