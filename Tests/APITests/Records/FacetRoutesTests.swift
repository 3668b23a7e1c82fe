import Deadwax
import HTTPServer
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct FacetRoutesTests {
  private func facets(_ library: LendingLibrary, _ query: String = "") throws -> [String: [[String: Any]]] {
    let answer = try library.request(.get, "/releases/facets", query: query, as: .station)
    #expect(answer.status == 200, "\(answer.text)")
    let facets = try #require(answer.json["facets"] as? [[String: Any]])
    #expect(facets.compactMap { $0["name"] as? String } == Facet.allCases.map(\.rawValue))
    return Dictionary(
      uniqueKeysWithValues: facets.map { ($0["name"] as? String ?? "", $0["values"] as? [[String: Any]] ?? []) })
  }

  @Test func `each value finds as many releases as it counts, and a chosen one is taken away`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    _ = try library.lend(0, to: library.ada)
    for (name, values) in try facets(library) {
      for value in values {
        let search = try #require(value["search"] as? String)
        let encoded = search.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let found = try library.request(.get, "/releases", query: "?search=\(encoded)", as: .station)
        #expect(value["count"] as? Int == found.items.count, "\(name): \(value)")
      }
    }
    #expect(try facets(library)["loan"]?.compactMap { $0["key"] as? String } == ["on-loan"])
    let chosen = try #require(try facets(library, "?search=medium%3Acd%20train")["medium"]?.first)
    #expect(chosen["isChosen"] as? Bool == true && chosen["search"] as? String == "train")
    #expect(try facets(library, "?search=train")["medium"]?.first?["isChosen"] == nil)
    #expect(try facets(library, "?medium=vinyl")["medium"]?.isEmpty == true)
    #expect(try facets(library, "?search=tra&typing=true")["medium"]?.first?["search"] as? String == "tra* medium:cd")
  }

  @Test func `a mistake in the query has its place, and wrong parameters are refused`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let mistake = try library.request(.get, "/releases/facets", query: "?search=artits%3Ax")
    #expect(mistake.status == 400 && (mistake.json["mistake"] as? [String: Any])?["suggestion"] as? String == "artist")
    for query in ["?typing=maybe", "?medium=tape", "?limit=5", "?query=x"] {
      #expect(try library.request(.get, "/releases/facets", query: query).status == 400, "\(query)")
    }
  }
}
