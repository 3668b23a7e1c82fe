internal import Away
internal import Deadwax
internal import Foundation
internal import HTTPClient

/// A station's hub: what it is told and asked, and how its answers are to be taken.
struct StationLink: Sendable {
  /// What came of a request.
  enum Heard<Value: Sendable>: Sendable {
    case answer(Value)
    /// The hub knows it otherwise.
    case conflict(String)
    /// This token is not taken for that; staff have to do something.
    case noToken(String)
    /// The hub will never take this.
    case refused(String)
    /// Nobody is there, or somebody who cannot do it now.
    case away(String)
  }

  /// How far the hub has a journal.
  struct Known: Decodable, Sendable {
    var journal: String?
    var next: Int64
  }

  struct TakenIn: Decodable, Sendable {
    var items: [AwayVerdict]
    var next: Int64
  }

  private struct Report: Encodable {
    var id: String
    var code: String
    var at: String
    var station: String
    var symbology: String
    var written: String?
    var reader: String
  }

  private struct Batch: Encodable {
    var journal: String
    var entries: [AwayEntry]
  }

  /// For scans: somebody stands there and waits.
  private let quick: Hub
  private let patient: Hub
  private let station: Station.Name
  private let tokenFile: String?

  /// - Parameters:
  ///   - invocation: says where the hub is, and in which file the token.
  ///   - station: in whose name is spoken.
  ///   - cancellation: ends what nobody waits for.
  /// - Throws: `Failure` when the address is none, or the token's file cannot be used.
  init(_ invocation: Invocation, station: Station.Name, cancellation: HTTPClientCancellation) throws(Failure) {
    quick = try Hub(invocation, connecting: .milliseconds(800), patience: .milliseconds(1500))
    patient = try Hub(
      invocation, connecting: .seconds(3), patience: .seconds(20), cancellation: cancellation)
    self.station = station
    tokenFile = invocation.text("token-file", variable: "DEADWAX_TOKEN_FILE")
  }

  var address: HubAddress { quick.address }

  /// Reports a scan, as it happens.
  func report(_ reading: Reading, from reader: String) -> Heard<ScanShape> {
    let reading = reading.plain
    let report = Report(
      id: reading.id.text, code: reading.text, at: reading.at.description, station: station.text,
      symbology: reading.symbology.rawValue, written: reading.written, reader: reader)
    return hear { () throws(Failure) in try quick.send(.post, "/api/v1/scans", JSONText.encode(report)) }
  }

  /// Asks how far the hub has this station's newest journal; whether it is there at all is asked by this, too.
  func known() -> Heard<Known> {
    hear { () throws(Failure) in try patient.look(path + "/away") }
  }

  /// Hands over entries of a journal, in their order.
  func send(_ entries: [AwayEntry], of journal: String) -> Heard<TakenIn> {
    let batch = Batch(journal: journal, entries: entries)
    return hear { () throws(Failure) in try patient.send(.post, path + "/away", JSONText.encode(batch)) }
  }

  /// Asks what the station has to know of the house.
  ///
  /// - Parameter known: the `ETag` of what it has.
  /// - Returns: the bytes with their `ETag`; nil when it has them.
  func replica(unless known: String?) -> Heard<(bytes: [UInt8], tag: String?)?> {
    hear({ () throws(Failure) in try patient.look(path + "/replica", unless: known) }) { answer in
      answer.status == 304 ? .some(nil) : (answer.body, answer.headers["etag"])
    }
  }

  /// Ends the session that the hub still has open for the station: it is not that of whoever stands there now.
  func endSession() -> Heard<Bool> {
    hear({ () throws(Failure) in try patient.send(.post, path + "/end", Array("{}".utf8)) }) { _ in true }
  }

  /// Sets the station to the mode that was scanned while the hub was away.
  func set(_ mode: Mode) -> Heard<Bool> {
    let body = Array(JSONText.line(["mode": mode.rawValue]).utf8)
    return hear({ () throws(Failure) in try patient.send(.put, path + "/mode", body) }) { _ in true }
  }

  private var path: String { "/api/v1/stations/\(station.text)" }

  private func hear<Value: Decodable & Sendable>(_ ask: () throws(Failure) -> HTTPClientResponse) -> Heard<Value> {
    hear(ask) { try? JSONDecoder().decode(Value.self, from: Data($0.body)) }
  }

  private func hear<Value: Sendable>(
    _ ask: () throws(Failure) -> HTTPClientResponse, _ read: (HTTPClientResponse) -> Value?
  ) -> Heard<Value> {
    let answer: HTTPClientResponse
    do throws(Failure) {
      answer = try ask()
    } catch {
      return .away(error.sentence)
    }
    let sentence = { HubProblem.failure(answer, at: address).sentence }
    switch answer.status {
    case 200...299, 304:
      guard let value = read(answer) else {
        return .away("What answers at \(address) is no hub of this version.")
      }
      return .answer(value)
    case 401, 403: return .noToken("\(sentence()) \(tokenAdvice)")
    case 409: return .conflict(sentence())
    case 400, 413, 415, 422: return .refused(sentence())
    default: return .away(sentence())
    }
  }

  /// What is to be done about a token that is not taken.
  private var tokenAdvice: String {
    let file =
      tokenFile.map { "into \($0)" } ?? "into a file that only this user can read, and name it with --token-file"
    return "Make a token with the role station on the hub, and put it \(file)."
  }
}
