#pragma once
#include <string.h>
#include <nfc/nfc.h>

// Sends a command to the chip and returns the length of its answer, or an error. libnfc exports the function for its
// own pn53x-tamashell, and no header declares it. Unlike nfc_initiator_transceive_bytes, it returns the chip's status
// byte, the first of the answer, even with an error. This distinguishes a tag that refuses from one that is silent.
int pn53x_transceive(struct nfc_device *device, const uint8_t *command, const size_t length, uint8_t *answer,
                     const size_t room, int timeout);

// nfc_target is a packed union with size_t members at odd addresses, which Swift would read as aligned.
typedef struct {
  uint8_t atqa[2];
  uint8_t sak;
  uint8_t uid_length;
  uint8_t uid[10];
} deadwax_nfc_card;

// Calls nfc_initiator_select_passive_target for type A at 106 kbit/s. A UID longer than any card's is reported as the
// chip's error.
static inline int deadwax_nfc_select(nfc_device *device, const uint8_t *uid, size_t length, deadwax_nfc_card *card) {
  const nfc_modulation modulation = {.nmt = NMT_ISO14443A, .nbr = NBR_106};
  nfc_target target;
  memset(&target, 0, sizeof target);
  const int result = nfc_initiator_select_passive_target(device, modulation, uid, length, &target);
  if (result <= 0) return result;
  const size_t count = target.nti.nai.szUidLen;
  if (count > sizeof card->uid) return NFC_ECHIP;
  memcpy(card->atqa, target.nti.nai.abtAtqa, sizeof card->atqa);
  card->sak = target.nti.nai.btSak;
  card->uid_length = (uint8_t)count;
  memcpy(card->uid, target.nti.nai.abtUid, count);
  return result;
}

// Returns true if libnfc knows the capabilities of the opened device. The table is behind two pointers, and stays empty
// if the chip's answer to the version command was damaged. libnfc still opens the device, and aborts at the first
// select.
static inline bool deadwax_nfc_is_known(nfc_device *device) {
  const nfc_modulation_type *types = NULL;
  return nfc_device_get_supported_modulation(device, N_INITIATOR, &types) >= 0 && types != NULL && types[0] != 0;
}
