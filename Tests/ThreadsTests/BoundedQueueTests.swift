import Testing
import Threads

@Suite(.timeLimit(.minutes(5)))
struct BoundedQueueTests {
  @Test func `elements are taken in their order, and a full queue refuses further ones`() {
    let queue = BoundedQueue<Int>(limit: 3)
    #expect((1...5).map { queue.append($0) } == [true, true, true, false, false])
    #expect(queue.next() == 1)
    #expect(queue.append(6))
    #expect(!queue.append(7))
    queue.close()
    #expect([queue.next(), queue.next(), queue.next(), queue.next()] == [2, 3, 6, nil])
  }

  @Test func `a closed queue refuses elements and ends the wait of its taker`() {
    let queue = BoundedQueue<Int>(limit: 3)
    let taken = Monitor<[Int]?>(nil)
    _ = DedicatedThread("taker") {
      var all: [Int] = []
      while let element = queue.next() { all.append(element) }
      taken.update { $0 = all }
    }
    #expect(queue.append(1))
    queue.close()
    #expect(!queue.append(2))
    #expect(taken.wait { $0 } == [1])
  }

  @Test func `no element of many threads is lost or doubled`() {
    let queue = BoundedQueue<Int>(limit: 16)
    let threads = (0..<4).map { number in
      DedicatedThread("appender") {
        for element in 0..<500 where number >= 0 { while !queue.append(number * 500 + element) {} }
      }
    }
    var all: [Int] = []
    for _ in 0..<2000 { if let element = queue.next() { all.append(element) } }
    for thread in threads { thread.join() }
    #expect(all.sorted() == Array(0..<2000))
    // The elements of one thread keep their order.
    for number in 0..<4 { #expect(all.filter { $0 / 500 == number } == Array(number * 500..<(number + 1) * 500)) }
  }
}
