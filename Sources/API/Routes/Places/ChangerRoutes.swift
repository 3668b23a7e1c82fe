internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Lists
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The models of changers, and the places that are made of them.
  var changerRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/changers", needs: .readerOnly, returns: .wholeList) { _, _ in
        .whole(changers.entries.map { ChangerResource($0) })
      },
      Endpoint(.post, "/api/v1/changers/{id}/places", needs: .staff, repeats: .key) { request, call in
        let model = try model(request.parameter("id"))
        let body: ChangerPlaceRequest = try request.decode()
        let opened = try counter.places.add(
          model, name: body.name, parent: body.parent, id: call.claim?.derivedID(), by: call.caller.name)
        return .json(status: 201, PlaceDetailResource(opened.holding, slots: opened.slots))
          .with("location", "/api/v1/places/\(opened.holding.place.id)")
      },
      Endpoint(
        .get, "/api/v1/places/{id}/loading-plan", needs: .readerOnly, returns: .record, on: .worker
      ) { request, _ in
        guard let id = Place.ID(request.parameter("id")) else { throw StaffError.noSuchPlace }
        return .json(LoadingPlanResource(try loading.plan(of: id)))
      },
    ]
  }

  /// Returns the model in a path.
  ///
  /// - Throws: a `Problem` if there is none, or if its file has a fault.
  private func model(_ id: String) throws(Problem) -> ChangerDescription {
    do throws(ChangerFault) {
      if let model = try changers.description(id) { return model }
    } catch {
      throw Problem(.invalid, "This file describes no changer. \(error.description).")
    }
    throw Problem(.notFound, "There is no changer with this name.")
  }
}

extension LoadingPlanResource {
  fileprivate init(_ view: ChangerLoading.View) {
    let (plan, slots) = (view.plan, view.slots)
    self.init(
      view.place, capacity: plan.capacity, discs: plan.discs, plays: plan.plays, isBest: plan.isBest,
      steps: plan.steps.compactMap { step in
        view.copies[step.copy].map { copy, release in
          // A disc in a disabled slot counts as one outside. It is taken from there.
          let disabled = copy.location?.slot.flatMap { slots[$0] }.flatMap { $0.isDisabled ? $0 : nil }
          return Step(copy, release, from: step.from.flatMap { slots[$0] } ?? disabled, to: step.to)
        }
      })
  }
}

extension ChangerResource {
  fileprivate init(_ entry: ChangerFiles.Entry) {
    switch entry.result {
    case .success(let model):
      self.init(
        id: model.id, name: model.name, kind: model.kind, media: model.media,
        rows: model.rows.map { Row(cartridge: $0.cartridge, numbers: $0.numbers) }, source: model.source)
    case .failure(let fault): self.init(id: entry.id, fault: fault.description)
    }
  }
}
