internal import Glibc

/// Why a request fails: the error number that the client's system call ends with.
struct Refusal: Error {
  let code: Int32

  init(_ code: Int32) { self.code = code }
}
