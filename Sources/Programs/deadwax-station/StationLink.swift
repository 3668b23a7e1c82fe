internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import OfflineStation
internal import Secrets
internal import Wire

/// The requests of a station to its hub, with the classification of the responses.
struct StationLink: Sendable {
  /// The result of a request.
  enum Answer<Value: Sendable>: Sendable {
    case answer(Value)
    /// The request conflicts with the hub's state.
    case conflict(String)
    /// The hub does not accept this token for the request. Staff must act.
    case noToken(String)
    /// The hub will never accept this request.
    case refused(String)
    /// The hub is not reachable, or cannot answer now.
    case offline(String)
  }

  /// The client for scans, with short timeouts, because a person waits for the response.
  private let quick: HubClient
  private let patient: HubClient
  private let station: Station.Name
  private let tokenFile: String?

  /// - Parameters:
  ///   - invocation: the command, with the hub's address and the token's file.
  ///   - station: the station that the requests are for.
  ///   - cancellation: an object that ends the background requests.
  /// - Throws: `Failure` if the address is invalid, or the token's file cannot be used.
  init(_ invocation: Invocation, station: Station.Name, cancellation: HTTPClientCancellation) throws(Failure) {
    quick = try HubClient(invocation, connecting: .milliseconds(800), patience: .milliseconds(1500))
    patient = try HubClient(
      invocation, connecting: .seconds(3), patience: .seconds(20), cancellation: cancellation)
    self.station = station
    tokenFile = invocation.text("token-file", variable: "DEADWAX_TOKEN_FILE")
  }

  var address: HubAddress { quick.address }

  /// The secret that opens the replica's sealed key; nil without a token.
  var secret: [UInt8]? { patient.token.map { KeySeal.secret(of: $0) } }

  /// Reports a scan immediately.
  func report(_ reading: Reading, from reader: String) -> Answer<ScanResource> {
    let reading = reading.plain
    let report = ScanReportRequest(code: reading.text) {
      $0.id = reading.id
      $0.station = station
      $0.symbology = reading.symbology.rawValue
      $0.at = RFC3339Time(reading.at)
      $0.written = reading.written
      $0.reader = reader
    }
    return hear { () throws(Failure) in try quick.send(.post, "/api/v1/scans", JSONCoding.encode(report)) }
  }

  /// Requests the hub's position in this station's newest journal. It also serves as the check that the hub is
  /// reachable.
  func known() -> Answer<OfflineProgress> {
    hear { () throws(Failure) in try patient.look(path + "/offline-journal") }
  }

  /// Sends entries of a journal in order.
  func send(_ entries: [OfflineEntry], of journal: MergedEntry.Journal.ID) -> Answer<MergeResultList> {
    let batch = OfflineJournalRequest(journal: journal, entries: entries)
    return hear { () throws(Failure) in try patient.send(.post, path + "/offline-journal", JSONCoding.encode(batch)) }
  }

  /// Requests the replica of the station.
  ///
  /// - Parameter known: the `ETag` of the stored replica.
  /// - Returns: the bytes with their `ETag`; nil if the stored replica is current.
  func replica(unless known: String?) -> Answer<(bytes: [UInt8], tag: String?)?> {
    hear({ () throws(Failure) in try patient.look(path + "/replica", unless: known) }) { answer in
      answer.status == 304 ? .some(nil) : (answer.body, answer.headers["etag"])
    }
  }

  /// Ends the session that the hub still has open for the station. It belongs to an earlier borrower.
  func endSession() -> Answer<Bool> {
    hear({ () throws(Failure) in try patient.send(.post, path + "/end", JSONCoding.encode(SessionReference())) }) { _ in
      true
    }
  }

  /// Sets the station's mode on the hub to the one that was scanned offline.
  func set(_ mode: Mode) -> Answer<Bool> {
    let body = JSONCoding.encode(ModeChange(mode: mode))
    return hear({ () throws(Failure) in try patient.send(.put, path + "/mode", body) }) { _ in true }
  }

  private var path: String { "/api/v1/stations/\(station.text)" }

  private func hear<Value: Decodable & Sendable>(_ request: () throws(Failure) -> HTTPClientResponse) -> Answer<Value> {
    hear(request) { try? JSONDecoder().decode(Value.self, from: Data($0.body)) }
  }

  private func hear<Value: Sendable>(
    _ request: () throws(Failure) -> HTTPClientResponse, _ read: (HTTPClientResponse) -> Value?
  ) -> Answer<Value> {
    let answer: HTTPClientResponse
    do throws(Failure) {
      answer = try request()
    } catch {
      return .offline(error.sentence)
    }
    let sentence = { HubProblem.failure(answer, at: address).sentence }
    switch answer.status {
    case 200...299, 304:
      guard let value = read(answer) else {
        return .offline("The server at \(address) is not a hub of this version.")
      }
      return .answer(value)
    case 401, 403: return .noToken("\(sentence()) \(tokenAdvice)")
    case 409: return .conflict(sentence())
    case 400, 413, 415, 422: return .refused(sentence())
    default: return .offline(sentence())
    }
  }

  /// The advice for a token that is not accepted.
  private var tokenAdvice: String {
    let file =
      tokenFile.map { "into \($0)" } ?? "in a file that only this user can read, and give it with --token-file"
    return "Create a token with the role station on the hub, and put it \(file)."
  }
}
