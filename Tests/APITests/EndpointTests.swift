import API
import Foundation
import HTTPServer
import TestSupport
import Testing
import Wire

/// Tests that docs/openapi.json describes exactly the endpoints, and that each endpoint keeps what it declares.
@Suite(.timeLimit(.minutes(5)))
struct EndpointTests {
  /// An operation as docs/openapi.json describes it.
  struct Described {
    var role: String?
    var query: Set<String> = []
    /// The header parameters; true for a required one.
    var headers: [String: Bool] = [:]
    var hasEntityTag = false
    var hasLink = false
    /// True if the response is a list with a total.
    var hasTotal = false
  }

  /// The pages are described too, but are no endpoint of the API.
  private static let pages: Set<String> = ["GET /"]

  static func described() throws -> [String: Described] {
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.path("docs/openapi.json")))
    let document = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    let components = try #require(document["components"] as? [String: Any])
    let parameters = try #require(components["parameters"] as? [String: [String: Any]])
    let schemas = try #require(components["schemas"] as? [String: [String: Any]])
    var found: [String: Described] = [:]
    for (path, operations) in try #require(document["paths"] as? [String: [String: [String: Any]]]) {
      for (method, operation) in operations {
        var described = Described(role: operation["x-deadwax-role"] as? String)
        for parameter in operation["parameters"] as? [[String: Any]] ?? [] {
          let name = (parameter["$ref"] as? String)?.split(separator: "/").last.map(String.init)
          let parameter = name.flatMap { parameters[$0] } ?? parameter
          let word = try #require(parameter["name"] as? String, "\(method) \(path)")
          if parameter["in"] as? String == "query" { described.query.insert(word) }
          if parameter["in"] as? String == "header" {
            described.headers[word] = parameter["required"] as? Bool ?? false
          }
        }
        let responses = operation["responses"] as? [String: [String: Any]] ?? [:]
        let fields = responses["200"]?["headers"] as? [String: Any] ?? [:]
        described.hasEntityTag = fields["ETag"] != nil
        // The shared field is the link to the next page; another one has a meaning of its own.
        described.hasLink = (fields["Link"] as? [String: Any])?["$ref"] as? String == "#/components/headers/Link"
        let content = responses["200"]?["content"] as? [String: [String: Any]]
        let schema = (content?["application/json"]?["schema"] as? [String: Any])?["$ref"] as? String
        if let name = schema?.split(separator: "/").last.map(String.init) {
          described.hasTotal = (schemas[name]?["properties"] as? [String: Any])?["total"] != nil
        }
        found["\(method.uppercased()) \(path)"] = described
      }
    }
    return found.filter { !pages.contains($0.key) }
  }

  private func withEndpoints(_ body: ([(Endpoint, Described)]) throws -> Void) throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let described = try Self.described()
    try body(
      service.surface.endpoints.map { ($0, try #require(described[$0.name], "\($0.name) is not described")) })
  }

  @Test func `the OpenAPI file has the paths and methods of the endpoints, and no others`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let names = service.surface.endpoints.map(\.name)
    #expect(Set(names).symmetricDifference(try Self.described().keys).sorted() == [])
    #expect(names.count == Set(names).count)
  }

  @Test func `the OpenAPI file has the role of each endpoint`() throws {
    try withEndpoints { endpoints in
      for (endpoint, described) in endpoints {
        #expect(described.role == endpoint.role?.rawValue, "\(endpoint.name)")
      }
    }
  }

  @Test func `the OpenAPI file has the query of each endpoint`() throws {
    try withEndpoints { endpoints in
      for (endpoint, described) in endpoints { #expect(described.query == endpoint.query, "\(endpoint.name)") }
    }
  }

  @Test func `the OpenAPI file has If-Match where an endpoint checks it`() throws {
    try withEndpoints { endpoints in
      for (endpoint, described) in endpoints {
        let expected: Bool? =
          switch endpoint.precondition {
          case .none: nil
          case .accepted: false
          case .required: true
          }
        #expect(described.headers["If-Match"] == expected, "\(endpoint.name)")
      }
    }
  }

  @Test func `the OpenAPI file has Idempotency-Key where an endpoint accepts it`() throws {
    try withEndpoints { endpoints in
      for (endpoint, described) in endpoints {
        let isAccepted =
          switch endpoint.idempotency {
          case .natural: false
          case .key, .keyOfSecret, .record: true
          }
        #expect((described.headers["Idempotency-Key"] != nil) == isAccepted, "\(endpoint.name)")
      }
    }
  }

  @Test func `the OpenAPI file has an ETag for each record, and a Link for each paged list`() throws {
    try withEndpoints { endpoints in
      for (endpoint, described) in endpoints where endpoint.method == .get {
        switch endpoint.content {
        case .record:
          #expect(described.hasEntityTag && described.headers["If-None-Match"] != nil, "\(endpoint.name)")
        case .list, .cachedList: #expect(described.hasLink, "\(endpoint.name)")
        case .wholeList, .other: #expect(!described.hasLink, "\(endpoint.name)")
        }
      }
    }
  }

  @Test func `a change that needs the version is refused without it`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    for endpoint in service.surface.endpoints where endpoint.precondition == .required {
      let token = try service.token(.admin)
      let headers = [("host", "x"), ("authorization", "Bearer \(token)"), ("content-type", "application/json")]
      #expect(
        try service.answer(endpoint.method, endpoint.pattern, headers: headers, body: "{}").status == 428,
        "\(endpoint.name)")
    }
  }

  @Test func `a body that is missing is refused in words of its own, not as a wrong content type`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let token = try service.token(.admin)
    func send(_ headers: [(String, String)], _ body: String) throws -> HTTPResponse {
      try service.answer(
        .post, "/api/v1/holds", headers: [("host", "127.0.0.1"), ("authorization", "Bearer \(token)")] + headers,
        body: body)
    }
    for headers in [[], [("content-type", "application/json")], [("content-type", "text/plain")]] {
      let response = try send(headers, "")
      #expect(response.status == 400 && response.text.contains("The body is missing."), "\(response.text)")
      #expect(response.text.contains("missing-body"), "\(response.text)")
    }
    #expect(try send([("content-type", "text/plain")], "{}").status == 415)
    #expect(try send([], "{}").status == 415)
    #expect(try send([("content-type", "application/json")], " ").status == 400)
    // A body that may be absent is not missing.
    let undo = try service.answer(
      .post, "/api/v1/stations/{name}/undo", parameters: [("name", "desk")],
      headers: [("host", "127.0.0.1"), ("authorization", "Bearer \(token)")])
    #expect(undo.status == 409, "\(undo.text)")
  }

  @Test func `a misspelt name in the query is refused by every endpoint`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let token = try service.token(.admin)
    for endpoint in service.surface.endpoints {
      let response = try service.answer(
        endpoint.method, endpoint.pattern, target: "/x?borower=1",
        headers: [("host", "127.0.0.1"), ("authorization", "Bearer \(token)")])
      #expect(response.status == 400 && response.text.contains("unknown-parameter"), "\(endpoint.name)")
      #expect(response.text.contains("'borower' is unknown."), "\(endpoint.name)")
    }
  }
}

extension Endpoint {
  /// The endpoint in the form `GET /healthz`.
  var name: String { "\(method.rawValue) \(pattern)" }
}
