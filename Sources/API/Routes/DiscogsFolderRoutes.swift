internal import HTTPServer
internal import Lookup
internal import Wire

extension HTTPAPI {
  /// The route of the folders of the collection at Discogs.
  var discogsFolderRoutes: [Endpoint] {
    [
      Endpoint(
        .get, "/api/v1/discogs/folders", needs: .staff, on: .immediate, answer: .later(showDiscogsFolders))
    ]
  }

  @Sendable private func showDiscogsFolders(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    let isBegun = account.beginFolders { result in
      done {
        do throws(LookupError) {
          let (user, folders) = try result.get()
          return .json(
            DiscogsFolderList(
              items: folders.filter(\.acceptsItems).map {
                DiscogsFolderResource(number: $0.number, name: $0.name, count: $0.count)
              }, user: user))
        } catch {
          throw Self.problem(error)
        }
      }
    }
    guard isBegun else {
      throw Problem(
        .tooMany, "Too many requests to Discogs are waiting. Send it again.", headers: [("retry-after", "2")])
    }
  }
}
