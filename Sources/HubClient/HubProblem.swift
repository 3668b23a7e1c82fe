internal import CommandLineArguments
internal import Foundation
package import HTTPClient
package import Wire

/// An error response of the hub: `application/problem+json` (RFC 9457).
package struct HubProblem {
  /// The document as the hub sent it.
  package let document: ProblemDocument

  /// The stable code; nil for one of a later version.
  package var code: ProblemCode? { document.code.known }
  /// All reasons, the most important first.
  package var reasons: [ProblemReason] { document.reasons }
  /// The token that confirms the reasons.
  package var token: String? { document.token }

  /// - Parameter answer: a response. The result is nil if its body is not a problem document.
  package init?(_ answer: HTTPClientResponse) {
    guard let document = try? JSONDecoder().decode(ProblemDocument.self, from: Data(answer.body)) else { return nil }
    self.document = document
  }

  /// Returns the failure for a response that is not a success.
  package static func failure(_ answer: HTTPClientResponse, at address: HubAddress) -> Failure {
    let problem = HubProblem(answer)?.document
    let said = problem?.detail
    var sentence = said.map(printable) ?? "The hub at \(address) responded with status \(answer.status)."
    for reason in problem?.reasons ?? [] {
      let detail = printable(reason.detail)
      if !sentence.contains(detail) { sentence += " " + detail }
    }
    if problem == nil, answer.status != 503 {
      return Failure(
        code(answer.status), sentence,
        advice: "Check that a Deadwax hub runs there. For another address: --hub URL or DEADWAX_HUB.")
    }
    if let code = problem?.code.text, let known = TagRefusalAdvice.known[code] {
      return Failure(known.code, sentence, advice: known.advice)
    }
    if let code = problem?.code.text, let known = PolicyRefusalAdvice.known[code] {
      let override = problem?.overridable == true ? "Staff may override it: --override REASON" : nil
      return Failure(known.code, sentence, advice: override ?? known.advice)
    }
    var failure = Failure(code(answer.status), sentence, advice: advice(answer.status))
    failure.mistake = problem?.mistake
    return failure
  }

  /// Returns the code of the problem in a response; nil if there is none.
  package static func code(of answer: HTTPClientResponse) -> ProblemCode? { HubProblem(answer)?.code }

  /// Returns the failure for a request without a response.
  package static func failure(_ error: HTTPClientError, at address: HubAddress) -> Failure {
    switch error {
    case .invalidRequest, .plainHTTP:
      return Failure(.configuration, "Cannot send the request to the hub at \(address): \(error).")
    case .timeout(.answering), .timeout(.listening), .cutOff:
      return Failure(.tryAgain, "The hub at \(address) did not complete its response: \(error).")
    default:
      let start =
        address.isLocal
        ? "Start it with: systemctl start deadwaxd (or run deadwaxd). "
        : "Check that it runs and that the name is right. "
      return Failure(
        .unavailable, "No hub responds at \(address): \(error).",
        advice: start + "For another address: --hub URL or DEADWAX_HUB.")
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
      "Sign in with 'deadwax login NAME', or use a token with the role staff: --token-file FILE or DEADWAX_TOKEN_FILE. An administrator creates it; see "
        + "\"Access\" in docs/operating.md."
    case 421: "Use a host name that the hub accepts, or configure this one."
    default: nil
    }
  }
}
