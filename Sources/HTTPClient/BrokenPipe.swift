internal import Glibc

/// Runs `body` with SIGPIPE held back from this thread.
///
/// `CURLOPT_NOSIGNAL` keeps libcurl's hands off signals, and its TLS library may then write to a connection the server
/// has closed; the signal that follows would end the program.
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
    // What came meanwhile is ours; taken here, it is not delivered when the mask goes.
    var now = timespec()
    while sigtimedwait(&pipe, nil, &now) == SIGPIPE {}
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  return result
}
