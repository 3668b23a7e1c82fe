internal import CFakeCamera
internal import Glibc

/// The memory of a client that waits in a request, for the pointers in its argument.
struct ClientMemory {
  /// The thread that made the request.
  let processID: pid_t

  /// - Throws: EFAULT if it cannot be read.
  func read(_ address: UInt, _ count: Int) throws(Refusal) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let moved = bytes.withUnsafeMutableBytes { buffer in
      var here = iovec(iov_base: buffer.baseAddress, iov_len: count)
      var there = iovec(iov_base: UnsafeMutableRawPointer(bitPattern: address), iov_len: count)
      return process_vm_readv(processID, &here, 1, &there, 1, 0)
    }
    guard moved == count else { throw Refusal(EFAULT) }
    return bytes
  }

  /// - Throws: EFAULT if it cannot be written.
  func write(_ bytes: [UInt8], _ address: UInt) throws(Refusal) {
    var bytes = bytes
    let count = bytes.count
    let moved = bytes.withUnsafeMutableBytes { buffer in
      var here = iovec(iov_base: buffer.baseAddress, iov_len: count)
      var there = iovec(iov_base: UnsafeMutableRawPointer(bitPattern: address), iov_len: count)
      return process_vm_writev(processID, &here, 1, &there, 1, 0)
    }
    guard moved == count else { throw Refusal(EFAULT) }
  }
}
