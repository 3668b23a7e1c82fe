internal import Foundation
internal import HTTPClient

/// What a list of the hub has, over as many pages as it takes.
struct HubList {
  /// Each item's JSON.
  var items: [[UInt8]]
  /// Where the next page would begin; nil when that was all.
  var next: String?

  /// All of it as the hub would give it: `{"items": […], "next": …}`.
  var document: String {
    let list = items.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    let next = next.map { #","next":"# + String(decoding: JSONText.encode($0), as: UTF8.self) } ?? ""
    return "{\"items\":[\(list)]\(next)}"
  }
}

extension Hub {
  private static let pageLimit = 200

  /// Asks for a list until there is enough of it.
  ///
  /// - Parameters:
  ///   - path: from the root.
  ///   - query: names and values beside `limit` and `cursor`.
  ///   - limit: how many items at most.
  /// - Returns: the items.
  /// - Throws: as `get`.
  func list(_ path: String, _ query: [(String, String)] = [], limit: Int) throws(Failure) -> HubList {
    var list = HubList(items: [], next: nil)
    while list.items.count < limit {
      var query = query + [("limit", String(min(Self.pageLimit, limit - list.items.count)))]
      if let next = list.next { query.append(("cursor", next)) }
      let answer = try get(path, query)
      guard let page = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any],
        let items = page["items"] as? [[String: Any]]
      else { throw Failure(.unavailable, "The hub's answer was not understood.", advice: "See: deadwax doctor") }
      list.items += items.map { Array(JSONText.line($0).utf8) }
      list.next = page["next"] as? String
      guard list.next != nil, !items.isEmpty else { break }
    }
    return list
  }
}
