// NDEF
