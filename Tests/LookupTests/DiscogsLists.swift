import Deadwax
import ServerTestSupport
import Threads

/// A Discogs on 127.0.0.1 that keeps the collection and the wantlist of one person, and counts what is asked of it. It
/// cuts connections before or after it has acted.
final class DiscogsLists: Sendable {
  /// An instance in the collection.
  struct Instance: Hashable {
    var id: Int64
    var number: Int64
    var folder: Int64
  }

  /// The answer to the next changes.
  enum Fault: Hashable {
    /// The connection ends after the request was carried out, without a response.
    case cutAfterActing
    /// The connection ends before.
    case cutBeforeActing
    /// This status, and nothing is carried out.
    case status(Int)
  }

  struct Contents {
    var user = "some one"
    var token = "demo"
    var collection: [Instance] = []
    var wants: Set<Int64> = []
    var folders: Set<Int64> = [0, 1]
    /// The releases that Discogs does not have.
    var missing: Set<Int64> = []
    var nextInstance: Int64 = 9000
    /// The faults of the next changes, in order.
    var faults: [Fault] = []
    /// All requests, such as `POST /users/…`.
    var requests: [String] = []
    /// The changes that were carried out.
    var changes: [String] = []
  }

  let contents = Locked(Contents())
  private let server: RawServer

  init() throws {
    let contents = contents
    server = try RawServer { connection in
      while let request = connection.request() {
        guard let (status, body) = contents.withLock({ Self.answer(request, &$0) }) else { return }
        guard connection.answer(status, "Content-Type: application/json\r\n", body) else { return }
      }
    }
  }

  var url: String { server.url }

  /// The number of changes that were carried out.
  var changeCount: Int { contents.withLock { $0.changes.count } }

  /// The releases in the collection, with the numbers of their instances.
  var owned: [Int64: Int] {
    contents.withLock { contents in
      Dictionary(contents.collection.map { ($0.number, 1) }, uniquingKeysWith: +)
    }
  }

  /// Adds instances, as a person does on the website.
  func own(_ numbers: [Int64]) {
    contents.withLock { contents in
      for number in numbers { contents.add(number, 1) }
    }
  }

  private static func answer(_ text: String, _ contents: inout Contents) -> (Int, String)? {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    let (method, path) = (words[0], words[1].split(separator: "?")[0].split(separator: "/").map(String.init))
    contents.requests.append("\(method) \(words[1])")
    guard text.lowercased().contains("authorization: discogs token=\(contents.token)\r\n") else {
      return (401, #"{"message":"Invalid consumer token."}"#)
    }
    if method != "GET", !contents.faults.isEmpty {
      switch contents.faults.removeFirst() {
      case .cutBeforeActing: return nil
      case .status(let status): return (status, status == 403 || status < 500 ? #"{"message":"no"}"# : "<html>")
      case .cutAfterActing:
        _ = act(method, path, &contents)
        return nil
      }
    }
    return act(method, path, &contents)
  }

  private static func act(_ method: String, _ path: [String], _ contents: inout Contents) -> (Int, String) {
    let missing = (404, #"{"message":"no such item"}"#)
    if path == ["oauth", "identity"] { return (200, #"{"id":1,"username":"\#(contents.user)"}"#) }
    guard path.count > 2, path[0] == "users", path[1] == "some%20one" else { return missing }
    let ids = path.compactMap { Int64($0) }
    switch (method, path[2], path.count) {
    case ("GET", "collection", 5) where path[3] == "folders":
      return contents.folders.contains(ids[0]) ? (200, #"{"id":\#(ids[0]),"name":"F"}"#) : missing
    case ("GET", "collection", 5):
      let found = contents.collection.filter { $0.number == ids[0] }.map {
        #"{"id":\#($0.number),"instance_id":\#($0.id),"folder_id":\#($0.folder),"basic_information":{}}"#
      }
      return (200, #"{"pagination":{"pages":1,"items":\#(found.count)},"releases":[\#(found.joined(separator: ","))]}"#)
    case ("POST", "collection", 7):
      guard contents.folders.contains(ids[0]), ids[0] > 0, !contents.missing.contains(ids[1]) else { return missing }
      contents.add(ids[1], ids[0])
      contents.changes.append("add \(ids[1])")
      return (201, #"{"instance_id":\#(contents.nextInstance - 1),"resource_url":""}"#)
    case ("DELETE", "collection", 9):
      let gone = contents.collection.filter { $0.folder == ids[0] && $0.number == ids[1] && $0.id == ids[2] }
      guard !gone.isEmpty else { return missing }
      contents.collection.removeAll { gone.contains($0) }
      contents.changes.append("remove \(ids[2])")
      return (204, "")
    case ("PUT", "wants", 4):
      guard !contents.missing.contains(ids[0]) else { return missing }
      contents.wants.insert(ids[0])
      contents.changes.append("want \(ids[0])")
      return (201, #"{"id":\#(ids[0])}"#)
    case ("DELETE", "wants", 4):
      guard contents.wants.remove(ids[0]) != nil else { return missing }
      contents.changes.append("unwant \(ids[0])")
      return (204, "")
    default: return missing
    }
  }
}

extension DiscogsLists.Contents {
  fileprivate mutating func add(_ number: Int64, _ folder: Int64) {
    collection.append(DiscogsLists.Instance(id: nextInstance, number: number, folder: folder))
    nextInstance += 1
  }
}
