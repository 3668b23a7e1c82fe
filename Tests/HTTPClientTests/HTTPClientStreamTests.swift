import Glibc
import HTTPClient
import ServerTestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(5)))
struct HTTPClientStreamTests {
  private let client = HTTPClient(userAgent: "t", timeout: .milliseconds(100), maximumBody: 1000)

  @Test func `bytes are handed out as they come, and the stream ends where the receiver wants`() throws {
    let taken = Monitor(0)
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      for number in 0..<5 {
        connection.write("id: \(number)\n\n")
        // The next one is sent only after this one was received: no data is delayed.
        taken.wait { $0 > number ? () : nil }
      }
      connection.waitForEnd()
    }
    var text = ""
    let response = try client.stream(HTTPClientRequest(.get, server.url)) { bytes in
      text += String(decoding: bytes, as: UTF8.self)
      taken.update { $0 += 1 }
      return !text.contains("id: 4")
    }
    #expect(text == (0..<5).map { "id: \($0)\n\n" }.joined())
    #expect(response.headers["content-type"] == "text/event-stream")
    #expect(response.body.isEmpty)
  }

  @Test func `a stream may be longer than a body, and take longer than an answer`() throws {
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<60 {
        connection.write("64\r\n" + String(repeating: "a", count: 100) + "\r\n")
        usleep(5000)
      }
      connection.write("0\r\n\r\n")
    }
    var count = 0
    try client.stream(HTTPClientRequest(.get, server.url)) { bytes in
      count += bytes.count
      return true
    }
    #expect(count == 6000)
  }

  @Test func `an error response is returned, not streamed`() throws {
    let server = try RawServer { connection in
      if connection.request() != nil { connection.answer(401, "", "{\"status\":401}") }
    }
    let response = try client.stream(HTTPClientRequest(.get, server.url)) { _ in
      Issue.record("an error's body went to the receiver")
      return true
    }
    #expect(response.status == 401)
    #expect(response.text == "{\"status\":401}")
  }

  @Test func `a truncated stream is reported`() throws {
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
    }
    var text = ""
    #expect(throws: HTTPClientError.cutOff) {
      try client.stream(HTTPClientRequest(.get, server.url)) { bytes in
        text += String(decoding: bytes, as: UTF8.self)
        return true
      }
    }
    #expect(text == "abc")
  }

  @Test func `a stream without a heartbeat is closed`() throws {
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
      connection.waitForEnd()
    }
    #expect(throws: HTTPClientError.timeout(.listening)) {
      try client.stream(HTTPClientRequest(.get, server.url), silenceLimit: .milliseconds(300)) { _ in true }
    }
  }

  @Test func `another thread can end a stream`() throws {
    let cancellation = HTTPClientCancellation()
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
      connection.waitForEnd()
    }
    #expect(throws: HTTPClientError.cancelled) {
      try client.stream(HTTPClientRequest(.get, server.url), cancellation: cancellation) { _ in
        cancellation.cancel()
        return true
      }
    }
  }
}
