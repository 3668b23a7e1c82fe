import API
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

@Suite(.serialized, .ownThread, .timeLimit(.minutes(15)))
struct LabelRouteTests {
  private static let json = [("host", "127.0.0.1"), ("content-type", "application/json")]

  private func order(_ service: APIUnderTest, _ body: String, token: String? = nil) throws -> HTTPResponse {
    try service.answer(
      .post, "/api/v1/label-jobs", headers: Self.json + (token.map { [("authorization", "Bearer \($0)")] } ?? []),
      body: body)
  }

  private func id(of response: HTTPResponse) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(response.text.utf8)) as? [String: Any]
    return try #require(object?["id"] as? String)
  }

  private func get(
    _ service: APIUnderTest, _ rest: String, _ id: String, sheet: String = "1.png", token: String? = nil
  ) throws -> HTTPResponse {
    try service.answer(
      .get, "/api/v1/label-jobs/{id}\(rest)", parameters: [("id", id), ("sheet", sheet)],
      headers: [("host", "127.0.0.1")] + (token.map { [("authorization", "Bearer \($0)")] } ?? []))
  }

  @Test func `layouts, a job, its sheets and what was seen of it`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let layouts = try service.answer(.get, "/api/v1/label-layouts")
    #expect(layouts.status == 200 && layouts.text.contains(#""id":"avery-l4731""#))
    #expect(layouts.text.contains(#""isRoll":true"#))
    let made = try order(service, #"{"subjects":{"blanks":3},"layout":"avery-l4731","dpi":300,"start":4}"#)
    #expect(made.status == 201, "\(made.text)")
    #expect(made.text.contains(#""proof":{"clean":3,"blur":3,"noise":3,"spread":3,"total":3}"#))
    let id = try id(of: made)
    #expect(made.headers.contains { $0.0 == "location" && $0.1 == "/api/v1/label-jobs/\(id)" })
    #expect(try get(service, "", id).text == made.text)
    #expect(try service.answer(.get, "/api/v1/label-jobs").text.contains(id))
    let pdf = try get(service, "/sheets.pdf", id)
    #expect(pdf.status == 200 && pdf.headers.contains { $0.1 == "application/pdf" })
    #expect(try get(service, "/sheets/{sheet}", id).headers.contains { $0.1 == "image/png" })
    #expect(try get(service, "/sheets/{sheet}", id, sheet: "1.svg").headers.contains { $0.1 == "image/svg+xml" })
    let check = try get(service, "/check", id)
    #expect(check.text.hasPrefix(#"{"total":3,"seen":0,"labels":[{"code":"DW:N:"#))
    let print = try service.answer(
      .post, "/api/v1/label-jobs/{id}/print", parameters: [("id", id)], headers: Self.json, body: "{}")
    #expect(print.status == 409 && print.text.contains(#""code":"no-printer""#))
  }

  @Test(arguments: ["0.png", "2.png", "1.jpg", "1", "x", "-1.png", "1.png.png", "99999999999999999999.png", "..", ""])
  func `a sheet that is not there is not found`(sheet: String) throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let id = try id(of: try order(service, #"{"subjects":{"blanks":1},"layout":"avery-l4731"}"#))
    #expect(try get(service, "/sheets/{sheet}", id, sheet: sheet).status == 404)
  }

  @Test(arguments: [
    ("", 400), ("[]", 422), ("{}", 422), (#"{"layout":"a4-3x8"}"#, 422), (#"{"subjects":{},"layout":"a4-3x8"}"#, 422),
    (#"{"subjects":{"blanks":1},"layout":"nowhere"}"#, 404), (#"{"subjects":{"blanks":1}}"#, 422),
    (#"{"subjects":{"blanks":0},"layout":"a4-3x8"}"#, 422), (#"{"subjects":{"blanks":2001},"layout":"a4-3x8"}"#, 422),
    (#"{"subjects":{"blanks":true},"layout":"a4-3x8"}"#, 422), (#"{"subjects":{"blanks":1.5},"layout":"a4-3x8"}"#, 422),
    (#"{"subjects":{"blanks":"1"},"layout":"a4-3x8"}"#, 422),
    (#"{"subjects":{"commands":false},"layout":"a4-3x8"}"#, 422),
    (#"{"subjects":{"commands":1},"layout":"a4-3x8"}"#, 422),
    (#"{"subjects":{"blanks":1,"commands":true},"layout":"a4-3x8"}"#, 422),
    (#"{"subjects":{"cats":["x"]},"layout":"a4-3x8"}"#, 422), (#"{"subjects":{"copies":[]},"layout":"a4-3x8"}"#, 422),
    (#"{"subjects":{"copies":[1]},"layout":"a4-3x8"}"#, 422), (#"{"subjects":{"copies":"1"},"layout":"a4-3x8"}"#, 422),
    (#"{"subjects":{"copies":["x"]},"layout":"a4-3x8"}"#, 422), (#"{"subjects":{"place":""},"layout":"a4-3x8"}"#, 422),
    (#"{"subjects":{"blanks":1},"layout":"a4-3x8","symbol":"aztec"}"#, 422),
    (#"{"subjects":{"blanks":1},"layout":"a4-3x8","symbol":"ean-13"}"#, 422),
    (#"{"subjects":{"blanks":1},"layout":"a4-3x8","dpi":72}"#, 422),
    (#"{"subjects":{"blanks":1},"layout":"a4-3x8","dpi":"300"}"#, 422),
    (#"{"subjects":{"blanks":1},"layout":"a4-3x8","dpi":true}"#, 422),
    (#"{"subjects":{"blanks":1},"layout":"a4-3x8","start":25}"#, 422),
    (#"{"subjects":{"blanks":1},"layout":"a4-3x8","start":-1}"#, 422),
    (#"{"subjects":{"blanks":1},"layout":"a4-3x8","copiesOfEach":101}"#, 422),
    (#"{"subjects":{"blanks":1500},"layout":"a4-3x8","copiesOfEach":2}"#, 422),
    (#"{"subjects":{"blanks":1},"layout":"../../etc/passwd"}"#, 404),
    (#"{"subjects":{"blanks":1},"layout":"a4-3x8","extra":1}"#, 422),
    (#"{"subjects":{"search":" "},"layout":"a4-3x8"}"#, 422),
  ])
  func `an order that makes no sense is refused`(body: String, status: Int) throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let answer = try order(service, body)
    #expect(answer.status == status, "\(answer.text)")
    #expect(answer.headers.contains { $0.1 == "application/problem+json" })
    #expect(try service.answer(.get, "/api/v1/label-jobs").text == #"{"items":[],"total":0}"#)
  }

  @Test func `a paper that cannot hold the code is refused with the numbers`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let answer = try order(
      service, #"{"subjects":{"commands":true},"layout":"avery-l4731","symbol":"code-128","dpi":203}"#)
    #expect(answer.status == 422)
    #expect(answer.text.contains(#""code":"label-too-small""#))
    #expect(answer.text.contains("mm of width at 203 dpi with 2 pixels a module"))
    #expect(answer.text.contains("a QR code fits"))
  }

  @Test func `cards of borrowers are for staff alone, also their sheets`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let borrower = Borrower(id: .new(at: .now()), name: "A. Reader", shortName: "A.")
    try service.database.write { try $0.insert(borrower) }
    let staff = try service.token(.staff)
    let body = #"{"subjects":{"borrowers":["\#(borrower.id)"]},"layout":"dymo-11354"}"#
    #expect(try order(service, body).status == 403)
    let made = try order(service, body, token: staff)
    #expect(made.status == 201, "\(made.text)")
    let id = try id(of: made)
    for rest in ["/sheets.pdf", "/sheets/{sheet}", "/check"] {
      #expect(try get(service, rest, id).status == 403, "\(rest)")
      #expect(try get(service, rest, id, token: staff).status == 200, "\(rest)")
    }
    #expect(!(try get(service, "", id).text).contains("Reader"))
    let reader = try service.token(.readerOnly)
    #expect(try get(service, "", id, token: reader).status == 403)
    #expect(
      try service.answer(
        .get, "/api/v1/label-layouts", headers: [("host", "x"), ("authorization", "Bearer \(reader)")]
      ).status == 403)
  }

  @Test func `a job that is not there is not found`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    for id in ["x", "", LabelJob.ID.new(at: .now()).text] {
      for rest in ["", "/sheets.pdf", "/sheets/{sheet}", "/check"] {
        #expect(try get(service, rest, id).status == 404, "\(rest)")
      }
    }
    #expect(try service.answer(.get, "/api/v1/label-jobs", target: "/api/v1/label-jobs?cursor=x").status == 400)
  }
}
