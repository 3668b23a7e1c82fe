import Foundation
import TestSupport
import Testing

/// Tests that what can be changed at an address has the names, JSON types and words of what is read there.
@Suite(.timeLimit(.minutes(5)))
struct ChangeSchemaTests {
  /// The members that a change has and the record does not, each with the reason.
  private static let exceptions: [String: String] = [
    "PUT /api/v1/discogs/token token": "The token is sent once, and is in no answer.",
    "PUT /api/v1/stations/{name}/tag-queue untagged":
      "It selects the copies of the queue; the record lists the result.",
    "PUT /api/v1/stations/{name}/tag-queue place": "It selects the copies of the queue; the record lists the result.",
    "PUT /api/v1/stations/{name}/tag-queue copies": "It selects the copies of the queue; the record lists the result.",
    "PUT /api/v1/stations/{name}/tag-queue seal": "It is an instruction for the jobs of the queue.",
    "PATCH /api/v1/copies/{id} release": "A change names the release by its id; the record has a summary of it.",
    "PUT /api/v1/copies/{id}/show show": "A change names the show by its id; the record has a summary of it.",
    "PUT /api/v1/copies/{id}/show recording": "The record has the recording within the summary of its show.",
    "PUT /api/v1/stations/{name}/batch condition": "The record of a batch has its settings in one member.",
    "PUT /api/v1/stations/{name}/batch place": "The record of a batch has its settings in one member.",
    "PUT /api/v1/stations/{name}/batch accession": "The record of a batch has its settings in one member.",
    "PUT /api/v1/stations/{name}/batch source": "The record of a batch has its settings in one member.",
    "PUT /api/v1/stations/{name}/batch label": "The record of a batch has its settings in one member.",
    "PUT /api/v1/stations/{name}/batch tag": "The record of a batch has its settings in one member.",
  ]

  private struct Pair {
    let operation: String
    let change: [String: Any]
    let record: [String: Any]
  }

  private static func document() throws -> [String: Any] {
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.path("docs/openapi.json")))
    return try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
  }

  private static func pairs(in document: [String: Any]) throws -> [Pair] {
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    return paths.sorted { $0.key < $1.key }.flatMap { path, operations -> [Pair] in
      guard let read = operations["get"] as? [String: Any],
        let record = schema(in: (read["responses"] as? [String: Any])?["200"])
      else { return [] }
      return ["patch", "put"].compactMap { method in
        schema(in: (operations[method] as? [String: Any])?["requestBody"]).map {
          Pair(operation: "\(method.uppercased()) \(path)", change: $0, record: record)
        }
      }
    }
  }

  private static func schema(in body: Any?) -> [String: Any]? {
    let content = (body as? [String: Any])?["content"] as? [String: [String: Any]]
    return content?["application/json"]?["schema"] as? [String: Any]
  }

  /// Returns the members of a change that differ from those of the record, each with the difference.
  private static func differences(_ pair: Pair, _ document: [String: Any]) -> [String: String] {
    let schemas = (document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]] ?? [:]
    func resolved(_ schema: [String: Any]) -> [String: Any] {
      if let name = (schema["$ref"] as? String)?.split(separator: "/").last, let found = schemas[String(name)] {
        return resolved(found)
      }
      guard let kinds = schema["anyOf"] as? [[String: Any]] else { return schema }
      return kinds.first { $0["type"] as? String != "null" }.map(resolved) ?? schema
    }
    func types(_ schema: [String: Any]) -> Set<String> {
      Set(schema["type"] as? [String] ?? [schema["type"] as? String].compactMap(\.self)).subtracting(["null"])
    }
    func words(_ schema: [String: Any]) -> Set<String>? {
      (schema["enum"] as? [Any]).map { Set($0.compactMap { $0 as? String }) }
    }
    let known = resolved(pair.record)["properties"] as? [String: [String: Any]] ?? [:]
    let changed = resolved(pair.change)["properties"] as? [String: [String: Any]] ?? [:]
    var differences: [String: String] = [:]
    for (name, member) in changed {
      guard let other = known[name].map(resolved) else {
        differences[name] = "the record has no such member"
        continue
      }
      let member = resolved(member)
      if types(member) != types(other) { differences[name] = "\(types(member)) and \(types(other))" }
      if let mine = words(member), let theirs = words(other), !mine.isSubset(of: theirs) {
        differences[name] = "\(mine.subtracting(theirs).sorted()) are no words of the record"
      }
    }
    return differences
  }

  @Test func `a change at an address has the names, types and words of what is read there`() throws {
    let document = try Self.document()
    let pairs = try Self.pairs(in: document)
    #expect(pairs.count >= 5, "\(pairs.map(\.operation))")
    var found: Set<String> = []
    for pair in pairs {
      for (name, difference) in Self.differences(pair, document) {
        found.insert("\(pair.operation) \(name)")
        #expect(Self.exceptions["\(pair.operation) \(name)"] != nil, "\(pair.operation) \(name): \(difference)")
      }
    }
    #expect(Set(Self.exceptions.keys) == found, "exceptions without a difference")
  }

  @Test func `another name, another type and another word are found`() throws {
    let record: [String: Any] = [
      "properties": [
        "parts": ["type": "integer"], "status": ["type": "string", "enum": ["in", "lost"]], "note": ["type": "string"],
      ]
    ]
    let change: [String: Any] = [
      "properties": [
        "partCount": ["type": "integer"], "parts": ["type": "string"],
        "status": ["type": ["string", "null"], "enum": ["available", "lost", NSNull()]],
        "note": ["anyOf": [["type": "string"], ["type": "null"]]],
      ]
    ]
    let found = Self.differences(Pair(operation: "PATCH /x", change: change, record: record), [:])
    #expect(Set(found.keys) == ["partCount", "parts", "status"], "\(found)")
  }
}
