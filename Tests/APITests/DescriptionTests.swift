import API
import Deadwax
import Foundation
import Lending
import OfflineStation
import Storage
import TestSupport
import Testing
import Wire

/// Tests that the lists in docs/openapi.json match the code.
@Suite(.timeLimit(.minutes(5)))
struct DescriptionTests {
  private func schema(_ path: String...) throws -> [String: Any] {
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.path("docs/openapi.json")))
    let document = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    let components = try #require(document["components"] as? [String: Any])
    var found = try #require(components["schemas"] as? [String: Any])
    for name in path { found = try #require(found[name] as? [String: Any], "\(name)") }
    return found
  }

  @Test func `the words of the OpenAPI file are those of the hub`() throws {
    func same(_ described: [String: Any], _ words: [String], _ name: String) throws {
      let list = try #require(described["enum"] as? [String], "\(name)")
      #expect(Set(list) == Set(words), "\(name): \(Set(list).symmetricDifference(words).sorted())")
      #expect(list.count == Set(list).count, "\(name) has a word twice")
    }
    try same(try schema("OutcomeCode"), Outcome.Code.allCases.map(\.rawValue), "OutcomeCode")
    try same(try schema("OutcomeStatus"), Outcome.Status.allCases.map(\.rawValue), "OutcomeStatus")
    try same(try schema("Mode"), Mode.allCases.map(\.rawValue), "Mode")
    try same(try schema("EventKind"), Event.Kind.allCases.map(\.rawValue), "EventKind")
    try same(try schema("ChangeKind"), Change.Kind.allCases.map(\.rawValue), "ChangeKind")
    try same(try schema("HoldState"), Hold.State.allCases.map(\.rawValue), "HoldState")
    try same(try schema("Problem", "properties", "code"), Problem.Code.allCases.map(\.rawValue), "Problem.code")
    try same(try schema("Fee", "properties", "kind"), Fee.Kind.allCases.map(\.rawValue), "Fee.kind")
    try same(
      try schema("InboxItem", "properties", "state"), InboxItem.State.allCases.map(\.rawValue), "InboxItem.state")
    try same(
      try schema("Setting", "properties", "section"), Setting.Section.allCases.map(\.rawValue), "Setting.section")
    try same(
      try schema("Setting", "properties", "kind"), Array(Set(Setting.all.map(\.kind.name))), "Setting.kind")
    try same(try schema("OfflineAction"), OfflineEntry.Act.allCases.map(\.rawValue), "OfflineAction")
    try same(try schema("MergedEntryState"), MergeResult.State.allCases.map(\.rawValue), "MergedEntryState")
  }

  @Test func `a PATCH takes names of its GET`() throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.path("docs/openapi.json")))
    let document = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
    func schema(_ content: Any?) -> [String: Any] {
      let json = ((content as? [String: Any])?["content"] as? [String: [String: Any]])?["application/json"]
      return json?["schema"] as? [String: Any] ?? [:]
    }
    func names(_ schema: [String: Any]) -> Set<String> {
      var open = [schema]
      var names: Set<String> = []
      while let schema = open.popLast() {
        names.formUnion((schema["properties"] as? [String: Any] ?? [:]).keys)
        open += schema["allOf"] as? [[String: Any]] ?? []
        if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
          open.append(schemas[String(name)] ?? [:])
        }
      }
      return names
    }
    // The schema of an item of a list.
    func item(_ list: [String: Any]) -> [String: Any] {
      let name = (list["$ref"] as? String)?.split(separator: "/").last.map(String.init) ?? ""
      let items = (schemas[name]?["properties"] as? [String: [String: Any]])?["items"]
      return items?["items"] as? [String: Any] ?? [:]
    }
    var patched = 0
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    for (path, operations) in paths {
      guard let patch = operations["patch"] else { continue }
      func answer(_ operation: [String: Any]?) -> [String: Any] {
        schema((operation?["responses"] as? [String: Any])?["200"])
      }
      // What has no address of its own is in a list.
      let list = paths[path.split(separator: "/").dropLast().map { "/\($0)" }.joined()]?["get"]
      let received = names(operations["get"].map(answer) ?? item(answer(list)))
      let sent = names(schema(patch["requestBody"]))
      #expect(!sent.isEmpty && sent.subtracting(received).isEmpty, "\(path): \(sent.subtracting(received).sorted())")
      patched += 1
    }
    #expect(patched >= 4)
  }

  @Test func `each kind of problem has a title and a status of an error`() {
    for code in Problem.Code.allCases {
      #expect((400...599).contains(code.status), "\(code)")
      #expect(!code.title.isEmpty)
    }
  }
}
