/* Virtual dice: the commitment to a seed, the key made of seed and words, and the numbers of the
   stream, in their range, the same again and as likely as each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "session/dice.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static void seed_of(unsigned char seed[SEED_BYTES], unsigned char first)
{
    for (int i = 0; i < SEED_BYTES; i++)
        seed[i] = (unsigned char)(first + 7 * i);
}

static void key_of(unsigned char key[DICE_KEY], unsigned char first, const char *words)
{
    unsigned char seed[SEED_BYTES];

    seed_of(seed, first);
    dice_key(key, seed, words);
}

static int setup(void **state)
{
    (void)state;
    return sodium_init() < 0;
}

/* The commitment is the plain BLAKE2b-256 of the seed, in hexadecimal, so that anybody can check
   it with another program. */
static void commitment_is_the_hash(void **state)
{
    /* python3 -c 'import hashlib; print(hashlib.blake2b(bytes((i*7+3)%256 for i in range(32)),
       digest_size=32).hexdigest())' */
    static const char known[] = "656300678ffaf08eb513046f55da054581a34f21f3fd453641bd1e8a4ede0113";
    unsigned char seed[SEED_BYTES];
    char text[COMMITMENT_TEXT], other[COMMITMENT_TEXT];

    (void)state;
    seed_of(seed, 3);
    dice_commitment(text, seed);
    assert_string_equal(text, known);
    for (int i = 0; i < SEED_BYTES; i++) {
        seed[i] ^= 1;
        dice_commitment(other, seed);
        assert_string_not_equal(other, text);
        seed[i] ^= 1;
    }
    dice_commitment(other, seed);
    assert_string_equal(other, text);
}

/* A birth has a seed of its own and commits to it. */
static void births_differ(void **state)
{
    struct game_birth a = {.edition = 2}, b = {.edition = 2};
    struct diag d = {0};
    char text[COMMITMENT_TEXT];

    (void)state;
    assert_true(dice_birth(&a, &d) && dice_birth(&b, &d));
    assert_memory_not_equal(a.seed, b.seed, SEED_BYTES);
    dice_commitment(text, a.seed);
    assert_string_equal(text, a.commitment);
    assert_int_equal(strlen(a.commitment), COMMITMENT_TEXT - 1);
    for (const char *c = a.commitment; *c; c++)
        assert_true(isxdigit((unsigned char)*c) && !isupper((unsigned char)*c));
    assert_int_equal(a.edition, 2);
}

/* Another seed, other words or another order of words: another key. */
static void keys_differ(void **state)
{
    static const char *const words[] = {"", "alpha", "bravo", "alpha bravo", "bravo alpha", "Alpha"};
    enum { N = 2 * sizeof words / sizeof words[0] };
    unsigned char key[N][DICE_KEY], seed[SEED_BYTES];

    (void)state;
    for (int i = 0; i < N; i++)
        key_of(key[i], (unsigned char)(1 + i % 2), words[i / 2]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            assert_memory_not_equal(key[i], key[j], DICE_KEY);
    key_of(key[1], 1, "");
    assert_memory_equal(key[0], key[1], DICE_KEY);
    seed_of(seed, 1); /* the key does not give the seed away by being it */
    assert_memory_not_equal(key[0], seed, SEED_BYTES);
}

/* Every number of sides is in its range, and each number comes. */
static void numbers_are_in_range(void **state)
{
    unsigned char key[DICE_KEY];

    (void)state;
    key_of(key, 11, "range");
    assert_int_equal(dice_number(key, 5, 1), 0);
    for (int n = 2; n <= 60; n++) {
        uint64_t seen = 0;
        for (int i = 0; i < 40 * n; i++) {
            int v = dice_number(key, i, n);
            if (v < 0 || v >= n)
                fail_msg("place %d of %d: %d", i, n, v);
            seen |= UINT64_C(1) << v;
        }
        /* chance that one of n is missing: under 60 * exp(-40) */
        if (seen != (UINT64_C(1) << n) - 1)
            fail_msg("of %d not every number came: %llx", n, (unsigned long long)seen);
    }
}

/* A place has its number, whatever was asked for before: an undone die comes up the same. */
static void places_keep_their_numbers(void **state)
{
    unsigned char key[DICE_KEY], other[DICE_KEY];
    int number[2000], same = 0, neighbours = 0;

    (void)state;
    key_of(key, 23, "again");
    key_of(other, 24, "again");
    for (int i = 0; i < 2000; i++)
        number[i] = dice_number(key, i, 6);
    for (int i = 1999; i >= 0; i -= 3)
        assert_int_equal(dice_number(key, i, 6), number[i]);
    for (int i = 0; i < 2000; i++) {
        same += dice_number(other, i, 6) == number[i];
        neighbours += i && number[i] == number[i - 1];
    }
    /* 2000 / 6 = 333, standard deviation 16.7: six of them either way */
    assert_in_range(same, 233, 433);
    assert_in_range(neighbours, 233, 433);
    /* far places are places too */
    assert_in_range(dice_number(key, 2147483647, 6), 0, 5);
    assert_int_equal(dice_number(key, 1 << 24, 60), dice_number(key, 1 << 24, 60));
}

/* Pearson's sum over counts that should all be total / n. */
static double chi_square(const int *count, int n, int total)
{
    double expected = (double)total / n, sum = 0;

    for (int i = 0; i < n; i++)
        sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

/* 600,000 dice with a fixed key. The bounds are the quantiles of chi-square at 0.0005 and 0.9995,
   so that dice that are too even are no dice either; the key being fixed, the test is too. */
static void dice_are_fair(void **state)
{
    static int count[6], pair[36], triple[216];
    unsigned char key[DICE_KEY];
    int before = 0, before2 = 0;
    enum { TOTAL = 600000 };

    (void)state;
    key_of(key, 42, "");
    for (int i = 0; i < TOTAL; i++) {
        int v = dice_number(key, i, 6);
        assert_in_range(v, 0, 5);
        count[v]++;
        /* neighbours, taken without overlap, and so are three in a row */
        if (i % 2)
            pair[6 * before + v]++;
        if (i % 3 == 2)
            triple[36 * before2 + 6 * before + v]++;
        before2 = before;
        before = v;
    }
    double one = chi_square(count, 6, TOTAL);
    double two = chi_square(pair, 36, TOTAL / 2);
    double three = chi_square(triple, 216, TOTAL / 3);
    if (one < 0.158 || one > 22.105)
        fail_msg("chi-square of the faces, 5 degrees: %g", one);
    if (two < 13.787 || two > 69.199)
        fail_msg("chi-square of the pairs, 35 degrees: %g", two);
    if (three < 153.240 || three > 289.844)
        fail_msg("chi-square of the triples, 215 degrees: %g", three);
}

/* As many out of a bag of any size: 2 to 60 dice, each drawn as often. */
static void draws_are_fair(void **state)
{
    double sum = 0;
    int degrees = 0;
    unsigned char key[DICE_KEY];

    (void)state;
    key_of(key, 7, "bag");
    for (int n = 2; n <= 60; n++) {
        int count[60] = {0};
        for (int i = 0; i < 100 * n; i++)
            count[dice_number(key, 10000 * n + i, n)]++;
        sum += chi_square(count, n, 100 * n);
        degrees += n - 1;
    }
    /* 1770 degrees: mean 1770, standard deviation 59.5; four of them either way */
    assert_int_equal(degrees, 1770);
    if (sum < 1770 - 238 || sum > 1770 + 238)
        fail_msg("chi-square of all the bags, 1770 degrees: %g", sum);
}

/* Dice that belong to no game. */
static void free_dice_are_in_range(void **state)
{
    int count[6] = {0};

    (void)state;
    for (int i = 0; i < 6000; i++) {
        int v = dice_free(6);
        assert_in_range(v, 0, 5);
        count[v]++;
    }
    for (int i = 0; i < 6; i++) /* 1000, standard deviation 28.9; ten of them */
        assert_in_range(count[i], 711, 1289);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commitment_is_the_hash),
        cmocka_unit_test(births_differ),
        cmocka_unit_test(keys_differ),
        cmocka_unit_test(numbers_are_in_range),
        cmocka_unit_test(places_keep_their_numbers),
        cmocka_unit_test(dice_are_fair),
        cmocka_unit_test(draws_are_fair),
        cmocka_unit_test(free_dice_are_in_range),
    };

    return cmocka_run_group_tests_name("dice", tests, setup, NULL);
}
