/// An act of access, as the history has it: who came in, who was refused, and who changed the ways in.
package struct AccessAct: Hashable, Sendable {
  /// The kind of the act. The raw value is stored in the database.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case setUp = "set-up"
    case signedIn = "signed-in"
    /// Wrong passphrases, which are counted instead of stored one by one.
    case signInFailed = "sign-in-failed"
    case signedOut = "signed-out"
    /// A sign-in that another one ended.
    case signInEnded = "sign-in-ended"
    case accountAdded = "account-added"
    case accountRenamed = "account-renamed"
    case roleChanged = "role-changed"
    case accountDisabled = "account-disabled"
    case accountEnabled = "account-enabled"
    /// The staff card with which an account signs in.
    case cardChanged = "card-changed"
    case passphraseChanged = "passphrase-changed"
    case tokenCreated = "token-created"
    case tokenRevoked = "token-revoked"
    case pinChanged = "pin-changed"
    /// A staff card opened the staff functions of a station.
    case staffUnlocked = "staff-unlocked"
    /// Wrong PINs of a staff card, which are counted.
    case pinFailed = "pin-failed"
    case screenLocked = "screen-locked"
    case screenUnlocked = "screen-unlocked"
  }

  /// The place that a request comes from. The address itself is not stored.
  package enum Origin: String, CaseIterable, Codable, Sendable {
    /// The console of the hub, or the hub itself.
    case console
    case thisMachine = "this-machine"
    /// A reverse proxy on the hub's machine.
    case proxy
    case localNetwork = "local-network"
    case elsewhere
  }

  package var kind: Kind
  /// The name of the account, the token or the member of staff concerned; nil if it is the author, or is unknown.
  package var subject: String?
  /// The new role or name, or the way of signing in.
  package var detail: String?
  package var origin: Origin?
  /// The number of times, for acts that are counted.
  package var count: Int

  package init(_ kind: Kind, of subject: String? = nil, detail: String? = nil, from origin: Origin?, count: Int = 1) {
    self.kind = kind
    self.subject = subject
    self.detail = detail
    self.origin = origin
    self.count = count
  }
}
