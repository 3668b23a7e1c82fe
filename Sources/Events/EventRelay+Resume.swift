internal import Deadwax
internal import Storage

extension EventRelay {
  /// Delivers to each listener the events of the journal after its position, or a reset if it cannot resume there.
  ///
  /// - Parameter listeners: the listeners. Their positions move on, and those that accept no more are removed.
  /// - Throws: a `StorageError`.
  func resume(_ listeners: inout [Listener]) throws {
    let newest = try skipToNewest(&listeners)
    while let from = listeners.map(\.position).min(), from < newest {
      guard let batch = try batch(after: from) else { return reset(&listeners, to: newest) }
      guard let last = batch.last?.id else { return }
      listeners.removeAll { listener in
        let bytes = batch.drop { $0.id <= listener.position }.filter { event in
          listener.station == nil || event.station == nil || event.station == listener.station
        }.flatMap(\.bytes)
        return !bytes.isEmpty && !listener.deliver(bytes)
      }
      for index in listeners.indices where listeners[index].position < last { listeners[index].position = last }
    }
  }

  /// Returns the next events after an id; nil if one of them cannot be read, such as one of an older version with
  /// unknown words. It must not hold back all later ones.
  private func batch(after id: Int64) throws -> [(id: Int64, station: Station.Name?, bytes: [UInt8])]? {
    do {
      return try database.read { reading in
        try reading.events(after: id, limit: 256).map {
          (id: $0.id, station: $0.station, bytes: try render($0, reading))
        }
      }
    } catch let error as StorageError where error.kind == .mismatch {
      return nil
    }
  }

  /// Makes the listeners that are behind an id reload everything, and resume after it.
  private func reset(_ listeners: inout [Listener], to newest: Int64) {
    for index in listeners.indices where listeners[index].position < newest {
      reset(&listeners[index], to: newest)
    }
  }

  private func reset(_ listener: inout Listener, to newest: Int64) {
    listener.position = newest
    _ = listener.deliver(Array("id: \(newest)\nevent: reset\ndata: {}\n\n".utf8))
  }

  /// Resets the listeners that cannot resume, and returns the id of the newest event.
  private func skipToNewest(_ listeners: inout [Listener]) throws -> Int64 {
    let (oldest, newest) = try database.read { try $0.eventRange() }
    for index in listeners.indices {
      let position = listeners[index].position
      // The position is older than the stored events, or belongs to a restored database. The listener must reload
      // everything.
      if position > newest || position + 1 < oldest {
        reset(&listeners[index], to: newest)
      }
    }
    return newest
  }
}
