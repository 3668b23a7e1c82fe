/// The exit codes of the program, besides that of a wrong command line.
enum ReaderExitCode {
  static let done: Int32 = 0
  static let failed: Int32 = 1
}
