import Deadwax
import Glibc
import HTTPClient
import Lookup
import ServerTestSupport
import TestSupport
import Testing
import Threads

/// Tests of the client with a server on a real socket that misbehaves byte by byte.
@Suite(.timeLimit(.minutes(10)))
struct HostileServerTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func client(_ server: RawServer, timeout: Duration = .seconds(60)) -> DiscogsClient {
    DiscogsClient(
      baseURL: server.url, token: .text("demo"),
      http: HTTPClient(userAgent: "Deadwax-test/1", timeout: timeout, maximumBody: 8 << 20))
  }

  @Test(arguments: ["announced", "endless", "chunks"])
  func `a body of a gigabyte is refused after the limit, and takes no memory`(kind: String) throws {
    let gigabyte = 1 << 30
    let written = Locked(0)
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      let part = [UInt8](repeating: 0x20, count: 1 << 16)
      switch kind {
      case "announced": connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(gigabyte)\r\n\r\n")
      case "chunks": connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      default: connection.write("HTTP/1.1 200 OK\r\n\r\n")
      }
      while written.withLock({ $0 }) < gigabyte {
        if kind == "chunks" { connection.write("10000\r\n") }
        guard connection.write(part) else { return }
        if kind == "chunks" { connection.write("\r\n") }
        written.withLock { $0 += part.count }
      }
    }
    #expect(throws: LookupError.connectionFailed(.tooLarge(.body, limit: 8 << 20))) {
      try client(server).release(id: 7, at: now)
    }
    // The rest stays in the buffers of the sockets.
    #expect(written.withLock { $0 } < 64 << 20)
  }

  @Test func `a redirect to another server sends nothing there, whatever its form`() throws {
    let reached = Locked(0)
    let other = try RawServer { connection in
      reached.withLock { $0 += 1 }
      connection.answer(200, "", #"{"id":7,"title":"A"}"#)
    }
    let port = try #require(other.url.split(separator: ":").last)
    for location in [
      "\(other.url)/releases/7", "//127.0.0.1:\(port)/releases/7", "http://localhost:\(port)/", "file:///etc/passwd",
      "\(other.url)\r\nX-Other: 1", "\\\\127.0.0.1:\(port)\\a",
    ] {
      let server = try RawServer { connection in
        guard connection.request() != nil else { return }
        connection.answer(302, "Location: \(location)\r\n")
      }
      #expect(throws: LookupError.self, "\(location)") { try client(server).release(id: 7, at: now) }
    }
    #expect(reached.withLock { $0 } == 0)
  }

  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"id\":7,\"ti", LookupError.connectionFailed(.cutOff)),
      ("HTTP/1.1 200 OK\r\nContent-Le", .connectionFailed(.cutOff)),
      (
        "HTTP/1.1 429 Too Many\r\nRetry-After: 99999999999\r\nContent-Length: 2\r\n\r\n{}",
        .rateLimited(retryAfter: .seconds(3600))
      ),
      ("HTTP/1.1 429 Too Many\r\nRetry-After: soon\r\nContent-Length: 2\r\n\r\n{}", .rateLimited(retryAfter: nil)),
      ("HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\n{}", .invalidToken),
      ("HTTP/1.1 404 No\r\nContent-Length: 6\r\n\r\n<html>", .invalidResponse(.unavailable(status: 404))),
      ("HTTP/1.1 520 No\r\nContent-Length: 6\r\n\r\n<html>", .invalidResponse(.unavailable(status: 520))),
    ] as [(String, LookupError)])
  func `each answer is its own error`(bytes: String, error: LookupError) throws {
    let server = try RawServer { connection in
      if connection.request() != nil { connection.write(bytes) }
    }
    #expect(throws: error) { try client(server).release(id: 7, at: now) }
  }

  @Test func `a server that accepts and says nothing costs the time limit alone`() throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.waitForEnd()
    }
    #expect(throws: LookupError.connectionFailed(.timeout(.answering))) {
      try client(server, timeout: .milliseconds(300)).release(id: 7, at: now)
    }
  }
}
