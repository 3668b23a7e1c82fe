/// A bounded queue between threads. Any thread appends, and one takes the elements in their order.
package final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isClosed = false
  }

  private let state = Monitor(State())
  private let limit: Int

  /// - Parameter limit: the maximum number of waiting elements.
  package init(limit: Int) { self.limit = limit }

  /// Appends an element.
  ///
  /// - Returns: false if the queue is full or closed. The element is then not in it, and the caller reports the loss.
  package func append(_ element: Element) -> Bool {
    state.update { state in
      guard !state.isClosed, state.elements.count < limit else { return false }
      state.elements.append(element)
      return true
    }
  }

  /// Returns the next element, waiting for one; nil when the queue is closed and empty.
  package func next() -> Element? {
    state.wait { state -> Element?? in
      if !state.elements.isEmpty { return .some(state.elements.removeFirst()) }
      return state.isClosed ? .some(nil) : nil
    }
  }

  /// Refuses further elements. The waiting ones can still be taken.
  package func close() { state.update { $0.isClosed = true } }
}
