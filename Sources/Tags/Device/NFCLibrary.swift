internal import CNFC
internal import Glibc

/// libnfc itself, set up once for the process.
struct NFCLibrary: @unchecked Sendable {
  // Sendable is sound: the context is only read after nfc_init, and lives as long as the process.
  let context: OpaquePointer

  /// Nil when libnfc could not start, for want of memory.
  static let shared: NFCLibrary? = {
    // libnfc would print every failed attempt; what matters comes back as an error. Whoever wants its talk sets the
    // variable. nfc_init itself writes it too, which is one more reason to do this once and early.
    setenv("LIBNFC_LOG_LEVEL", "0", 0)
    var context: OpaquePointer?
    nfc_init(&context)
    return context.map(NFCLibrary.init)
  }()
}
