import API
import Deadwax
import Foundation
import HTTPServer
import LabelJobs
import TestSupport
import Testing
import Wire

/// Tests that each problem has a code of `ProblemCode`, and each reason one of `ReasonCode`. `SchemaTests` compares both
/// with docs/openapi.json.
@Suite(.timeLimit(.minutes(5)))
struct ProblemCodeTests {
  @Test func `the OpenAPI file has the codes of problems and reasons, and no others`() throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.path("docs/openapi.json")))
    let document = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    let components = try #require(document["components"] as? [String: Any])
    let schemas = try #require(components["schemas"] as? [String: [String: Any]])
    let problem = try #require(schemas["Problem"]?["properties"] as? [String: [String: Any]])
    let codes = try #require(problem["code"]?["enum"] as? [String])
    #expect(codes.sorted() == ProblemCode.allCases.map(\.rawValue).sorted())
    let reasons = try #require(schemas["ReasonCode"]?["enum"] as? [String])
    #expect(reasons.sorted() == ReasonCode.allCases.map(\.rawValue).sorted())
    #expect(Set(ReasonCode.allCases.map(\.rawValue)).count == ReasonCode.allCases.count)
    #expect(ReasonCode(rawValue: "no-such-reason") == nil)
  }

  @Test func `each example of a problem has known codes`() throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.path("docs/openapi.json")))
    var problems = 0
    func check(_ value: Any) throws {
      if let members = value as? [String: Any] {
        if let type = members["type"] as? String, type.hasPrefix("urn:deadwax:problem:"), members["code"] is String {
          let bytes = try JSONSerialization.data(withJSONObject: members)
          let problem = try JSONDecoder().decode(ProblemDocument.self, from: bytes)
          let code = try #require(problem.code.known, "\(problem.code)")
          #expect(problem.type == "urn:deadwax:problem:\(code.rawValue)" && problem.status == code.status, "\(code)")
          #expect(problem.title == code.title && problem.retryable == code.isRetryable, "\(code)")
          for reason in problem.reasons { #expect(reason.code.known != nil, "\(reason.code)") }
          problems += 1
        }
        for member in members.values { try check(member) }
      } else if let elements = value as? [Any] {
        for element in elements { try check(element) }
      }
    }
    try check(try JSONSerialization.jsonObject(with: file))
    #expect(problems > 20)
  }

  @Test func `each refusal of the server and of the labels has a code of its own`() {
    for kind in HTTPProblem.Kind.allCases {
      let problem = HTTPProblem(kind, "It is refused.")
      #expect(ProblemCode(rawValue: problem.code) != nil, "\(problem.code)")
    }
    for kind in LabelFault.Kind.allCases { #expect(ProblemCode(rawValue: kind.rawValue) != nil, "\(kind)") }
  }
}
