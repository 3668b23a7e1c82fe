import Deadwax
import Foundation
import Testing
import Wire

/// Tests that docs/openapi.json describes each kind of event: the members of its body and its record, in both
/// directions.
@Suite(.timeLimit(.minutes(5)))
struct EventSchemaTests {
  /// The name and the type of the record that the events of a kind contain.
  private static func record(of kind: Event.Kind) -> (name: String, type: any Codable.Type)? {
    switch kind {
    case .scanRecorded: ("scan", ScanResource.self)
    case .copyAdded, .releaseAdded, .releaseResolved, .releaseChanged: ("release", ReleaseSummary.self)
    case .tagJobChanged: ("job", TagJobResource.self)
    case .tagChanged: ("tag", TagResource.self)
    case .tagQueueChanged: ("queue", TagQueueResource.self)
    default: nil
    }
  }

  private static let records: Set = ["scan", "release", "job", "tag", "queue"]

  private func event(_ kind: Event.Kind) throws -> EventResource {
    EventResource(
      Event(
        id: 7, at: .sample, station: .sample, subject: "subject",
        body: try SchemaProbe.probe(kind).value))
  }

  @Test func `the kinds of events each have a schema, which the discriminator names`() throws {
    let schemas = try SchemaTests.schemas()
    let event = try #require(schemas["Event"] as? [String: Any])
    let discriminator = try #require(event["discriminator"] as? [String: Any])
    let mapping = try #require(discriminator["mapping"] as? [String: String])
    #expect(Set(mapping.keys) == Set(Event.Kind.allCases.map(\.rawValue)))
    let listed = try #require(event["oneOf"] as? [[String: String]]).compactMap { $0["$ref"] }
    #expect(Set(listed) == Set(mapping.values) && listed.count == mapping.count)
    for (kind, reference) in mapping {
      let name = try #require(reference.split(separator: "/").last.map(String.init))
      let properties = try #require((schemas[name] as? [String: Any])?["properties"] as? [String: [String: Any]])
      #expect(properties["kind"]?["const"] as? String == kind, "\(name)")
    }
  }

  @Test(arguments: Event.Kind.allCases)
  func `the schema of a kind has the members of every event, of its body and of its record`(kind: Event.Kind) throws {
    let schemas = try SchemaTests.schemas()
    let mapping = try #require(
      ((schemas["Event"] as? [String: Any])?["discriminator"] as? [String: Any])?["mapping"] as? [String: String])
    let name = try #require(mapping[kind.rawValue]?.split(separator: "/").last.map(String.init))
    guard case .object(let common) = try SchemaProbe.probe(EventResource.self).shape,
      case .object(let own) = try SchemaProbe.probe(kind).shape
    else {
      Issue.record("an event is an object")
      return
    }
    var members = common.filter { !Self.records.contains($0.name) } + own
    // The kind has one word in each schema, which the test of the discriminator compares.
    members = members.map {
      $0.name == "kind" ? Shape.Member(name: "kind", shape: .text(words: nil), isRequired: true) : $0
    }
    if let record = Self.record(of: kind) {
      members.append(
        Shape.Member(name: record.name, shape: try SchemaProbe.probe(record.type).shape, isRequired: false))
    }
    SchemaTests().compare(.object(members), try #require(schemas[name] as? [String: Any]), name, schemas)
  }

  @Test(arguments: Event.Kind.allCases)
  func `an event is encoded directly as by Foundation, and its body decoded again`(kind: Event.Kind) throws {
    let event = try event(kind)
    try SchemaTests.roundTrip(event)
    let again = try JSONDecoder().decode(EventResource.self, from: Data(JSONDocument.bytes(of: event)))
    #expect(again.body == event.body && again.body?.kind == kind)
  }

  @Test func `an event of a newer version has no body`() throws {
    let text = #"{"id":7,"kind":"copy.sold","at":"2026-11-20T09:45:12.120Z","subject":"x","price":3}"#
    let event = try JSONDecoder().decode(EventResource.self, from: Data(text.utf8))
    #expect(event.body == nil && event.kind.text == "copy.sold" && event.kind.known == nil)
  }
}
