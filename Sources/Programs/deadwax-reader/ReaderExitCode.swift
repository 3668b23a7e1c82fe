/// The exit codes of the program.
enum ReaderExitCode {
  static let done: Int32 = 0
  static let failed: Int32 = 1
  static let usage: Int32 = 2
}
