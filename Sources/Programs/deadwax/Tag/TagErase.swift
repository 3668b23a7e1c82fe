internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax tag erase`: erases the content of a tag.
  static let tagErase = change(
    .erase, summary: "erase a tag",
    details: """
      The tag is then empty, has no password, and can be used by any device. A bound tag must also be unbound:
      --unbind.
      """,
    more: [
      Option("unbind", nil, "also unbind the tag"),
      Option("overwrite", nil, "also erase foreign content"),
    ])

  /// `deadwax tag seal`: protects a tag against accidental overwriting.
  static let tagSeal = change(
    .seal, summary: "protect a tag against accidental writing",
    details: """
      The hub sets and stores a password. It protects against accidents only: a device that listens while it is used
      can read it.
      """)

  /// `deadwax tag unseal`: removes the password that this hub has set.
  static let tagUnseal = change(
    .unseal, summary: "remove the password that this hub has set",
    details: "Any device can then write to the tag.")

  private static func change(
    _ action: TagJob.Action, summary: String, details: String, more: [Option] = []
  ) -> Verb {
    Verb(
      "tag \(action.rawValue)", operands: [.optional("UID")], summary: summary,
      details: details + "\nBy default, the tag on the reader, or the next one that is put there.",
      examples: [
        ("tag \(action.rawValue)", "the tag on the reader"),
        ("tag \(action.rawValue) 04A2B3C4D5E680 --seconds 300", "that tag, if it is put there within five minutes"),
      ],
      options: more + [
        .station, .seconds, Option("no-wait", nil, "create the job and do not wait for its end"), .dryRun,
      ]
    ) { invocation in
      let uid = invocation.operands.first
      let station = try TagStation(invocation)
      if invocation.has("dry-run") {
        let tag = try uid ?? station.lying().tags.first?.uid
        StandardOutput.line(
          "\(action.rawValue) would be carried out on \(tag.map(printable) ?? "the next tag on the reader").")
        return .done
      }
      do throws(Failure) {
        return try station.carryOut(
          TagOrderRequest(action: action) {
            $0.station = station.name
            $0.uid = uid
            $0.overwrite = invocation.flag("overwrite")
            $0.move = invocation.flag("unbind")
            $0.seconds = max(1, station.seconds)
          })
      } catch {
        guard error.advice == TagRefusalAdvice.known["tag-bound"]?.advice else { throw error }
        throw Failure(error.code, error.sentence, advice: "To unbind it at the same time: --unbind")
      }
    }
  }
}
