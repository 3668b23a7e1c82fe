import Glibc
import HTTPClient
import ServerTestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(5)))
struct HTTPClientTests {
  private let client = HTTPClient(userAgent: "Deadwax-test/1", timeout: .seconds(20))

  @Test func `a request arrives as it was given, and the answer as it was sent`() throws {
    let seen = Monitor("")
    let server = try RawServer { connection in
      guard let request = connection.request() else { return }
      seen.update { $0 = request }
      connection.answer(207, "X-Thing: one\r\nx-thing:  two \t\r\nEmpty:\r\n", "Grüße")
    }
    let response = try client.send(
      HTTPClientRequest(.get, server.url + "/a/b?c=d%20e", headers: ["Authorization": "Discogs token=t", "X-None": ""]))
    let lines = seen.read { $0 }.split(separator: "\r\n").map(String.init)
    #expect(lines.first == "GET /a/b?c=d%20e HTTP/1.1")
    #expect(lines.contains("User-Agent: Deadwax-test/1"))
    #expect(lines.contains("Authorization: Discogs token=t"))
    #expect(lines.contains("X-None:"))
    #expect(lines.contains("Accept-Encoding: gzip"))
    #expect(response.status == 207)
    #expect(response.isSuccess)
    #expect(response.headers["X-THING"] == "one")
    #expect(response.headers.all("x-Thing") == ["one", "two"])
    #expect(response.headers["empty"] == "")
    #expect(response.headers["absent"] == nil)
    #expect(response.text == "Grüße")
  }

  @Test(
    arguments: [
      (HTTPClientRequest.Method.get, nil), (.post, "{\"a\":1}"), (.post, ""), (.put, "x"), (.patch, "y"),
      (.delete, nil),
      (.delete, "z"), (.options, nil),
    ] as [(HTTPClientRequest.Method, String?)])
  func `each method carries its body, or none`(method: HTTPClientRequest.Method, body: String?) throws {
    let server = try RawServer { connection in
      if let request = connection.request() { connection.answer(200, "", request) }
    }
    let response = try client.send(HTTPClientRequest(method, server.url + "/x", body: body.map { Array($0.utf8) }))
    #expect(response.text.hasPrefix("\(method.rawValue) /x HTTP/1.1\r\n"))
    #expect(response.text.hasSuffix("\r\n\r\n" + (body ?? "")))
    #expect(response.text.contains("Content-Length") == (body != nil))
    #expect(!response.text.contains("Content-Type"))
  }

  @Test func `the answer to HEAD has headers and no body, whatever size it announces`() throws {
    let server = try RawServer { connection in
      if connection.request() != nil { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\n") }
    }
    let response = try client.send(HTTPClientRequest(.head, server.url))
    #expect(response.headers["Content-Length"] == "5000000000")
    #expect(response.body.isEmpty)
  }

  @Test func `one connection serves many calls`() throws {
    let server = try RawServer { connection in
      while connection.request() != nil { connection.answer(200, "", "again") }
    }
    for _ in 0..<20 {
      #expect(try client.send(HTTPClientRequest(.get, server.url)).text == "again")
    }
    #expect(server.accepted == 1)
  }

  @Test func `a persistent connection that died is replaced`() throws {
    let server = try RawServer { connection in
      if connection.request() != nil { connection.answer(200, "", "once") }
    }
    for _ in 0..<5 {
      #expect(try client.send(HTTPClientRequest(.post, server.url, body: [1, 2, 3])).text == "once")
    }
    #expect(server.accepted == 5)
  }

  @Test func `calls from many threads run side by side`() throws {
    let meeting = Monitor(0)
    // The first response is sent only after all requests have arrived.
    let server = try RawServer { connection in
      guard let request = connection.request() else { return }
      meeting.update { $0 += 1 }
      meeting.wait { $0 == 16 ? () : nil }
      connection.answer(200, "", String(request.split(separator: " ")[1]))
    }
    let client = client
    let url = server.url
    let right = Monitor(0)
    let lanes = (0..<16).map { number in
      DedicatedThread("caller") {
        let answer = try? client.send(HTTPClientRequest(.get, "\(url)/\(number)"))
        if answer?.text == "/\(number)" { right.update { $0 += 1 } }
      }
    }
    for lane in lanes { lane.join() }
    #expect(right.read { $0 } == 16)
  }

  @Test func `a redirect is an answer and is not followed`() throws {
    let server = try RawServer { connection in
      if connection.request() != nil { connection.answer(302, "Location: http://127.0.0.1:1/\r\n") }
    }
    let response = try client.send(HTTPClientRequest(.get, server.url))
    #expect(response.status == 302)
    #expect(response.headers["location"] == "http://127.0.0.1:1/")
    #expect(server.accepted == 1)
  }

  @Test func `informational answers are skipped with their headers`() throws {
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      connection.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n")
      connection.answer(404, "A: b\r\n", "no")
    }
    let response = try client.send(HTTPClientRequest(.get, server.url))
    #expect(response.status == 404)
    #expect(!response.isSuccess)
    #expect(response.headers["Link"] == nil)
    #expect(response.headers["a"] == "b")
    #expect(response.text == "no")
  }

  @Test func `chunks, trailers and a body that ends with the connection are understood`() throws {
    let server = try RawServer { connection in
      guard let request = connection.request() else { return }
      if request.hasPrefix("GET /chunks") {
        connection.write(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: t\r\n\r\n")
      } else {
        connection.write("HTTP/1.0 200 OK\r\n\r\nabcde")
      }
    }
    let chunked = try client.send(HTTPClientRequest(.get, server.url + "/chunks"))
    #expect(chunked.text == "abcde")
    #expect(chunked.headers["trailer"] == nil)
    #expect(try client.send(HTTPClientRequest(.get, server.url + "/end")).text == "abcde")
  }

  @Test func `an early refusal of a large body is heard`() throws {
    let server = try RawServer { connection in
      _ = connection.read()
      connection.answer(413, "Connection: close\r\n", "too large")
      connection.waitForEnd()
    }
    let body = [UInt8](repeating: 7, count: 30_000_000)
    let response = try client.send(HTTPClientRequest(.post, server.url, body: body))
    #expect(response.status == 413)
    #expect(response.text == "too large")
  }

  @Test func `requests to this machine ignore the proxies of the environment`() async {
    await #expect(processExitsWith: .success) {
      setenv("http_proxy", "http://127.0.0.1:1", 1)
      setenv("all_proxy", "http://127.0.0.1:1", 1)
      let server = try RawServer { connection in
        if connection.request() != nil { connection.answer(200, "", "direct") }
      }
      let client = HTTPClient(userAgent: "t")
      #expect(try client.send(HTTPClientRequest(.get, server.url)).text == "direct")
    }
  }
}
