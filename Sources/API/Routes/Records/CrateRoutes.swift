internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Lists
internal import Wire

extension HTTPAPI {
  /// The routes of crates, their items, and the recent releases.
  var crateRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/crates", needs: .readerOnly, query: ["release"], returns: .list) { request, _ in
        let page = try crates.list(
          holding: try request.id("release"), cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { CrateResource($0) }
      },
      Endpoint(.get, "/api/v1/crates/{id}", needs: .readerOnly, returns: .record) { request, _ in
        .crate(try crates.crate(try request.crate()))
      },
      Endpoint(.post, "/api/v1/crates", needs: .staff, repeats: .key) { request, call in
        let body: CrateRequest = try request.decode()
        let made = try crates.add(
          name: body.name, note: body.note, parent: body.parent, id: call.claim?.derivedID(), by: call.caller.name)
        return .json(status: 201, CrateResource(made)).with("location", "/api/v1/crates/\(made.crate.id)")
      },
      Endpoint(.patch, "/api/v1/crates/{id}", needs: .staff, ifMatch: .required) { request, call in
        .crate(
          try crates.change(try request.crate(), try request.decode(), ifVersion: call.version, by: call.caller.name))
      },
      Endpoint(.delete, "/api/v1/crates/{id}", needs: .staff, ifMatch: .required) { request, call in
        try crates.remove(try request.crate(), ifVersion: call.version, by: call.caller.name)
        return HTTPResponse(status: 204)
      },
    ] + crateItemRoutes + recentRoutes
  }

  private var crateItemRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/crates/{id}/items", needs: .readerOnly, returns: .list) { request, _ in
        let page = try crates.items(
          of: try request.crate(), cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { CrateItemResource($0) }
      },
      Endpoint(.get, "/api/v1/crates/{id}/copies", needs: .readerOnly, returns: .list) { request, _ in
        let page = try crates.copies(
          of: try request.crate(), cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { CopyResource($0.copy, release: $0.release) }
      },
      Endpoint(
        .get, "/api/v1/crates/{id}/shelf-order", needs: .readerOnly, query: ["by"], returns: .record, on: .worker
      ) { request, _ in
        let sorting: ShelfSorting = try request.choice("by") ?? .artist
        return .json(ShelfCheckResource(try crates.shelfCheck(of: try request.crate(), by: sorting), by: sorting))
      },
      Endpoint(.get, "/api/v1/crates/{id}/items/{item}", needs: .readerOnly, returns: .record) { request, _ in
        .item(try crates.item(try request.item(), of: try request.crate()))
      },
      Endpoint(.post, "/api/v1/crates/{id}/items", needs: .staff, repeats: .key) { request, call in
        let crate = try request.crate()
        let body: CrateItemRequest = try request.decode()
        let subject: CrateItem.Subject
        switch (body.release, body.copy) {
        case (let release?, nil): subject = .release(release)
        case (nil, let copy?): subject = .copy(copy)
        default: throw Problem(.invalid, "Give either 'release' or 'copy'.")
        }
        let (view, isNew) = try crates.add(subject, to: crate, item: call.claim?.derivedID(), by: call.caller.name)
        return .json(status: isNew ? 201 : 200, CrateItemResource(view))
          .with("location", "/api/v1/crates/\(crate)/items/\(view.item.id)")
      },
      Endpoint(.patch, "/api/v1/crates/{id}/items/{item}", needs: .staff, ifMatch: .required) { request, call in
        let body: CrateItemPatch = try request.decode()
        return .item(
          try crates.move(
            try request.item(), of: try request.crate(), to: body.position, ifVersion: call.version,
            by: call.caller.name))
      },
      Endpoint(.delete, "/api/v1/crates/{id}/items/{item}", needs: .staff, ifMatch: .accepted) { request, call in
        try crates.remove(
          try request.item(), of: try request.crate(), ifVersion: call.version, by: call.caller.name)
        return HTTPResponse(status: 204)
      },
    ]
  }

  private var recentRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/recents", needs: .readerOnly, returns: .wholeList) { _, _ in
        .whole(try recents.list().map { RecentResource($0) })
      },
      Endpoint(.post, "/api/v1/recents", needs: .staff, repeats: .key) { request, _ in
        let body: RecentRequest = try request.decode()
        try recents.note(body.release)
        return HTTPResponse(status: 204)
      },
      Endpoint(.delete, "/api/v1/recents", needs: .staff) { _, _ in
        try recents.clear()
        return HTTPResponse(status: 204)
      },
    ]
  }
}

extension CrateItemResource {
  fileprivate init(_ view: CrateItemView) {
    self.init(view.item, position: view.position, release: view.release, copy: view.copy)
  }
}

extension ShelfCheckResource {
  fileprivate init(_ shelf: Crates.CheckedShelf, by sorting: ShelfSorting) {
    self.init(
      by: sorting, count: shelf.count, toMove: shelf.toMove,
      moves: shelf.moves.map { move in
        Move(
          record: Record(move.record), after: move.after.map { Record($0) }, before: move.before.map { Record($0) },
          to: move.position)
      })
  }
}

extension ShelfCheckResource.Record {
  fileprivate init(_ view: CrateItemView) {
    self.init(view.item.id, position: view.position, view.release, view.copy)
  }
}

extension HTTPRequest {
  fileprivate func crate() throws -> Crate.ID {
    guard let id = Crate.ID(parameter("id")) else { throw StaffError.noSuchCrate }
    return id
  }

  fileprivate func item() throws -> CrateItem.ID {
    guard let id = CrateItem.ID(parameter("item")) else { throw StaffError.noSuchCrateItem }
    return id
  }
}

extension HTTPResponse {
  fileprivate static func crate(_ summary: CrateSummary) -> HTTPResponse {
    .row(summary.crate.version, CrateResource(summary))
  }

  fileprivate static func item(_ view: CrateItemView) -> HTTPResponse {
    .row(view.item.version, CrateItemResource(view))
  }
}
