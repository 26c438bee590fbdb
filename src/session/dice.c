/* Virtual dice from libsodium's stream. */
#include "session/dice.h"

#include <sodium.h>
#include <string.h>

bool dice_birth(struct game_birth *birth, struct diag *d)
{
    if (sodium_init() < 0)
        return diag_storage(d, "the operating system gives no random numbers");
    randombytes_buf(birth->seed, SEED_BYTES);
    dice_commitment(birth->commitment, birth->seed);
    return true;
}

void dice_commitment(char text[COMMITMENT_TEXT], const unsigned char seed[SEED_BYTES])
{
    unsigned char hash[32];

    crypto_generichash(hash, sizeof hash, seed, SEED_BYTES, NULL, 0);
    sodium_bin2hex(text, COMMITMENT_TEXT, hash, sizeof hash);
}

void dice_key(unsigned char key[DICE_KEY], const unsigned char seed[SEED_BYTES],
              const char *words)
{
    crypto_generichash(key, DICE_KEY, (const unsigned char *)words, strlen(words), seed,
                       SEED_BYTES);
}

/* Each place has a stream of its own, the place being the nonce, so that a value that would
   make some numbers likelier can be thrown away without moving the places after it. */
int dice_number(const unsigned char key[DICE_KEY], int index, int n)
{
    unsigned char nonce[crypto_stream_chacha20_NONCEBYTES] = {0};
    uint32_t value[64], top = UINT32_MAX - UINT32_MAX % (uint32_t)n;

    for (int i = 0; i < 4; i++)
        nonce[i] = (unsigned char)(index >> 8 * i);
    crypto_stream_chacha20((unsigned char *)value, sizeof value, nonce, key);
    for (int i = 0; i < 64; i++)
        if (value[i] < top)
            return (int)(value[i] % (uint32_t)n);
    return 0; /* 64 values in a row beyond top: once in 2 to the 1800th games */
}

int dice_free(int n)
{
    if (sodium_init() < 0)
        return 0;
    return (int)randombytes_uniform((uint32_t)n);
}
