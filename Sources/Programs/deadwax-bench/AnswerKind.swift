internal import Deadwax
internal import Foundation
internal import Lookup

/// The kinds of answers of Discogs, as the shape of a document shows them. Deadwax requests all but the last two.
enum AnswerKind: String, CaseIterable {
  case release = "releases"
  case hits = "pages of search results"
  case master = "masters"
  case versions = "pages of the releases of a master"
  case list = "pages of a collection or a wantlist"
  case folders = "lists of folders"
  case addition = "additions to a collection"
  case identity = "owners of a token"
  case message = "messages of an error"
  case other = "answers that Deadwax does not request"

  /// Returns the kind of a JSON document and the bytes of the answer in it. A recorded exchange and an answer of the
  /// first version of the API have an envelope.
  ///
  /// - Parameter bytes: the content of a file.
  /// - Returns: the kind and the answer; nil if the bytes are not JSON.
  static func find(in bytes: [UInt8]) -> (kind: AnswerKind, body: [UInt8])? {
    guard !DiscogsAnswer.hasTrailingComma(in: bytes),
      let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    else { return nil }
    guard var object = value as? [String: Any] else { return (.other, bytes) }
    var inner = bytes
    if let response = object["response"] as? [String: Any], object["request"] != nil {
      guard let body = response["body"], let data = try? JSONSerialization.data(withJSONObject: body) else {
        return (.other, bytes)
      }
      inner = Array(data)
      object = body as? [String: Any] ?? [:]
    }
    return (kind(of: object), inner)
  }

  private static func kind(of object: [String: Any]) -> AnswerKind {
    func has(_ keys: String...) -> Bool { keys.allSatisfy { object[$0] != nil } }
    if has("pagination", "results") { return .hits }
    if has("pagination", "versions") { return .versions }
    if let items = (object["wants"] ?? object["releases"]) as? [[String: Any]], has("pagination"),
      items.allSatisfy({ $0["basic_information"] != nil })
    {
      return .list
    }
    if has("folders") { return .folders }
    if has("instance_id", "resource_url") || has("instance_id", "basic_information") { return .addition }
    if has("id", "username", "consumer_name") { return .identity }
    if has("main_release", "versions_url") { return .master }
    if has("tracklist", "id") || has("formats", "extraartists") { return .release }
    return object.count == 1 && has("message") ? .message : .other
  }

  /// Parses an answer as the hub does.
  ///
  /// - Parameter body: the answer.
  /// - Returns: the number of invalid parts that were skipped.
  /// - Throws: the typed error of an answer that is not of this kind. The last two kinds have no parser, and are tried as
  ///   a release.
  func skipped(in body: [UInt8]) throws(LookupError) -> Int {
    switch self {
    case .release, .message, .other:
      try DiscogsAnswer.release(in: body, at: Timestamp(milliseconds: 0)).skipped
    case .hits: try DiscogsAnswer.hits(in: body).skipped
    case .master: try DiscogsAnswer.master(in: body).skipped
    case .versions: try DiscogsAnswer.versions(in: body).skipped
    case .list: try DiscogsAnswer.itemCount(in: body).skipped
    case .folders: try DiscogsAnswer.folders(in: body).skipped
    case .identity: try DiscogsAnswer.identity(in: body).skipped
    case .addition:
      try DiscogsAnswer.addedInstance(in: body) > 0 ? 0 : 1
    }
  }

  /// True if such an answer must be parsed; false if it must give the typed error instead.
  var isRequested: Bool { self != .message && self != .other }
}
