internal import Glibc

/// An HTTP load generator with several persistent connections on one thread. Each connection sends its next request as
/// soon as it has the previous response.
struct LoadClient {
  let port: Int
  let connections: Int
  /// A text whose responses are counted; nil to count none.
  var mark: String?

  struct Result {
    var requests: Int
    var seconds: Double
    /// The time of each request from the first byte sent to the end of its response, in milliseconds, sorted.
    var milliseconds: [Double]
    /// The number of responses with an unexpected status.
    var unexpected: Int
    /// The number of responses with the mark.
    var marked: Int
    /// The requests that took longest, with their times in milliseconds, the slowest first.
    var slowest: [(request: Int, milliseconds: Double)]

    var perSecond: Double { Double(requests) / seconds }

    func percentile(_ share: Double) -> Double {
      milliseconds.isEmpty ? .nan : milliseconds[min(milliseconds.count - 1, Int(share * Double(milliseconds.count)))]
    }
  }

  /// Sends `count` requests in total. `request` returns the bytes of the n-th, and each response must begin with
  /// `status`, such as `HTTP/1.1 201`.
  func run(_ count: Int, expecting status: String, request: (Int) -> [UInt8]) -> Result {
    var open: [PersistentConnection] = []
    for _ in 0..<connections {
      guard let connection = PersistentConnection(port: port) else { break }
      open.append(connection)
    }
    defer { for connection in open { connection.end() } }
    var sent = 0
    var times: [Double] = []
    times.reserveCapacity(count)
    var (unexpected, marked) = (0, 0)
    var slowest: [(request: Int, milliseconds: Double)] = []
    var requested = Array(repeating: 0, count: connections)
    let mark = mark.map { Array($0.utf8) }
    func result(unexpected: Int, since start: Double) -> Result {
      Result(
        requests: times.count, seconds: seconds() - start, milliseconds: times.sorted(), unexpected: unexpected,
        marked: marked, slowest: slowest)
    }
    let expected = Array(status.utf8)
    let start = seconds()
    for index in open.indices where sent < count {
      open[index].send(request(sent))
      requested[index] = sent
      sent += 1
    }
    while times.count + unexpected < count {
      var waiting = open.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else { break }
      if times.count % 500 == 0 { BenchProgress.at("\(times.count) of \(count) answers") }
      for index in open.indices where waiting[index].revents != 0 {
        let answer: [UInt8]?
        do {
          answer = try open[index].receive()
        } catch {
          return result(unexpected: count - times.count, since: start)
        }
        guard let answer else { continue }
        if answer.starts(with: expected) {
          let time = (seconds() - open[index].sentAt) * 1000
          times.append(time)
          if let mark, answer.firstRange(of: mark) != nil { marked += 1 }
          if slowest.count < 3 || time > slowest[2].milliseconds {
            slowest.append((requested[index], time))
            slowest = Array(slowest.sorted { $0.milliseconds > $1.milliseconds }.prefix(3))
          }
        } else {
          unexpected += 1
        }
        if sent < count {
          open[index].send(request(sent))
          requested[index] = sent
          sent += 1
        }
      }
    }
    return result(unexpected: unexpected, since: start)
  }
}

/// Returns the time of the monotonic clock in seconds.
func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
