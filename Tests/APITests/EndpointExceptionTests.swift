import API
import Foundation
import HTTPServer
import TestSupport
import Testing
import Wire

/// Tests that each endpoint keeps the rules of docs/api.md, or is an exception there with its reason.
@Suite(.timeLimit(.minutes(5)))
struct EndpointExceptionTests {
  /// The tables of docs/api.md: the reasons by endpoint, by the heading above them.
  private static func tables() throws -> [String: [String: String]] {
    let text = try String(contentsOf: URL(fileURLWithPath: Repository.path("docs/api.md")), encoding: .utf8)
    var tables: [String: [String: String]] = [:]
    var heading = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") { heading = String(line.drop { $0 == "#" || $0 == " " }) }
      guard line.hasPrefix("| `") else { continue }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let name = try #require(cells.first).trimmingCharacters(in: ["`"])
      guard name.contains(" /") else { continue }
      #expect(
        tables[heading, default: [:]].updateValue(cells.count == 2 ? cells[1] : "", forKey: name) == nil, "\(name)")
    }
    return tables
  }

  /// Compares the endpoints that break a rule with the table below a heading.
  private func compare(_ heading: String, _ isException: (Endpoint) -> Bool) throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let reasons = try #require(try Self.tables()[heading], "docs/api.md has no table below '\(heading)'")
    let exceptions = Set(service.surface.endpoints.filter(isException).map(\.name))
    #expect(exceptions.subtracting(reasons.keys).sorted() == [], "without a reason")
    #expect(Set(reasons.keys).subtracting(exceptions).sorted() == [], "no exceptions")
    for (name, reason) in reasons { #expect(reason.count > 10 && reason.hasSuffix("."), "\(name): \(reason)") }
  }

  @Test func `a resource without an ETag has a reason`() throws {
    try compare("Resources without an ETag") { endpoint in
      guard endpoint.method == .get, case .other = endpoint.content else { return false }
      return true
    }
  }

  @Test func `a list without pages has a reason`() throws {
    try compare("Lists without pages") { endpoint in
      guard case .wholeList = endpoint.content else { return false }
      return true
    }
  }

  @Test func `a list without a total has a reason`() throws {
    let described = try EndpointTests.described()
    try compare("Lists without a total") { endpoint in
      switch endpoint.content {
      case .list, .cachedList: described[endpoint.name]?.hasTotal != true
      case .record, .wholeList, .other: false
      }
    }
  }

  @Test func `a change of a record that does not take If-Match has a reason`() throws {
    try compare("Changes without If-Match") { endpoint in
      let isChange = endpoint.method != .get && (endpoint.method != .post || endpoint.pattern.contains("{"))
      guard isChange, case .none = endpoint.precondition else { return false }
      return true
    }
  }

  @Test func `a POST that does not take Idempotency-Key has a reason`() throws {
    try compare("Requests without Idempotency-Key") { endpoint in
      guard endpoint.method == .post, case .natural = endpoint.idempotency else { return false }
      return true
    }
  }
}
