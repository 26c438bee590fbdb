/* Virtual dice: a stream that is fixed by the game's seed and the players' words, so that
   anybody can check it afterwards, and that an undone die comes up the same. */
#ifndef ADJUTANT_SESSION_DICE_H
#define ADJUTANT_SESSION_DICE_H

#include "store/game_db.h"

/* Fills a birth's seed from the operating system, and its commitment. */
bool dice_birth(struct game_birth *birth, struct diag *d);

enum { DICE_KEY = 32 };

/* The key of a game's stream: its seed and the words that the players added. */
void dice_key(unsigned char key[DICE_KEY], const unsigned char seed[SEED_BYTES],
              const char *words);

/* A number from 0 to n-1, place `index` of the stream; each as likely as the others. */
int dice_number(const unsigned char key[DICE_KEY], int index, int n);

/* Hash of a seed in hexadecimal, as it was shown when the game was made. */
void dice_commitment(char text[COMMITMENT_TEXT], const unsigned char seed[SEED_BYTES]);

/* A die that belongs to no game, straight from the operating system. */
int dice_free(int n);

#endif
