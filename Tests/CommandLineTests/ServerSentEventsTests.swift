import HubClient
import TestSupport
import Testing

@testable import deadwax

@Suite(.timeLimit(.minutes(5)))
struct ServerSentEventsTests {
  static let stream = """
    retry: 1500
    : a comment

    id: 7
    event: scan.recorded
    data: {"a":1}

    data:two
    data: lines
    unknown: field
    nofield

    id: 9
    event: empty


    """

  private static let expected = [
    ServerSentEvent(id: "7", name: "scan.recorded", data: "{\"a\":1}"),
    ServerSentEvent(id: "7", name: "message", data: "two\nlines"),
  ]

  @Test(arguments: ["\n", "\r\n", "\r"]) func `a stream is taken apart, wherever it is cut`(_ end: String) throws {
    let bytes = Array(Self.stream.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end).utf8)
    for size in [1, 2, 3, 7, bytes.count] {
      var parser = ServerSentEvents()
      var events: [ServerSentEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        events += try parser.take(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(events == Self.expected)
      #expect(parser.lastID == "9")
      #expect(parser.retry == .milliseconds(1500))
    }
  }

  @Test func `a truncated event is not reported`() throws {
    var parser = ServerSentEvents()
    #expect(try parser.take(Array("data: half\n".utf8)).isEmpty)
  }

  @Test func `a line without end is refused`() throws {
    var parser = ServerSentEvents()
    let part = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(throws: Failure.self) { for _ in 0..<5 { _ = try parser.take(part) } }
  }
}
