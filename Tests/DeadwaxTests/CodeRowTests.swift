import Deadwax
import Testing

/// Rows of spines are photographed in pieces, and put together again.
@Suite(.timeLimit(.minutes(5)))
struct CodeRowTests {
  /// A generator of the same numbers everywhere (SplitMix64).
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  private static func code(_ text: String, _ picture: Int, _ x: Double, _ y: Double, side: Double = 20) -> PicturedCode
  {
    PicturedCode(
      symbology: .qr, text: text, isVerified: true, picture: picture, x: (x - side / 2)...(x + side / 2),
      y: (y - side / 2)...(y + side / 2))
  }

  private static func own(_ number: UInt64) -> String { OwnCode(.copy, number: number).description }

  @Test
  func `overlapping pictures in any order give the row as it stands`() {
    var random = Seeded(state: 20_261_129)
    for round in 0..<600 {
      let count = Int.random(in: 2...120, using: &random)
      // The position of each spine in millimetres. Some trade barcodes stand twice, apart from each other.
      var at: [Double] = []
      for _ in 0..<count { at.append((at.last ?? 0) + .random(in: 8...14, using: &random)) }
      var texts = (0..<count).map { Self.own(UInt64(1000 * round + $0 + 1)) }
      if count > 20 {
        texts[2] = "5099902988023"
        texts[count - 3] = "5099902988023"
      }
      let span = 20
      var windows: [Range<Int>] = []
      var start = 0
      while true {
        windows.append(start..<min(count, start + span))
        if start + span >= count { break }
        start += span - Int.random(in: 5...9, using: &random)
      }
      windows.shuffle(using: &random)
      var seen: Set<Int> = []
      let pictures = windows.enumerated().map { picture, window in
        let isDown = round.isMultiple(of: 3)
        let near = Double.random(in: 4...9, using: &random)
        let fall = Double.random(in: -0.0009...0.0009, using: &random)
        let lean = Double.random(in: -0.05...0.05, using: &random)
        // Each picture has its own scale and perspective, and misses a code now and then.
        return window.filter { _ in Int.random(in: 0..<25, using: &random) > 0 }.map { index in
          seen.insert(index)
          let way = at[index] - at[window.lowerBound]
          let place = 100 + near * way / (1 + fall * way)
          let across = 900 + lean * place + .random(in: -30...30, using: &random)
          return Self.code(texts[index], picture, isDown ? across : place, isDown ? place : across, side: 3 * near)
        }.shuffled(using: &random)
      }
      let rows = CodeRow.arranged(pictures)
      let expected = seen.sorted().map { texts[$0] }
      #expect(rows.count == 1, "round \(round)")
      #expect(rows.flatMap { $0.codes.map(\.text) } == expected, "round \(round)")
      #expect(rows.allSatisfy { $0.doubtful.isEmpty })
    }
  }

  @Test
  func `two shelves in one picture are two rows, the upper one first`() {
    var random = Seeded(state: 3)
    var codes: [PicturedCode] = []
    for shelf in 0..<2 {
      for index in 0..<30 {
        let x = 50 + 40 * Double(index)
        let y = 300 + 700 * Double(shelf) + 0.04 * x
        codes.append(Self.code(Self.own(UInt64(100 * shelf + index + 1)), 0, x, y))
      }
    }
    let rows = CodeRow.arranged([codes.shuffled(using: &random)])
    #expect(rows.map { $0.codes.map(\.text) } == [codes[..<30].map(\.text), codes[30...].map(\.text)])
  }

  @Test
  func `a pile is read from above to below`() {
    let codes = (0..<9).map { index -> PicturedCode in
      Self.code(Self.own(UInt64(index + 1)), 0, 400 + 20 * Double(index % 3), 100 + 60 * Double(index))
    }
    #expect(CodeRow.arranged([codes.reversed()]).map { $0.codes.map(\.text) } == [codes.map(\.text)])
  }

  @Test
  func `labels at different heights of their spines are one row`() {
    let codes = (0..<12).map { index -> PicturedCode in
      Self.code(Self.own(UInt64(index + 1)), 0, 100 + 60 * Double(index), index.isMultiple(of: 2) ? 200 : 600)
    }
    #expect(CodeRow.arranged([codes]).map { $0.codes.map(\.text) } == [codes.map(\.text)])
  }

  @Test
  func `pictures without a common code stay apart`() {
    let pictures = (0..<2).map { picture in
      (0..<4).map { index -> PicturedCode in
        Self.code(Self.own(UInt64(10 * picture + index + 1)), picture, 100 + 60 * Double(index), 300)
      }
    }
    #expect(CodeRow.arranged(pictures).map { $0.codes.map(\.picture) } == [[0, 0, 0, 0], [1, 1, 1, 1]])
  }

  @Test
  func `one trade barcode joins no pictures, because there may be two copies`() {
    let pictures = (0..<2).map { picture in
      [Self.code("5099902988023", picture, 100, 300), Self.code(Self.own(UInt64(picture + 1)), picture, 160, 300)]
    }
    #expect(CodeRow.arranged(pictures).count == 2)
  }

  @Test
  func `a copy at two places is in the row once, and in doubt`() {
    let texts = (1...8).map { Self.own(UInt64($0)) }
    let first = texts.enumerated().map { Self.code($1, 0, 100 + 60 * Double($0), 300) }
    var second = texts[4...].enumerated().map { Self.code($1, 1, 100 + 60 * Double($0), 300) }
    second.append(Self.code(texts[0], 1, 400, 300))
    let rows = CodeRow.arranged([first, second])
    #expect(rows.map { $0.codes.map(\.text) } == [texts])
    #expect(rows.flatMap { $0.doubtful.map(\.text) } == [texts[0]])
  }

  @Test
  func `no codes are no rows`() {
    #expect(CodeRow.arranged([]).isEmpty)
    #expect(CodeRow.arranged([[], []]).isEmpty)
  }

  @Test
  func `the longest rising run is as long as trying all of them finds`() {
    var random = Seeded(state: 5)
    for _ in 0..<500 {
      let values = (0..<Int.random(in: 0...9, using: &random)).map { _ in Int.random(in: 0...9, using: &random) }
      let run = RisingRun.longest(of: values)
      #expect(zip(run, run.dropFirst()).allSatisfy { $0 < $1 && values[$0] < values[$1] })
      let longest = (0..<(1 << values.count)).map { mask in
        let chosen = values.indices.filter { mask >> $0 & 1 == 1 }.map { values[$0] }
        return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? chosen.count : 0
      }.max()
      #expect(run.count == longest)
    }
  }
}
