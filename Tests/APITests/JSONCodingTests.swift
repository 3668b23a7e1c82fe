import API
import HTTPServer
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct JSONCodingTests {
  private func body(_ bytes: [UInt8]) throws(Problem) -> JSONBody {
    try JSONBody(
      HTTPRequest(method: .post, target: "/", headers: [("content-type", "application/json")], body: bytes),
      allowing: ["code", "count", "flag", "list"])
  }

  private func body(_ text: String) throws(Problem) -> JSONBody { try body(Array(text.utf8)) }

  @Test func `every JSON value is read correctly`() throws {
    let body = try body(
      " {\"code\" : \"a\\u00e9\\ud83d\\udcbf\\n\\\\ é\",\t\"count\":-12.0e1,\"flag\":true,\r\n\"list\":[1,[],{},null]} "
    )
    #expect(try body.text("code") == "aé💿\n\\ é")
    #expect(try body.number("count", in: -200...0) == -120)
    #expect(try body.flag("flag") == true)
    #expect(throws: Problem.self) { try body.number("flag", in: 0...2) }
    #expect(throws: Problem.self) { try body.flag("count") }
    #expect(try self.body(#"{"code":null}"#).optionalText("code") == nil)
  }

  @Test(arguments: [
    #"{"code":"a","code":"b"}"#, #"{"code":"a","c\u006fde":"b"}"#, #"{"list":[{"a":1,"a":1}]}"#, #"{"code":"\u0000"}"#,
    #"{"code":"a\u0000b"}"#, "{\"code\":\"a\u{1}\"}", #"{"code":"\ud800"}"#, #"{"code":"\udc00\ud800"}"#,
    #"{"code":"a",}"#, #"{"code":01}"#, #"{"code":-}"#, #"{"code":1.}"#, #"{"code":.5}"#, #"{"code":1e}"#,
    #"{"code":1e999}"#, #"{"code":NaN}"#, #"{"code":'a'}"#, #"{code:1}"#, #"{"code":tru}"#, #"{"code":"a"}x"#,
    #"{"code":"\x"}"#, "", " ", "{", "\"", "[1", "\u{FEFF}{}", "{\"code\":\"\u{0}\"}",
  ])
  func `ambiguous JSON is refused as a bad request`(_ text: String) {
    #expect(throws: Problem.self) { try body(text) }
    let problem = #expect(throws: Problem.self) { try body(text) }
    #expect(problem?.code == .badRequest)
  }

  @Test func `a body in another encoding than UTF-8 is refused with that reason`() {
    let text = #"{"code":"abc"}"#
    let codings: [[UInt8]] = [
      text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
      text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] },
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
      Array("{\"code\":\"".utf8) + [0xC0, 0xAF] + Array("\"}".utf8),
      Array("{\"code\":\"".utf8) + [0xE9] + Array("\"}".utf8),
    ]
    for bytes in codings {
      let problem = #expect(throws: Problem.self) { try body(bytes) }
      #expect(problem?.code == .badRequest && problem?.detail.contains("UTF-8") == true)
    }
  }

  @Test func `a body that is nested without end is refused`() {
    #expect(throws: Problem.self) { try body("{\"list\":" + String(repeating: "[", count: 60_000)) }
    #expect(throws: Problem.self) {
      try body("{\"list\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "}")
    }
  }
}
