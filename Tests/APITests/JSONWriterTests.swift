import API
import Deadwax
import Foundation
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct JSONWriterTests {
  @Test func `any text comes back from a parser that is not ours`() throws {
    var random = SeededRandom(seed: 8_740)
    for _ in 0..<2000 {
      let scalars = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x10FFFF), using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let bytes = JSONWriter.object { json in
        json.member("text", text)
        json.key("list")
        json.array([text, text]) { $0.string($1) }
      }
      let parsed = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      #expect((parsed?["text"] as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
      #expect((parsed?["list"] as? [String])?.count == 2)
    }
  }

  @Test func `nil members are omitted, and commas are only between members`() {
    let bytes = JSONWriter.object { json in
      json.member("a", nil as String?)
      json.member("b", 1)
      json.rawMembers("")
      json.rawMembers(#""c":2"#)
      json.key("d")
      json.object { _ in }
      json.member("e", false)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"b":1,"c":2,"d":{},"e":false}"#)
  }

  @Test(
    arguments: [
      (nil, "{}"), (0, #"{"q":0.0}"#), (1, #"{"q":1.0}"#), (0.934, #"{"q":0.93}"#), (0.0001, #"{"q":0.0}"#),
      (1.01, "{}"),
      (-0.1, "{}"), (.nan, "{}"), (.infinity, "{}"),
    ] as [(Double?, String)])
  func `a part number has two places, and is omitted if it is nil`(value: Double?, json: String) {
    #expect(String(decoding: JSONWriter.object { $0.member("q", part: value) }, as: UTF8.self) == json)
  }

  @Test func `numbers of any size and texts of any length are unchanged`() throws {
    var powers: [Int] = [0, .max, .min, .max - 1, .min + 1]
    var power = 1
    for _ in 0..<18 {
      power *= 10
      powers += [power - 1, power, power + 1, -power, 1 - power]
    }
    let bytes = JSONWriter.object { json in
      json.key("list")
      json.array(powers) { $0.number($1) }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"list":[\#(powers.map(String.init).joined(separator: ","))]}"#)
    for count in [0, 1, 1000, 4095, 4096, 4097, 100_000] {
      let text = String(repeating: "ä\u{1}\"", count: count)
      let parsed = try JSONSerialization.jsonObject(with: Data(JSONWriter.object { $0.member("text", text) }))
      #expect((parsed as? [String: String])?["text"] == text)
    }
  }

  @Test func `a time is encoded as its own text`() {
    for milliseconds in [0, 1, -1, 1_763_800_000_123, 951_782_399_999, -62_135_596_800_000] as [Int64] {
      let time = Timestamp(milliseconds: milliseconds)
      let bytes = JSONWriter.object { $0.member("at", time) }
      #expect(String(decoding: bytes, as: UTF8.self) == #"{"at":"\#(time)"}"#)
      #expect(Timestamp(time.description) == time)
    }
    #expect(JSONWriter.object { $0.member("at", nil as Timestamp?) } == Array("{}".utf8))
  }
}
