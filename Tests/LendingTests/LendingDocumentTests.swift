import Foundation
import TestSupport
import Testing

/// Tests that docs/lending.md agrees with docs/openapi.json.
@Suite(.timeLimit(.minutes(5)))
struct LendingDocumentTests {
  private struct Description: Decodable {
    struct Parameter: Decodable {
      var reference: String?
      enum CodingKeys: String, CodingKey { case reference = "$ref" }
    }
    struct Operation: Decodable { var parameters: [Parameter]? }
    struct Path: Decodable { var post: Operation? }
    var paths: [String: Path]
  }

  @Test func `the document names every POST that takes no Idempotency-Key`() throws {
    let described = try JSONDecoder().decode(
      Description.self, from: Data(contentsOf: URL(fileURLWithPath: Repository.path("docs/openapi.json"))))
    let without = described.paths.compactMap { path, item -> String? in
      guard let post = item.post else { return nil }
      let keys = (post.parameters ?? []).compactMap(\.reference)
      return keys.contains { $0.hasSuffix("OnceKey") || $0.hasSuffix("IdempotencyKey") } ? nil : path
    }
    let document = try String(contentsOfFile: Repository.path("docs/lending.md"), encoding: .utf8)
    let start = try #require(document.range(of: "* `Idempotency-Key`")?.lowerBound)
    let end = try #require(document[start...].range(of: "\n* A body is JSON")?.lowerBound)
    let reported = document[start..<end]
    #expect(without.count > 5)
    for path in without where !path.contains("/virtual-hardware/") {
      let short = path.replacingOccurrences(of: "/api/v1", with: "")
      #expect(reported.contains("`\(short)`"), "\(short)")
    }
  }
}
