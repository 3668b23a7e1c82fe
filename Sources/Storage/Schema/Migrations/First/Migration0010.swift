extension Migration {
  /// Stores the body of an event as a JSON object under the name of its kind, in place of its members alone.
  static let eventBodies = Migration(
    name: "0010-event-bodies",
    sql: #"""
      UPDATE journal SET payload = replace(payload, '"kind":', '"change":') WHERE kind = 'change.undone';
      UPDATE journal SET payload = replace(payload, '"device":', '"capabilities":[],"device":')
      WHERE kind = 'reader.changed' AND payload NOT LIKE '%"capabilities":%';
      UPDATE journal SET payload = replace(payload, '"device":', '"present":0,"device":')
      WHERE kind = 'reader.changed' AND payload NOT LIKE '%"present":%';
      UPDATE journal SET payload = '{"' || kind || '":{' || payload || '}}';
      """#)
}
