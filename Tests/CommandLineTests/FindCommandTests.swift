import Foundation
import HTTPServer
import TestSupport
import Testing

/// Tests of `deadwax find`, with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct FindCommandTests {
  private static let found =
    #"{"id":"\#(FakeTagHub.releaseID)","title":"Low","artist":"David Bowie","medium":"vinyl","status":"manual","version":7,"genres":[],"styles":[],"artists":[],"labels":[],"formats":[],"tracks":[],"identifiers":[],"copies":[]}"#

  @Test func `a query is sent as it was typed, and its releases are a table or JSON`() async throws {
    let hub = try FakeStaffHub.play(["GET /api/v1/releases": [FakeTagHub.page(Self.found)]])
    let run = try await hub.run("find", "artist:bowie year:1969..1975 -on-loan", "--limit", "7")
    #expect(run.code == 0 && run.output.first?.contains("Low") == true, "\(run.errors) \(run.output)")
    let sent = try #require(hub.sent("GET /api/v1/releases").first)
    #expect(sent.contains("search=artist"), "\(sent)")
    let next = try FakeStaffHub.play(["GET /api/v1/releases": [FakeTagHub.page(Self.found)]])
    let json = try await next.run("find", "bowie", "--json")
    #expect(json.code == 0 && json.output.joined().contains(#""title":"Low""#), "\(json.errors) \(json.output)")
  }

  @Test func `the crate of a query is sent as it was typed`() async throws {
    let hub = try FakeStaffHub.play(["GET /api/v1/releases": [FakeTagHub.page(Self.found)]])
    let run = try await hub.run("find", "crate:=\"Jazz for Friday\" -on-loan")
    #expect(run.code == 0 && run.output.first?.contains("Low") == true, "\(run.errors) \(run.output)")
    let sent = try #require(hub.sent("GET /api/v1/releases").first)
    let decoded = try #require(sent.removingPercentEncoding)
    #expect(decoded.contains("search=crate:=\"Jazz for Friday\" -on-loan"), "\(sent)")
  }

  @Test func `a query that finds nothing is corrected, and standard error says so; --exact leaves it`() async throws {
    func corrected(_ more: String) -> HTTPResponse {
      HTTPResponse(
        status: 200, headers: [("content-type", "application/json")],
        body: .bytes(Array(#"{"items":[\#(Self.found)]\#(more)}"#.utf8)))
    }
    let hub = try FakeStaffHub.play(["GET /api/v1/releases": [corrected(#","corrected":"bowie""#)]])
    let run = try await hub.run("find", "bwoie")
    #expect(run.code == 0 && run.output.first?.contains("Low") == true, "\(run.errors) \(run.output)")
    #expect(run.errors.joined().contains("Nothing was found for bwoie. These releases are of: bowie"), "\(run.errors)")
    #expect(try #require(hub.sent("GET /api/v1/releases").first).contains("correct=true"))
    let json = try FakeStaffHub.play([
      "GET /api/v1/releases": [corrected(#","isCutShort":true,"corrected":"b\"owie""#)]
    ])
    let document = try await json.run("find", "bwoie", "--json")
    #expect(document.output.joined().hasSuffix(#","isCutShort":true,"corrected":"b\"owie"}"#), "\(document.output)")
    #expect(document.errors.joined().contains("took too long"), "\(document.errors)")
    let exact = try FakeStaffHub.play(["GET /api/v1/releases": [FakeTagHub.page("")]])
    let none = try await exact.run("find", "bwoie", "--exact")
    #expect(none.code == 0 && none.errors.joined().contains("No releases found."), "\(none.errors)")
    #expect(try !#require(exact.sent("GET /api/v1/releases").first).contains("correct"))
  }

  @Test func `the facets of a query are a table with the queries of the values, and say what they leave out`()
    async throws
  {
    let facets =
      #"{"total":42,"facets":[{"name":"genre","values":[{"key":"jazz","name":"Jazz","count":42,"query":"genre:=jazz","isChosen":true,"search":""},{"key":"x","name":"Ro\u001b[31mck","count":7,"query":"genre:=x","search":"genre:=jazz genre:=x"}],"more":3}]}"#
    let hub = try FakeStaffHub.play(["GET /api/v1/releases/facets": [FakeTagHub.json(facets)]])
    let run = try await hub.run("find", "genre:=jazz", "--facets")
    #expect(run.code == 0 && run.output.count == 2 && !run.output.joined().contains("\u{1B}"), "\(run.errors)")
    #expect(run.output[0].hasPrefix("genre") && run.output[0].contains("chosen"), "\(run.output)")
    #expect(run.output[1].contains("7") && run.output[1].hasSuffix("genre:=jazz genre:=x"), "\(run.output)")
    #expect(run.errors == ["3 more values of genre"], "\(run.errors)")
    #expect(hub.sent("GET /api/v1/releases/facets").first?.contains("search=genre:=jazz") == true)
    let late = try await FakeStaffHub.play([
      "GET /api/v1/releases/facets": [FakeTagHub.json(#"{"facets":[],"isCutShort":true}"#)]
    ]).run("find", "a", "--facets", "--json")
    #expect(late.code == 0 && late.output.joined().contains("isCutShort"), "\(late.output)")
    #expect(late.errors.joined().contains("took too long"), "\(late.errors)")
  }

  @Test func `a mistake is shown with carets on standard error`() async throws {
    let body =
      #"{"type":"urn:deadwax:problem:bad-request","title":"The request is malformed","status":400,"detail":"'search': There is no field artits.","code":"bad-request","reasons":[],"retryable":false,"mistake":{"code":"unknown-field","from":5,"to":11,"suggestion":"artist"}}"#
    let hub = try FakeStaffHub.play([
      "GET /api/v1/releases": [
        HTTPResponse(
          status: 400, headers: [("content-type", "application/problem+json")], body: .bytes(Array(body.utf8)))
      ]
    ])
    let run = try await hub.run("find", "love artits:bowie")
    #expect(run.code != 0 && run.output.isEmpty, "\(run.output)")
    let errors = run.errors.joined(separator: "\n")
    #expect(errors.contains("There is no field artits."), "\(errors)")
    #expect(errors.contains("  love artits:bowie\n       ^^^^^^"), "\(errors)")
  }
}
