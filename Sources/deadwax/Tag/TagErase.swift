extension Verb {
  /// `deadwax tag erase`: erases the content of a tag.
  static let tagErase = change(
    "erase", summary: "take away what is written on a tag",
    details: """
      It leaves an empty tag that any device can use, without our password. One that is bound has to be freed with it:
      --unbind.
      """,
    more: [
      Option("unbind", nil, "the tag may be bound to something, and is free then"),
      Option("overwrite", nil, "also what is not ours may be lost"),
    ])

  /// `deadwax tag seal`: protects a tag against accidental overwriting.
  static let tagSeal = change(
    "seal", summary: "guard a tag against accidental overwriting",
    details: """
      The hub sets a password of its own and remembers it. It guards against an accident, not against thieves: whoever
      listens while it is used has it.
      """)

  /// `deadwax tag unseal`: removes the password that this hub has set.
  static let tagUnseal = change(
    "unseal", summary: "take away the password that this hub has set",
    details: "Then any device can write to the tag again.")

  private static func change(
    _ action: String, summary: String, details: String, more: [Option] = []
  ) -> Verb {
    Verb(
      "tag \(action)", operands: "[UID]", summary: summary,
      details: details + "\nWithout UID it is the tag that lies on the reader, or the next that is laid there.",
      examples: [
        ("tag \(action)", "the tag that lies there"),
        ("tag \(action) 04A2B3C4D5E680 --seconds 300", "that tag, when it comes within five minutes"),
      ],
      options: more + [
        .station, .seconds, Option("no-wait", nil, "give the order and do not wait for its end"), .dryRun,
      ]
    ) { invocation in
      let uid = invocation.operands.isEmpty ? nil : try invocation.operand("tag's number")
      let desk = try TagDesk(invocation)
      if invocation.has("dry-run") {
        let tag = try uid ?? desk.lying().tags.first?.uid
        StandardOutput.line("\(action) would be done to \(tag.map(printable) ?? "the next tag that is laid there").")
        return .done
      }
      do throws(Failure) {
        return try desk.carryOut(
          TagOrder(
            action: action, station: desk.station, uid: uid, overwrite: invocation.flag("overwrite"),
            move: invocation.flag("unbind"), seconds: max(1, desk.seconds)))
      } catch {
        guard error.advice == TagRefusal.known["tag-bound"]?.advice else { throw error }
        throw Failure(error.code, error.sentence, advice: "To free it at the same time: --unbind")
      }
    }
  }
}
