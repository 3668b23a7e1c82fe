// VirtualChip
