internal import HTTPClient

/// The record that a code belongs to, as the API returns it.
struct CodeResolution: Decodable {
  /// The kind of the record; the member `class` of the document.
  var kind: String
  var release: ReleaseShape?
  var copy: CopyShape?
  var slot: String?
  var place: String?
  var mode: String?

  private enum CodingKeys: String, CodingKey {
    case kind = "class"
    case release, copy, slot, place, mode
  }

  /// Requests the record from the hub and prints it.
  ///
  /// - Returns: the exit code for the result.
  /// - Throws: `Failure` if there is no response.
  static func print(_ code: String, symbology: String?, _ hub: HubClient, isJSON: Bool) throws(Failure) -> ExitCode {
    let answer = try hub.get("/api/v1/resolve", [("code", code)] + (symbology.map { [("symbology", $0)] } ?? []))
    let resolution: CodeResolution = try JSONCoding.decode(answer.body)
    StandardOutput.line(isJSON ? JSONCoding.line(answer.body) : "\(printable(code))  \(resolution.text)")
    return resolution.exitCode
  }

  private var text: String {
    let things = [
      copy?.line, release?.line, slot.map(printable), place.map(printable), mode.map { "mode \(printable($0))" },
    ]
    let said = ([words] + things.compactMap(\.self))
    return said.joined(separator: "\n  ")
  }

  private var words: String {
    switch kind {
    case "copy": "a copy"
    case "release": "a release"
    case "borrower": "a borrower's card"
    case "place": "a place"
    case "slot": "a slot"
    case "command": "a command"
    case "unbound": "no record has this code"
    case "damaged": "damaged: the check digit or checksum is wrong"
    case "unusable": "cannot be used as a code"
    default: printable(kind)
    }
  }

  private var exitCode: ExitCode {
    switch kind {
    case "unbound": .notFound
    case "damaged", "unusable": .refused
    default: .done
    }
  }
}
