internal import HTTPClient

extension Verb {
  /// `deadwax tag read`: prints the tags on the reader, or the stored data of one tag.
  static let tagRead = Verb(
    "tag read", operands: "[UID]", summary: "what lies on the reader, or what is known of one tag",
    details: """
      It tells kind and number, what it is bound to, what is written on it and whether it can be written. Nothing is
      recorded by it. The exit code is 3 when no tag lies there, or when that tag was never seen.
      """,
    examples: [
      ("tag read --wait 30", "waits until a tag is laid down"),
      ("tag read 04A2B3C4D5E680", "what is known of that tag, in either order of its bytes"),
    ],
    options: [
      .station, Option("wait", "SECONDS", "wait so long for a tag (0)"),
    ]
  ) { invocation in
    if !invocation.operands.isEmpty {
      let uid = try invocation.operand("tag's number")
      let answer = try Hub(invocation).get("/api/v1/tags/\(Hub.encoded(uid))")
      let tag: TagShape = try JSONText.decode(answer.body)
      StandardOutput.line(invocation.isJSON ? JSONText.line(answer.body) : tag.full)
      return .done
    }
    let desk = try TagDesk(invocation, seconds: "wait", otherwise: 0)
    let found = try desk.wait(invocation.isJSON ? nil : "Lay the tag on the reader.") { !$0.isEmpty }
    if invocation.isJSON {
      StandardOutput.line(JSONText.line(found.bytes))
    } else {
      for tag in found.tags { StandardOutput.line(tag.full) }
    }
    guard found.tags.isEmpty else { return .done }
    throw Failure(
      .notFound, "No tag lies on a reader of \(printable(desk.station)).",
      advice: "Lay it flat on the reader; --wait SECONDS waits for it.")
  }
}
