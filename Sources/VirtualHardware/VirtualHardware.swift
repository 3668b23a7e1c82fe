// VirtualHardware
