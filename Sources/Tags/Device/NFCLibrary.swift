internal import CNFC
internal import Glibc

/// The libnfc library, initialised once per process.
struct NFCLibrary: @unchecked Sendable {
  // Sendable is sound: the context is only read after nfc_init, and lives as long as the process.
  let context: OpaquePointer

  /// Nil if libnfc could not be initialised for lack of memory.
  static let shared: NFCLibrary? = {
    // libnfc would print every failed attempt, although the errors are returned as well. The variable can be set to see
    // its messages. nfc_init writes it too, which is another reason to do this once and early.
    setenv("LIBNFC_LOG_LEVEL", "0", 0)
    var context: OpaquePointer?
    nfc_init(&context)
    return context.map(NFCLibrary.init)
  }()
}
