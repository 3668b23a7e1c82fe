#pragma once
#include <string.h>
#include <nfc/nfc.h>

// nfc_target is a packed union with size_t members at odd addresses, which Swift would read as aligned ones.
typedef struct {
  uint8_t atqa[2];
  uint8_t sak;
  uint8_t uid_length;
  uint8_t uid[10];
} deadwax_nfc_card;

// nfc_initiator_select_passive_target for type A at 106 kbit/s; a number longer than any card's is the chip's error.
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

// Whether libnfc knows what the opened device can do: a table behind two pointers, which stays empty when the chip's answer
// to the question for its version was damaged. libnfc opens the device all the same, and aborts at the first select.
static inline bool deadwax_nfc_is_known(nfc_device *device) {
  const nfc_modulation_type *types = NULL;
  return nfc_device_get_supported_modulation(device, N_INITIATOR, &types) >= 0 && types != NULL && types[0] != 0;
}
