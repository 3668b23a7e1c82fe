import Foundation
import Storage
import TestSupport
import Testing

/// Tests that the JSON in columns has the bytes that `JSONEncoder` writes with sorted keys: rows that were stored before
/// are compared with new ones.
@Suite(.timeLimit(.minutes(5)))
struct ColumnEncoderTests {
  private indirect enum Tree: Codable {
    case leaf
    case flag(Bool)
    case number(Int64, fraction: Double)
    case text(String)
    case list([Tree])
    case object([String: Tree])
    case maybe(Tree?, unsigned: UInt8)
  }

  private struct Members: Codable {
    var zebra: Int?
    var apple: [String: [Int?]]
    var élan: Float
    var a10: Double
    var a2: UInt64
    var nested: Tree
    var empty: [Int] = []
    var none: [String: Int] = [:]
  }

  private func expected(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static let texts = [
    "", "a/b", "\"\\\"", "line\nfeed\tand\r\u{8}\u{C}", "\u{0}\u{1F}\u{7F}", "Café Motörhead 日本 👩‍🎤", "\u{2028}",
  ]
  private static let numbers: [Double] = [0, -0.0, 1, 0.1, 1e21, 1.5e-9, 123_456_789.25, -3, 2.5e-300, 1.0e16]

  private static func tree(_ depth: Int, _ random: inout SeededRandom) -> Tree {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
    case 0: return .leaf
    case 1: return .flag(Bool.random(using: &random))
    case 2:
      return .number(
        Int64(bitPattern: random.next()), fraction: numbers[Int.random(in: 0..<numbers.count, using: &random)])
    case 3: return .text(texts[Int.random(in: 0..<texts.count, using: &random)])
    case 4: return .list((0..<Int.random(in: 0...4, using: &random)).map { _ in tree(depth - 1, &random) })
    case 5:
      return .object(
        Dictionary(
          (0..<Int.random(in: 0...5, using: &random)).map { _ in
            (
              "\(texts[Int.random(in: 0..<texts.count, using: &random)])\(Int.random(in: 0...99, using: &random))",
              tree(depth - 1, &random)
            )
          }, uniquingKeysWith: { first, _ in first }))
    default:
      return .maybe(
        Bool.random(using: &random) ? tree(depth - 1, &random) : nil, unsigned: .random(in: 0...255, using: &random))
    }
  }

  @Test func `random values have the same bytes`() throws {
    var random = SeededRandom(seed: 4711)
    for number in 0..<2000 {
      let tree = Self.tree(5, &random)
      let json = try expected(tree)
      #expect(try ColumnJSON.write(tree) == json)
      let members = Members(
        zebra: number % 2 == 0 ? number : nil, apple: ["x": [1, nil], "B": []], élan: Float(number) / 3,
        a10: Double(number) / 7, a2: random.next(), nested: tree)
      #expect(try ColumnJSON.write(members) == expected(members))
    }
  }

  @Test func `single values have the same bytes`() throws {
    for text in Self.texts { #expect(try ColumnJSON.write(text) == expected(text)) }
    for number in Self.numbers { #expect(try ColumnJSON.write(number) == expected(number)) }
    #expect(try ColumnJSON.write([Int?.none, 3]) == "[null,3]")
    #expect(try ColumnJSON.write([true: 1]) == expected([true: 1]))
    #expect(try ColumnJSON.write([3: "c"]) == expected([3: "c"]))
    #expect(throws: EncodingError.self) { try ColumnJSON.write([Double.nan]) }
  }
}
