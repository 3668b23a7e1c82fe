internal import Glibc

/// Writes all bytes. If the reader has closed the pipe, SIGPIPE ends the program, as with any tool in a pipe. A full
/// disk is reported.
package func write(_ text: String, to file: Int32) {
  var text = text
  text.withUTF8 { buffer in
    var written = 0
    while written < buffer.count {
      let count = Glibc.write(file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      if count < 0, errno == EINTR { continue }
      if count <= 0 {
        let reason = "deadwax: cannot write the output: \(String(cString: strerror(errno)))\n"
        if file != STDERR_FILENO { write(reason, to: STDERR_FILENO) }
        exit(ExitCode.refused.rawValue)
      }
      written += count
    }
  }
}
