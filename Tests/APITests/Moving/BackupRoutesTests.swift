import Foundation
import HTTPServer
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5))) struct BackupRoutesTests {
  @Test func `a backup is made, listed and shown, and its restore is prepared once`() throws {
    let library = try APIUnderTest()
    defer { library.end() }
    let admin = try library.token(.admin)
    func request(_ method: Method, _ path: String, id: String = "x", body: String = "") throws -> (Int, [String: Any]) {
      let headers = [
        ("host", "127.0.0.1"), ("authorization", "Bearer \(admin)"), ("content-type", "application/json"),
      ]
      let answer = try library.answer(
        method, "/api/v1\(path)", parameters: [("id", id)], headers: headers, body: body)
      return (
        answer.status, try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any] ?? [:]
      )
    }
    let status = "/backups/status"
    #expect(try request(.get, status).1["state"] as? String == "empty")
    #expect(try request(.post, "/places", body: #"{"name":"Room","kind":"room"}"#).0 == 201)
    #expect(try request(.get, status).1["state"] as? String == "none")
    let (code, made) = try request(.post, "/backups")
    let id = try #require(made["id"] as? String)
    #expect(code == 201 && made["reason"] as? String == "order")
    #expect((made["counts"] as? [String: Int])?["copies"] == 0)
    #expect((try request(.get, "/backups").1["items"] as? [Any])?.count == 1)
    #expect(try request(.get, "/backups/{id}", id: id).1["sha256"] as? String == made["sha256"] as? String)
    #expect(try request(.get, status).1["state"] as? String == "fresh")
    #expect(try request(.post, "/backups/revert").0 == 409)
    for bad in ["newest", "../\(id)", "2020-01-01T00-00-00.000Z"] {
      #expect(try request(.get, "/backups/{id}", id: bad).0 == 404)
      #expect(try request(.post, "/backups/{id}/restore", id: bad).0 == 404)
    }
    let (accepted, staged) = try request(.post, "/backups/{id}/restore", id: id)
    #expect(accepted == 202 && staged["restoring"] as? String == id && staged["count"] as? Int == 2)
  }
}
