internal import Foundation
internal import HTTPClient

/// The items of a list, from all requested pages.
package struct HubList {
  /// The JSON of each item.
  package var items: [[UInt8]]
  /// The cursor of the next page; nil if there are no more items.
  package var next: String?
  /// The number of items of the whole list; nil if the hub does not count them.
  package var total: Int?
  /// The query that was answered in place of one that finds nothing; nil if the query was answered itself.
  package var corrected: String?
  /// True if a search is not complete while the search index is built.
  package var isPartial = false
  /// True if a search ended after its time, with what it had found.
  package var isCutShort = false

  /// The items as one document, in the form of the API: `{"items": […], "next": …, "total": …}`, with the remarks on a
  /// search.
  package var document: String {
    let list = items.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    let next = next.map { #","next":"# + String(decoding: JSONCoding.encode($0), as: UTF8.self) } ?? ""
    let total = total.map { #","total":\#($0)"# } ?? ""
    let remarks =
      (isPartial ? #","isPartial":true"# : "") + (isCutShort ? #","isCutShort":true"# : "")
      + (corrected.map { #","corrected":"# + String(decoding: JSONCoding.encode($0), as: UTF8.self) } ?? "")
    return "{\"items\":[\(list)]\(next)\(total)\(remarks)}"
  }
}

extension HubClient {
  private static let pageLimit = 200

  /// Requests pages of a list until there are enough items.
  ///
  /// - Parameters:
  ///   - path: the absolute path.
  ///   - query: names and values in addition to `limit` and `cursor`.
  ///   - limit: the maximum number of items.
  /// - Returns: the items.
  /// - Throws: like `get`.
  package func list(_ path: String, _ query: [(String, String)] = [], limit: Int) throws(Failure) -> HubList {
    var list = HubList(items: [])
    while list.items.count < limit {
      var query = query + [("limit", String(min(Self.pageLimit, limit - list.items.count)))]
      if let next = list.next { query.append(("cursor", next)) }
      let answer = try page(path, query)
      list.items += answer.items
      list.next = answer.next
      list.total = list.total ?? answer.total
      list.corrected = list.corrected ?? answer.corrected
      list.isPartial = list.isPartial || answer.isPartial
      list.isCutShort = list.isCutShort || answer.isCutShort
      guard list.next != nil, !answer.items.isEmpty else { break }
    }
    return list
  }

  /// Reads a list that the hub sends in one page. Such a list accepts no limit.
  ///
  /// - Parameter path: the absolute path.
  /// - Returns: the items.
  /// - Throws: like `get`.
  package func wholeList(_ path: String) throws(Failure) -> HubList { try page(path, []) }

  private func page(_ path: String, _ query: [(String, String)]) throws(Failure) -> HubList {
    let answer = try get(path, query)
    guard let page = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any],
      let items = page["items"] as? [[String: Any]]
    else { throw Failure(.unavailable, "Cannot parse the hub's response.", advice: "See: deadwax doctor") }
    return HubList(
      items: items.map { Array(JSONCoding.line($0).utf8) }, next: page["next"] as? String, total: page["total"] as? Int,
      corrected: page["corrected"] as? String, isPartial: page["isPartial"] as? Bool ?? false,
      isCutShort: page["isCutShort"] as? Bool ?? false)
  }
}
