/// The purpose of a transaction.
package enum TransactionAccess {
  /// Reads one snapshot.
  case reading
  /// Reads and changes. No other transaction changes the database meanwhile.
  case writing
}
