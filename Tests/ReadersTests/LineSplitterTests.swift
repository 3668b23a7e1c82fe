import Readers
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LineSplitterTests {
  func lines(_ splitter: inout LineSplitter) -> [String] {
    var lines: [String] = []
    while let line = splitter.next() {
      switch line {
      case .whole(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: lines.append("…")
      }
    }
    return lines
  }

  @Test func `a line comes when it has ended`() {
    var splitter = LineSplitter(limit: 10)
    splitter.append("ab".utf8)
    #expect(lines(&splitter) == [])
    splitter.append("c\nd\n\ne".utf8)
    #expect(lines(&splitter) == ["abc", "d", ""])
    splitter.append("\n".utf8)
    #expect(lines(&splitter) == ["e"])
  }

  @Test func `the longest line is accepted, one byte more is not`() {
    var splitter = LineSplitter(limit: 4)
    splitter.append("1234\n12345\n123\n".utf8)
    #expect(lines(&splitter) == ["1234", "…", "123"])
  }

  @Test func `an endless line is not stored`() {
    var splitter = LineSplitter(limit: 1000)
    for _ in 0..<10_000 {
      splitter.append([UInt8](repeating: 7, count: 500))
      #expect(splitter.next() == nil)
      if splitter.count > 1000 { Issue.record("\(splitter.count) bytes are kept") }
    }
    splitter.append("\nx\n".utf8)
    #expect(lines(&splitter) == ["…", "x"])
  }

  @Test func `however the bytes are cut, the lines are the same`() {
    var random = SeededRandom(seed: 41)
    for _ in 0..<300 {
      let words = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        String(repeating: "a", count: Int.random(in: 0...12, using: &random))
      }
      var splitter = LineSplitter(limit: 8)
      var rest = Array(words.map { $0 + "\n" }.joined().utf8)[...]
      var found: [String] = []
      while !rest.isEmpty {
        let count = Int.random(in: 1...7, using: &random)
        splitter.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        if Bool.random(using: &random) { found += lines(&splitter) }
      }
      found += lines(&splitter)
      #expect(found == words.map { $0.utf8.count > 8 ? "…" : $0 })
    }
  }
}
