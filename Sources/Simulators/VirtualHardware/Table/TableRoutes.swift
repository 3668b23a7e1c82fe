internal import Foundation
package import HTTPServer

/// The HTTP interface of the virtual table, for the counter page: `/table`, `/table/camera`, `/table/pad`,
/// `/table/pad/trouble`, `/table/network`, `/table/items/{id}/picture`.
package struct TableRoutes: Sendable {
  private let table: VirtualTable
  private let network: DiscogsStandIn

  package init(_ table: VirtualTable, network: DiscogsStandIn) {
    self.table = table
    self.network = network
  }

  package var routes: [Route] {
    [
      Route(.get, "/table", bodyLimit: 0) { _, reply in reply(table(status: 200)) },
      Route(.post, "/table/camera", bodyLimit: 4096) { request, reply in
        reply(
          answering {
            let order = try JSONDecoder().decode(CameraOrder.self, from: Data(request.body))
            let usual = VirtualTable.Hold()
            try table.show(
              order.show.value,
              VirtualTable.Hold(
                turn: try Self.checked(order.turn, "turn", in: -180...180) ?? usual.turn,
                blur: try Self.checked(order.blur, "blur", in: 0...8) ?? usual.blur,
                light: try Self.checked(order.light, "light", in: 0...1) ?? usual.light))
            return table(status: 202)
          })
      },
      Route(.post, "/table/pad", bodyLimit: 4096) { request, reply in
        reply(
          answering {
            try table.lay(try JSONDecoder().decode(PadOrder.self, from: Data(request.body)).lay)
            return table(status: 202)
          })
      },
      Route(.post, "/table/pad/trouble", bodyLimit: 4096) { request, reply in
        reply(
          answering {
            try table.trouble(try JSONDecoder().decode(TroubleOrder.self, from: Data(request.body)))
            return table(status: 202)
          })
      },
      Route(.post, "/table/network", bodyLimit: 4096) { request, reply in
        reply(
          answering {
            let order = try JSONDecoder().decode(NetworkOrder.self, from: Data(request.body))
            network.fault = try order.fault.value.map { name in
              guard let fault = DiscogsStandIn.Fault(name: name) else { throw TableFault.unknownFault }
              return fault
            }
            return table(status: 202)
          })
      },
      Route(.get, "/table/items/{id}/picture", bodyLimit: 0) { request, reply in
        reply(
          answering {
            HTTPResponse(
              status: 200, headers: [("content-type", "image/jpeg")],
              body: .bytes(try table.picture(of: request.parameter("id"))))
          })
      },
    ]
  }

  private struct CameraOrder: Decodable {
    var show: Nullable<String>
    var turn: Double?
    var blur: Double?
    var light: Double?
  }

  /// An order to lay one item, several, or none (null) on the pad.
  private struct PadOrder: Decodable {
    var lay: [String]

    private enum CodingKeys: CodingKey { case lay }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let one = try? container.decode(String.self, forKey: .lay) {
        lay = [one]
      } else {
        lay = try container.decode(Nullable<[String]>.self, forKey: .lay).value ?? []
      }
    }
  }

  private struct NetworkOrder: Decodable {
    var fault: Nullable<String>
  }

  /// A value or null. The member itself is required.
  private struct Nullable<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      value = container.decodeNil() ? nil : try container.decode(Value.self)
    }
  }

  private static func checked(_ number: Double?, _ name: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let number else { return nil }
    guard range.contains(number) else {
      throw TableFault.outOfRange("'\(name)' must be from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  private func table(status: Int) -> HTTPResponse {
    guard let bytes = try? JSONEncoder().encode(TableView(table)) else {
      preconditionFailure("the station can be encoded as JSON")
    }
    return .json(Array(bytes), status: status)
  }

  private func answering(_ answer: () throws -> HTTPResponse) -> HTTPResponse {
    do {
      return try answer()
    } catch TableFault.unknownItem {
      return problem(404, "not-found", "Not found", "There is no item with this id on the table.")
    } catch TableFault.noTag {
      return problem(422, "invalid", "The request is not valid", "This item has no tag; show it to the camera.")
    } catch TableFault.unknownFault {
      return problem(422, "invalid", "The request is not valid", "The stand-in does not have this fault.")
    } catch TableFault.twice {
      return problem(422, "invalid", "The request is not valid", "An item cannot be on the reader twice.")
    } catch TableFault.nothingLaid {
      return problem(409, "no-tag", "There is no tag on the reader", "Put a tag on the reader first.")
    } catch TableFault.outOfRange(let detail) {
      return problem(422, "invalid", "The request is not valid", detail)
    } catch is DecodingError {
      return problem(400, "bad-request", "The request is malformed", "The body has an invalid form.")
    } catch {
      return problem(500, "internal", "Internal error", "\(error)")
    }
  }

  private func problem(_ status: Int, _ code: String, _ title: String, _ detail: String) -> HTTPResponse {
    struct Problem: Encodable {
      var type: String
      var title: String
      var status: Int
      var detail: String
      var code: String
      var reasons: [String]
      var retryable: Bool
    }
    let body = Problem(
      type: "urn:deadwax:problem:\(code)", title: title, status: status, detail: detail, code: code, reasons: [],
      retryable: status == 500)
    guard let bytes = try? JSONEncoder().encode(body) else { preconditionFailure("a problem can be encoded as JSON") }
    return HTTPResponse(
      status: status, headers: [("content-type", "application/problem+json")], body: .bytes(Array(bytes)))
  }
}

extension DiscogsStandIn.Fault {
  /// Creates the fault with this name; nil if there is none.
  fileprivate init?(name: String) {
    switch name {
    case "unavailable": self = .unavailable
    case "too-many-requests": self = .tooManyRequests(retryAfter: 2)
    case "unauthorized": self = .unauthorized
    case "blocked": self = .blocked
    case "broken-json": self = .brokenJSON
    case "empty": self = .empty
    case "silence": self = .silence
    default: return nil
    }
  }
}
