# shellcheck shell=bash disable=SC2034
# A machine with real event devices, which a test creates through /dev/uinput, and with reports through /dev/uhid.
modules="evdev uinput uhid hid-generic"
filter='LiveScannerTests'
limit=150
