internal import Deadwax
internal import Storage

/// Changes what codes and tags name, each time with its change and its event, inside the transaction that is open.
struct TagBinding {
  let transaction: WriteTransaction
  let station: Station.Name?
  let scan: Reading.ID?

  /// Makes a code name something; what it named before ends.
  func bind(_ key: Code.Key, to target: CodeTarget, ending old: Bound? = nil) throws {
    var steps: [String] = []
    if let old {
      guard try transaction.end(old) else { throw TagError.notBound }
      steps.append(ended(old))
    }
    let id = try transaction.bind(key, to: target)
    steps.append(
      #"{"table":"code","id":"\#(id)","before":null,"after":{"\#(target.kind)_id":"\#(target.id)"}}"#)
    try transaction.record(.bind, scan: scan, station: station, steps: "[\(steps.joined(separator: ","))]")
    try tell(key, "bound", target)
  }

  /// Ends a binding.
  func unbind(_ old: Bound) throws {
    guard try transaction.end(old) else { throw TagError.notBound }
    try transaction.record(.unbind, scan: scan, station: station, steps: "[\(ended(old))]")
    try tell(old.key, "unbound", old.target)
  }

  private func ended(_ old: Bound) -> String {
    #"{"table":"code","id":"\#(old.id)","before":{"ended_at":null},"#
      + #""after":{"ended_at":\#(transaction.now.milliseconds)}}"#
  }

  private func tell(_ key: Code.Key, _ change: String, _ target: CodeTarget) throws {
    guard let uid = key.uid else { return }
    try transaction.publish(
      .tagChanged, station: station, subject: uid.description,
      payload: #""change":"\#(change)","\#(target.kind)":"\#(target.id)""#)
  }
}
