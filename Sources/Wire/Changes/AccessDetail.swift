package import Deadwax

/// The details of an act of access.
package struct AccessDetail: Codable, Sendable {
  package var act: OpenWord<AccessAct.Kind>
  /// The account, the token or the member of staff concerned; omitted if it is the author, or is unknown.
  package var subject: String?
  /// The new role or name, or the proof that was given.
  package var detail: String?
  /// The place that the request came from.
  package var origin: OpenWord<AccessAct.Origin>?
  /// The number of times, for refusals that are counted.
  package var count: Int

  package init(_ act: AccessAct) {
    self.act = OpenWord(act.kind)
    subject = act.subject
    detail = act.detail
    origin = OpenWord(act.origin)
    count = act.count
  }
}
