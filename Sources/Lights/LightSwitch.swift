internal import HTTPClient
internal import Readers

/// Switches lights: sends a request, or runs a program.
package struct LightSwitch: Sendable {
  /// The time after which a light counts as not responding.
  private static let patience = Duration.seconds(3)

  private let client: HTTPClient

  /// - Parameter userAgent: the name of this program, for the lights.
  package init(userAgent: String) {
    client = HTTPClient(
      userAgent: userAgent, connectTimeout: .seconds(2), timeout: Self.patience, maximumBody: 65_536,
      allowsPlainHTTP: true)
  }

  /// Switches lights, and waits until they have answered.
  ///
  /// - Throws: `LightFault.failed` with what to check.
  package func perform(_ order: LightOrder) throws(LightFault) {
    switch order.strip.driver {
    case .requests(let kind, let address): try send(order, kind, to: address)
    case .program(let path): try run(path, order)
    }
  }

  private func send(_ order: LightOrder, _ kind: LightKind, to address: String) throws(LightFault) {
    let body = Array(order.body(kind).utf8)
    var request = HTTPClientRequest(
      HTTPClientRequest.Method(rawValue: kind.method) ?? .post, address + kind.path,
      headers: ["content-type": "application/json"], body: kind.method == "GET" ? nil : body)
    // Switching lights twice does no harm, but a connection of an hour ago may be dead.
    request.needsNewConnection = true
    let status: Int
    do throws(HTTPClientError) {
      status = try client.send(request).status
    } catch {
      throw .failed("The light \(order.strip.name) does not respond: \(error). Check its power and its address.")
    }
    guard (200..<300).contains(status) else {
      throw .failed(
        "The light \(order.strip.name) refused the request with status \(status). Check its kind and its address.")
    }
  }

  private func run(_ path: String, _ order: LightOrder) throws(LightFault) {
    do throws(ChildProcess.Fault) {
      let ending = try ChildProcess(path, order.words).finish(within: Self.patience)
      guard ending.code == 0 else {
        throw ChildProcess.Fault.ended(program: path, how: ending.description, said: ending.output)
      }
    } catch {
      throw .failed("The light \(order.strip.name) was not switched. \(error)")
    }
  }
}
