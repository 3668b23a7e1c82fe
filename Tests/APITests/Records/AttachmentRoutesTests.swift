import API
import Attachments
import Deadwax
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

/// Tests of what the API sends and accepts. `HostileAttachmentTests` has the files.
@Suite(.timeLimit(.minutes(5)))
struct AttachmentRoutesTests {
  private func release(in service: APIUnderTest) throws -> Release.ID {
    try service.database.write { transaction in
      let release = Release(
        id: transaction.newID(), status: .manual, medium: .cd, title: "A Title", artist: "An Artist")
      try transaction.insert(release)
      return release.id
    }
  }

  private func send(
    _ service: APIUnderTest, _ bytes: [UInt8], type: String, to release: Release.ID, by token: String? = nil,
    key: String? = nil,
    query: String = ""
  ) throws -> HTTPResponse {
    var headers = [
      ("host", "127.0.0.1"), ("content-type", type), ("authorization", "Bearer \(try token ?? service.token(.staff))"),
    ]
    if let key { headers.append(("idempotency-key", key)) }
    return try service.answer(
      .post, "/api/v1/releases/{id}/attachments", target: "/api/v1/releases/\(release)/attachments\(query)",
      parameters: [("id", release.text)], headers: headers, bytes: bytes)
  }

  private func header(_ name: String, of response: HTTPResponse) -> String? {
    response.headers.first { $0.0.lowercased() == name }?.1
  }

  @Test func `a text and a PDF are sent so that no browser runs them`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let release = try release(in: service)
    let pdf = Array("%PDF-1.7\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj\n%%EOF\n".utf8)
    let text = Array("See <script>alert(1)</script>".utf8)
    for (bytes, type, way) in [(pdf, "application/pdf", "attachment"), (text, "text/plain", "inline")] {
      let added = try send(service, bytes, type: type, to: release, query: "?name=..%2Fnote%0d%0aX")
      #expect(added.status == 201, "\(added.text)")
      let location = try #require(header("location", of: added))
      let id = try #require(location.split(separator: "/").last.map(String.init))
      let content = try service.answer(
        .get, "/api/v1/attachments/{id}/content", target: location + "/content", parameters: [("id", id)])
      #expect(content.status == 200)
      #expect(header("content-type", of: content)?.hasPrefix(type) == true)
      let disposition = try #require(header("content-disposition", of: content))
      #expect(disposition.hasPrefix("\(way); filename*=UTF-8''noteX."), "\(disposition)")
      #expect(header("content-security-policy", of: content) == "sandbox; default-src 'none'")
      #expect(header("etag", of: content) != nil)
    }
  }

  @Test func `a repeated request adds one attachment`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let release = try release(in: service)
    // A key belongs to its caller.
    let token = try service.token(.staff)
    for _ in 1...2 {
      let added = try send(
        service, Array("A note.".utf8), type: "text/plain", to: release, by: token, key: "one-attachment-only-once")
      #expect(added.status == 201, "\(added.text)")
    }
    #expect(try service.attachments.list(of: .release(release)).count == 1)
  }

  @Test func `refusals have their codes`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let release = try release(in: service)
    let svg = try send(service, Array("<svg/>".utf8), type: "text/plain", to: release)
    #expect(svg.status == 422 && svg.text.contains("content-refused"))
    #expect(try send(service, Array("<svg/>".utf8), type: "image/svg+xml", to: release).status == 415)
    #expect(
      try send(service, Array("A note.".utf8), type: "text/plain", to: release, query: "?cover=perhaps").status == 400)
    let unknown = try service.database.write { Release.ID.new(at: $0.now) }
    #expect(try send(service, Array("A note.".utf8), type: "text/plain", to: unknown).status == 404)
    let covers = try service.answer(.get, "/api/v1/covers", target: "/api/v1/covers?releases=x")
    #expect(covers.status == 400)
  }

  @Test func `a change needs the version, and staff`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let note = try service.attachments.add(
      Attachments.Upload(content: IncomingFile(Array("A note.".utf8)), type: "text/plain", name: nil, isCover: false),
      to: .release(try release(in: service)), id: nil, by: "test")
    func remove(_ headers: [(String, String)], isLocal: Bool = true) throws -> Int {
      try service.answer(
        .delete, "/api/v1/attachments/{id}", target: "/api/v1/attachments/\(note.id)",
        parameters: [("id", note.id.text)],
        headers: [("host", "127.0.0.1")] + headers, peerIsLoopback: isLocal
      ).status
    }
    let reader = try service.token(.readerOnly)
    #expect(try remove([("authorization", "Bearer \(reader)"), ("if-match", "\"1\"")], isLocal: false) == 403)
    let staff = ("authorization", "Bearer \(try service.token(.staff))")
    #expect(try remove([staff]) == 428)
    #expect(try remove([staff, ("if-match", "\"9\"")]) == 412)
    #expect(try remove([staff, ("if-match", "\"1\"")]) == 204)
  }
}
