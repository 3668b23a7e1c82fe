internal import Demo
internal import Threads

/// The collection and the wantlist of the stand-in's only person, which requests change.
///
/// The person owns every other release of the demo, the first one twice, and wants every fifth one.
final class DiscogsShelf: Sendable {
  /// An instance in the collection.
  fileprivate struct Instance {
    var id: Int64
    var number: Int64
    var folder: Int64
  }

  fileprivate struct Contents {
    var collection: [Instance]
    var wants: [Int64]
    var nextInstance: Int64
  }

  /// The folders of the collection. The first one shows all items, and accepts none.
  private static let folders: [(id: Int64, name: String)] = [(0, "All"), (1, "Uncategorized"), (2, "Lending")]
  private static let firstInstance: Int64 = 900_000

  private let contents: Locked<Contents>

  init(_ releases: [DemoRelease]) {
    func every(_ step: Int) -> [Int64] { releases.indices.filter { $0 % step == 0 }.map { releases[$0].discogs } }
    let owned = every(2)
    let collection = (owned + owned.prefix(1)).enumerated().map { index, number in
      Instance(id: Self.firstInstance + Int64(index), number: number, folder: 1)
    }
    contents = Locked(
      Contents(
        collection: collection, wants: every(5), nextInstance: Self.firstInstance + Int64(collection.count)))
  }

  /// Answers a request for the lists.
  ///
  /// - Parameters:
  ///   - method: the method of the request.
  ///   - path: the segments of the path after the name of the user.
  ///   - page: the page number, from 1.
  ///   - perPage: the items per page, 1 to 100.
  ///   - basics: returns what a list says of a release; nil if there is no such release.
  /// - Returns: the status, and the body if the response has one.
  func answer(
    _ method: String, _ path: [String], page: Int, perPage: Int, basics: (Int64) -> DiscogsJSON?
  ) -> (status: Int, body: DiscogsJSON?) {
    let numbers = path.compactMap { Int64($0) }
    return contents.withLock { contents in
      switch (method, path.first, path.count) {
      case ("GET", "collection", 2): return (200, ["folders": .list(Self.folders.map { contents.json($0) })])
      case ("GET", "collection", 3) where path[1] == "folders":
        guard let folder = Self.folders.first(where: { [$0.id] == numbers }) else { return Self.missing }
        return (200, contents.json(folder))
      case ("GET", "collection", 3):
        return Self.page(
          contents.collection.filter { [$0.number] == numbers }.map { $0.json(basics) }, "releases", page, perPage)
      case ("GET", "collection", 4):
        guard let folder = Self.folders.first(where: { [$0.id] == numbers }) else { return Self.missing }
        let items = contents.collection.filter { folder.id == 0 || $0.folder == folder.id }
        return Self.page(items.map { $0.json(basics) }, "releases", page, perPage)
      case ("POST", "collection", 5):
        guard numbers.count == 2, Self.folders.contains(where: { $0.id == numbers[0] && $0.id > 0 }),
          basics(numbers[1]) != nil
        else { return Self.missing }
        let instance = Instance(id: contents.nextInstance, number: numbers[1], folder: numbers[0])
        contents.nextInstance += 1
        contents.collection.append(instance)
        return (201, ["instance_id": .number(instance.id), "resource_url": ""])
      case ("DELETE", "collection", 7):
        guard let index = contents.collection.firstIndex(where: { [$0.folder, $0.number, $0.id] == numbers }) else {
          return Self.missing
        }
        contents.collection.remove(at: index)
        return (204, nil)
      case ("GET", "wants", 1):
        return Self.page(contents.wants.map { Self.item($0, basics) }, "wants", page, perPage)
      case ("PUT", "wants", 2):
        guard let number = numbers.first, basics(number) != nil else { return Self.missing }
        if !contents.wants.contains(number) { contents.wants.append(number) }
        return (201, Self.item(number, basics))
      case ("DELETE", "wants", 2):
        guard let index = contents.wants.firstIndex(where: { [$0] == numbers }) else { return Self.missing }
        contents.wants.remove(at: index)
        return (204, nil)
      default: return Self.missing
      }
    }
  }

  private static let missing: (Int, DiscogsJSON?) = (404, ["message": "The requested resource was not found."])

  private static func page(
    _ items: [DiscogsJSON], _ key: String, _ page: Int, _ perPage: Int
  ) -> (Int, DiscogsJSON?) {
    let pages = max(1, (items.count + perPage - 1) / perPage)
    guard (1...pages).contains(page) else {
      return (404, ["message": .text("Page \(page) is outside of valid range [1, \(pages)].")])
    }
    return (
      200,
      .object([
        "pagination": [
          "page": .number(Int64(page)), "pages": .number(Int64(pages)), "per_page": .number(Int64(perPage)),
          "items": .number(Int64(items.count)), "urls": [:],
        ], key: .list(Array(items.dropFirst((page - 1) * perPage).prefix(perPage))),
      ])
    )
  }

  private static func item(_ number: Int64, _ basics: (Int64) -> DiscogsJSON?) -> DiscogsJSON {
    .object(fields(number, basics))
  }

  fileprivate static func fields(_ number: Int64, _ basics: (Int64) -> DiscogsJSON?) -> [String: DiscogsJSON] {
    [
      "id": .number(number), "rating": 0, "date_added": "2024-03-01T12:00:00-08:00",
      "basic_information": basics(number) ?? [:],
    ]
  }
}

extension DiscogsShelf.Instance {
  fileprivate func json(_ basics: (Int64) -> DiscogsJSON?) -> DiscogsJSON {
    var fields = DiscogsShelf.fields(number, basics)
    fields["instance_id"] = .number(id)
    fields["folder_id"] = .number(folder)
    return .object(fields)
  }
}

extension DiscogsShelf.Contents {
  fileprivate func json(_ folder: (id: Int64, name: String)) -> DiscogsJSON {
    let count = collection.count { folder.id == 0 || $0.folder == folder.id }
    return [
      "id": .number(folder.id), "name": .text(folder.name), "count": .number(Int64(count)), "resource_url": "",
    ]
  }
}
