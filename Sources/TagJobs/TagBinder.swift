internal import Deadwax
internal import Execution
internal import Storage

/// Binds and unbinds codes and tags inside an open transaction, each with its change and its event.
struct TagBinder {
  let transaction: WriteTransaction
  let station: Station.Name?
  let scan: Reading.ID?
  /// The person or program that orders it, if it is known.
  var by: String?

  /// Binds a code to a record, and ends its earlier binding.
  func bind(_ key: Code.Key, to target: CodeTarget, ending old: ActiveBinding? = nil) throws {
    if let old, try !transaction.end(old) { throw TagError.notBound }
    try transaction.bind(key, to: target)
    try transaction.recordChange(.bind, scan: scan, station: station, by: by)
    try publish(key, .bound, target)
  }

  /// Ends a binding.
  func unbind(_ old: ActiveBinding) throws {
    guard try transaction.end(old) else { throw TagError.notBound }
    try transaction.recordChange(.unbind, scan: scan, station: station, by: by)
    try publish(old.key, .unbound, old.target)
  }

  private func publish(_ key: Code.Key, _ change: EventBody.TagChange, _ target: CodeTarget) throws {
    guard let uid = key.uid else { return }
    try transaction.publishTag(uid, change, at: station, target)
  }
}
