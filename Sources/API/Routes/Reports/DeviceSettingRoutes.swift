internal import Deadwax
internal import HTTPServer
internal import Moving
internal import Wire

extension HTTPAPI {
  /// The routes of what programs remember about devices. It is no setting of the library, and no part of the history.
  var deviceSettingRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/device-settings", needs: .staff, returns: .wholeList) { _, _ in
        .whole(try devices.all().map { DeviceSettingResource($0) })
      },
      Endpoint(.post, "/api/v1/device-settings", needs: .staff, repeats: .key) { request, _ in
        let body: DeviceSettingResource = try request.decode()
        guard let setting = DeviceSetting(device: body.device, name: body.name, value: body.value) else {
          throw Problem(
            .invalid,
            """
            'device' and 'name' must have 1 to \(DeviceSetting.nameLimit) characters without control characters, and \
            'value' at most \(DeviceSetting.valueLimit) bytes.
            """)
        }
        try devices.remember(setting)
        return HTTPResponse(status: 204)
      },
      Endpoint(.delete, "/api/v1/device-settings", needs: .staff, query: ["device"]) { request, _ in
        let device = request.query("device")
        guard device.map({ (1...DeviceSetting.nameLimit).contains($0.count) }) ?? true else {
          throw Problem(.badRequest, "'device' must have 1 to \(DeviceSetting.nameLimit) characters.")
        }
        try devices.clear(device)
        return HTTPResponse(status: 204)
      },
      Endpoint(.post, "/api/v1/device-settings/move", needs: .admin) { _, _ in
        let result = try devices.moveFromOther()
        return .json(MovedDeviceSettings(store: devices.kind.rawValue, moved: result.moved, kept: result.kept))
      },
    ]
  }
}
