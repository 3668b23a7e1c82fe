package import Deadwax

extension Queryable {
  package func account(_ id: AccountRecord.ID) throws -> AccountRecord? {
    try first("\(accountSelect) WHERE id = ?1", id, as: account(from:))
  }

  /// Returns all accounts by name, also those that are disabled.
  package func accounts() throws -> [AccountRecord] {
    try all("\(accountSelect) ORDER BY sign_in_name", as: account(from:))
  }

  /// Returns the account with a name in lower case, and the hash of its passphrase.
  package func account(named name: String) throws -> (account: AccountRecord, passphrase: String)? {
    try first("\(accountSelect) WHERE sign_in_name = ?1", name) { row in
      (try account(from: row), try row.text("passphrase"))
    }
  }

  /// Returns the account that the card of a member of staff signs in; nil if there is none.
  package func account(of borrower: Borrower.ID) throws -> AccountRecord? {
    try first("\(accountSelect) WHERE borrower_id = ?1", borrower, as: account(from:))
  }

  /// Returns the accounts of administrators that can sign in.
  package func administratorAccounts() throws -> [AccountRecord.ID] {
    try all("SELECT id FROM account WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id") { try $0.id("id") }
  }

  private func account(from row: Row) throws -> AccountRecord {
    AccountRecord(
      id: try row.id("id"), version: Int(try row.integer("version")), name: try row.text("name"),
      role: try row.text("role"), createdAt: try row.time("created_at"),
      disabledAt: try row.optionalTime("disabled_at"), borrower: try row.optionalID("borrower_id"))
  }
}

private let accountSelect =
  "SELECT id, version, name, role, passphrase, created_at, disabled_at, borrower_id FROM account"

extension WriteTransaction {
  /// - Parameters:
  ///   - account: the account.
  ///   - signInName: its name in lower case.
  ///   - passphrase: the hash of its passphrase.
  /// - Throws: a `StorageError`.
  package func insert(_ account: AccountRecord, signInName: String, passphrase: String) throws {
    try run(
      """
      INSERT INTO account (id, version, name, sign_in_name, role, passphrase, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, account.id, account.version, account.name, signInName, account.role, passphrase, account.createdAt)
  }

  /// Stores the name, role and state of an account, with its next version.
  package func update(_ account: AccountRecord, signInName: String) throws {
    try run(
      """
      UPDATE account SET name = ?2, sign_in_name = ?3, role = ?4, disabled_at = ?5, borrower_id = ?6,
        version = version + 1 WHERE id = ?1
      """, account.id, account.name, signInName, account.role, account.disabledAt,
      account.borrower)
  }

  /// Stores the hash of another passphrase, with the next version of the account.
  package func setPassphrase(_ hash: String, of account: AccountRecord.ID) throws {
    try run("UPDATE account SET passphrase = ?2, version = version + 1 WHERE id = ?1", account, hash)
  }
}
