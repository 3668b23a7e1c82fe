internal import Glibc

/// The failure of a request: the error number with which the client's system call ends.
struct Refusal: Error {
  let code: Int32

  init(_ code: Int32) { self.code = code }
}
