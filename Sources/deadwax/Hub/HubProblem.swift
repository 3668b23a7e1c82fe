internal import Foundation
internal import HTTPClient

/// An error response of the hub: `application/problem+json` (RFC 9457).
struct HubProblem: Decodable {
  var title: String?
  var detail: String?
  var code: String?
  var reasons: [Reason]?
  /// True if staff may override all of the reasons.
  var overridable: Bool?
  /// The token that confirms the reasons.
  var token: String?

  struct Reason: Decodable {
    var code: String?
    var detail: String?
  }

  /// - Parameter answer: a response. The result is nil if its body is not a problem document.
  init?(_ answer: HTTPClientResponse) {
    guard let problem = try? JSONDecoder().decode(HubProblem.self, from: Data(answer.body)) else { return nil }
    self = problem
  }

  /// Returns the failure for a response that is not a success.
  static func failure(_ answer: HTTPClientResponse, at address: HubAddress) -> Failure {
    let problem = try? JSONDecoder().decode(HubProblem.self, from: Data(answer.body))
    let said = problem?.detail ?? problem?.title
    var sentence = said.map(printable) ?? "The hub at \(address) answered with \(answer.status)."
    for reason in problem?.reasons ?? [] {
      if let detail = reason.detail.map(printable), !sentence.contains(detail) { sentence += " " + detail }
    }
    if problem == nil, answer.status != 503 {
      return Failure(
        code(answer.status), sentence, advice: "Is that a Deadwax hub? Another address: --hub URL or DEADWAX_HUB.")
    }
    if let code = problem?.code, let known = TagRefusal.known[code] {
      return Failure(known.code, sentence, advice: known.advice)
    }
    if let code = problem?.code, let known = CounterRefusal.known[code] {
      let override = problem?.overridable == true ? "Staff may do it all the same: --override REASON" : nil
      return Failure(known.code, sentence, advice: override ?? known.advice)
    }
    return Failure(code(answer.status), sentence, advice: advice(answer.status))
  }

  /// Returns the code of the problem in a response; nil if there is none.
  static func code(of answer: HTTPClientResponse) -> String? {
    (try? JSONDecoder().decode(HubProblem.self, from: Data(answer.body)))?.code
  }

  /// Returns the failure for a request without a response.
  static func failure(_ error: HTTPClientError, at address: HubAddress) -> Failure {
    switch error {
    case .invalidRequest, .plainHTTP:
      return Failure(.configuration, "The hub at \(address) cannot be asked: \(error).")
    case .timeout(.answering), .timeout(.listening), .cutOff:
      return Failure(.tryAgain, "The hub at \(address) did not finish its answer: \(error).")
    default:
      let start =
        address.isLocal
        ? "Start it with: systemctl start deadwaxd (or deadwaxd by hand). " : "Is it running, and this the right name? "
      return Failure(
        .unavailable, "No hub answers at \(address): \(error).",
        advice: start + "Another address: --hub URL or DEADWAX_HUB.")
    }
  }

  private static func code(_ status: Int) -> ExitCode {
    switch status {
    case 400, 413, 422: .usage
    case 404: .notFound
    case 409, 412, 428: .conflict
    case 415, 421: .configuration
    case 429, 500...599: .tryAgain
    default: .refused
    }
  }

  private static func advice(_ status: Int) -> String? {
    switch status {
    case 401, 403:
      "Show a token of staff with --token-file FILE or DEADWAX_TOKEN_FILE. An administrator makes one; see "
        + "\"Access\" in docs/operating.md."
    case 421: "Call the hub by a name that it knows, or tell it this one."
    default: nil
    }
  }
}
