internal import Glibc

/// Runs `body` with SIGPIPE blocked on this thread.
///
/// `CURLOPT_NOSIGNAL` stops libcurl from changing signal handling. Its TLS library may then write to a connection that
/// the server has closed, and the resulting signal would end the program.
func withoutBrokenPipe<Result>(_ body: () -> Result) -> Result {
  var pipe = sigset_t()
  sigemptyset(&pipe)
  sigaddset(&pipe, SIGPIPE)
  var before = sigset_t()
  var pending = sigset_t()
  sigpending(&pending)
  let wasPending = sigismember(&pending, SIGPIPE) == 1
  pthread_sigmask(SIG_BLOCK, &pipe, &before)
  let result = body()
  if !wasPending {
    // A SIGPIPE that is now pending was caused by `body`. It is consumed here, so that it is not delivered when the
    // mask is restored.
    var now = timespec()
    while sigtimedwait(&pipe, nil, &now) == SIGPIPE {}
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  return result
}
