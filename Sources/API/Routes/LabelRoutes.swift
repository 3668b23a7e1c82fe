internal import Catalogue
internal import Deadwax
internal import Foundation
internal import HTTPServer
internal import LabelDrawing
internal import LabelJobs
internal import Wire

extension HTTPAPI {
  var labelRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/label-layouts", needs: .station, returns: .wholeList) { _, _ in
        .whole(labels.layouts.map { LabelLayoutResource($0) })
      },
      Endpoint(.get, "/api/v1/label-jobs", needs: .station, returns: .list) { request, call in
        let page = try labels.jobs(cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { LabelJobResource($0, isStaff: call.isStaff) }
      },
      Endpoint(
        .post, "/api/v1/label-jobs", needs: .station, repeats: .key, on: .labels, bodyLimit: Self.labelOrderLimit,
        answer: .later(order)),
      Endpoint(.get, "/api/v1/label-jobs/{id}", needs: .station, returns: .record) { request, call in
        let job = try labels.job(try request.labelJob())
        return .json(LabelJobResource(job, isStaff: call.isStaff))
      },
      Endpoint(.get, "/api/v1/label-jobs/{id}/sheets.pdf", needs: .station, returns: .record, on: .labels) {
        request, call in
        .sheet(try labels.pdf(try job(request, call)), type: "application/pdf")
      },
      Endpoint(.get, "/api/v1/label-jobs/{id}/sheets/{sheet}", needs: .station, returns: .record, on: .labels) {
        request, call in
        let id = try job(request, call)
        let parts = request.parameter("sheet").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), parts[1] == "png" || parts[1] == "svg" else {
          throw Problem(.notFound, "A sheet must have a name such as 1.png or 1.svg.")
        }
        let isVector = parts[1] == "svg"
        return .sheet(
          try labels.picture(id, sheet: number, isVector: isVector), type: isVector ? "image/svg+xml" : "image/png")
      },
      Endpoint(.post, "/api/v1/label-jobs/{id}/print", needs: .station, repeats: .key, on: .labels) { request, call in
        let job = try labels.print(try job(request, call))
        return .json(status: 202, LabelJobResource(job, isStaff: call.isStaff))
      },
      Endpoint(.get, "/api/v1/label-jobs/{id}/check", needs: .station, returns: .record, on: .labels) { request, call in
        let seen = try labels.check(try job(request, call))
        return .json(LabelCheckResource(seen))
      },
    ]
  }

  /// The maximum body size in bytes: two thousand ids and the rest of the request.
  private static let labelOrderLimit = 160 * 1024

  /// Makes labels. The response waits until they are ready, or for 20 seconds.
  @Sendable private func order(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    let order = try LabelOrder(JSONBody(request, allowing: LabelOrder.members))
    if case .borrowers = order.subjects { try call.checkStaff() }
    let isStaff = call.isStaff
    labels.make(order, at: call.caller.station, by: call.person) { result in
      done(
        result.map { job in
          HTTPResponse.json(status: 201, LabelJobResource(job, isStaff: isStaff))
            .with("location", "/api/v1/label-jobs/\(job.id)")
        })
    }
  }

  /// Returns the job in the path. A caller who may not see borrowers' cards does not get their labels.
  private func job(_ request: HTTPRequest, _ call: Call) throws -> LabelJob.ID {
    let id = try request.labelJob()
    if try labels.job(id).hasCards { try call.checkStaff() }
    return id
  }
}

extension HTTPRequest {
  fileprivate func labelJob() throws(Problem) -> LabelJob.ID {
    guard let id = LabelJob.ID(parameter("id")) else {
      throw Problem(.notFound, "There is no label job with this id.")
    }
    return id
  }
}

extension HTTPResponse {
  /// Returns a sheet. A job never changes once it can be fetched, but its content must not be in a shared cache.
  fileprivate static func sheet(_ bytes: [UInt8], type: String) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: [("content-type", type), ("cache-control", "private, no-cache")], body: .bytes(bytes))
  }
}

extension LabelOrder {
  fileprivate static let members: Set<String> = [
    "subjects", "layout", "symbol", "dpi", "start", "copiesOfEach", "fields", "address",
  ]

  /// Reads a request for labels, with a sentence for each invalid member.
  fileprivate init(_ body: JSONBody) throws(Problem) {
    let form = try body.optionalText("symbol") ?? LabelJob.Form.qr.rawValue
    guard let form = LabelJob.Form(rawValue: form) else {
      throw Problem(.invalid, "'symbol' must be one of code-128, qr, ean-13.")
    }
    self.init(
      subjects: try Self.subjects(body), layout: try body.text("layout"), form: form,
      carriesAddress: try body.flag("address") ?? false,
      resolution: try body.whole("dpi", in: 1...10_000, otherwise: 300),
      start: try body.whole("start", in: 1...5000, otherwise: 1),
      copiesOfEach: try body.whole("copiesOfEach", in: 1...100, otherwise: 1), fields: try Self.fields(body))
  }

  /// Returns the fields to print; all of them if the member is missing.
  private static func fields(_ body: JSONBody) throws(Problem) -> Set<Field> {
    guard let value = body.members["fields"], !(value is NSNull) else { return Set(Field.allCases) }
    let fields = (value as? [String])?.map { Field(rawValue: $0) }
    guard let fields, fields.allSatisfy({ $0 != nil }), fields.count <= Field.allCases.count else {
      let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.invalid, "'fields' must be a list with values of \(known).")
    }
    return Set(fields.compactMap(\.self))
  }

  private static func subjects(_ body: JSONBody) throws(Problem) -> Subjects {
    guard let subjects = body.members["subjects"] as? [String: Any], subjects.count == 1,
      let (name, value) = subjects.first.map({ ($0.key, $0.value) })
    else {
      throw Problem(
        .invalid,
        "'subjects' must be an object with one of copies, place, search, places, slots, borrowers, commands, blanks, alignment."
      )
    }
    switch name {
    case "copies": return .copies(try names(value, of: name))
    case "places": return .places(try names(value, of: name))
    case "slots": return .slots(try names(value, of: name))
    case "borrowers": return .borrowers(try names(value, of: name))
    case "place": return .copiesBelow(place: try self.name(value, of: name))
    case "search": return .search(try self.name(value, of: name))
    case "commands", "alignment":
      guard value as? Bool == true else { throw Problem(.invalid, "'\(name)' must be true.") }
      return name == "commands" ? .commands : .alignment
    case "blanks":
      guard let count = value as? Int, (1...labelLimit).contains(count) else {
        throw Problem(.invalid, "'blanks' must be a number from 1 to \(labelLimit).")
      }
      return .blanks(count)
    default: throw Problem(.invalid, "'subjects' has an unknown member '\(name.prefix(40))'.")
    }
  }

  private static func names(_ value: Any, of name: String) throws(Problem) -> [String] {
    guard let list = value as? [String], (1...labelLimit).contains(list.count) else {
      throw Problem(.invalid, "'\(name)' must be a list of 1 to \(labelLimit) texts.")
    }
    guard list.allSatisfy({ (1...200).contains($0.utf8.count) }) else {
      throw Problem(.invalid, "Each text in '\(name)' must have 1 to 200 bytes.")
    }
    return list
  }

  private static func name(_ value: Any, of name: String) throws(Problem) -> String {
    guard let text = value as? String, (1...200).contains(text.utf8.count) else {
      throw Problem(.invalid, "'\(name)' must be a text of 1 to 200 bytes.")
    }
    return text
  }
}

extension JSONBody {
  /// Returns a whole number; the standard value if the member is missing or null.
  fileprivate func whole(_ name: String, in range: ClosedRange<Int>, otherwise standard: Int) throws(Problem) -> Int {
    guard let value = members[name], !(value is NSNull) else { return standard }
    guard let number = value as? Int, range.contains(number) else {
      throw Problem(
        .invalid, "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
