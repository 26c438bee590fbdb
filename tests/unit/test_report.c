/* Pages: what CommonMark would take for markup is escaped and nothing else; lines fit 80 columns
   whatever they hold; tables give way where they are too wide. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "report/page.h"

#include <stdio.h>
#include <string.h>

static void escaped(const char *text, bool start, const char *want)
{
    struct buf b = {0};

    markdown_escape(&b, text, start);
    assert_string_equal(buf_text(&b), want);
    buf_free(&b);
}

static void what_is_markup(void **state)
{
    (void)state;
    escaped("Tank_1 *and* `Two`", false, "Tank\\_1 \\*and\\* \\`Two\\`");
    escaped("a|b <i> &amp; [x](y) \\", false, "a\\|b \\<i\\> \\&amp; \\[x\\](y) \\\\");
    escaped("~~gone~~ $x$ C#", false, "\\~\\~gone\\~\\~ \\$x\\$ C\\#");
    escaped("", true, "");
}

/* A list, a heading, a quotation and a rule begin a block; within one they are plain text. */
static void what_begins_a_block(void **state)
{
    (void)state;
    escaped("1. one", true, "1\\. one");
    escaped("12) twelve", true, "12\\) twelve");
    escaped("1. one", false, "1. one");
    escaped("3+ to hit", true, "3+ to hit");
    escaped("4\" across", true, "4\" across");
    escaped("- a dash", true, "\\- a dash");
    escaped("+ a plus", true, "\\+ a plus");
    escaped("=====", true, "\\=====");
    escaped("a - b + c = 1.", true, "a - b + c = 1.");
    escaped("# five", true, "\\# five");
}

/* Plain names stay as they are: a page is read as it stands, too. */
static void what_is_left_alone(void **state)
{
    (void)state;
    escaped("Grenadiers-2.b at Rifles: 3 hits of 8, 14\" (soft)!", true,
            "Grenadiers-2.b at Rifles: 3 hits of 8, 14\" (soft)!");
    escaped("Gr\303\274n", true, "Gr\303\274n");
}

static void what_fits(void **state)
{
    (void)state;
    assert_int_equal(page_fit("abc", 2), 2);
    assert_int_equal(page_fit("abc", 3), 3);
    assert_int_equal(page_fit("", 3), 0);
    assert_int_equal(page_fit("abc", 0), 1); /* one character at the least */
}

/* Every line of a page is at most 80 columns and holds printing characters and spaces only. */
static void fits_the_page(const char *page)
{
    int column = 0;

    for (const char *s = page; *s; s++) {
        assert_true(*s == '\n' || (unsigned char)*s >= 0x20);
        column = *s == '\n' ? 0 : column + 1;
        assert_true(column <= PAGE_WIDTH);
    }
}

static void long_words(void **state)
{
    char word[200];
    struct page p;
    struct buf b = {0};

    (void)state;
    memset(word, 'w', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    page_begin(&p, PAGE_TEXT, &b);
    page_title(&p, word, word);
    page_heading(&p, 3, word);
    page_fact(&p, word, "%s", word);
    page_item(&p, "12", word, "1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 "
              "1 2 3 4 5 6 1 2 3 4 5 6");
    page_paragraph(&p, "tabs\tand\nlines %s", word);
    page_end(&p);
    fits_the_page(b.s);
    assert_non_null(strstr(b.s, "tabs and lines"));
    buf_free(&b);
}

static const char *const head[] = {">No", "<Name"};

static void text_tables(void **state)
{
    struct page p;
    struct buf b = {0};

    (void)state;
    page_begin(&p, PAGE_TEXT, &b);
    page_table(&p, 2, head);
    page_cell(&p, "%d", 7);
    page_cell(&p, "%s", "Able");
    page_cell(&p, "%d", 123);
    page_cell(&p, "%s", "");
    page_table_end(&p);
    assert_string_equal(b.s, " No  Name\n  7  Able\n123\n");
    buf_free(&b);
}

/* 3 + 2 + 100: the wide column gives 25 of its hundred and goes on below. */
static void wide_tables(void **state)
{
    char wide[101];
    struct page p;
    struct buf b = {0};

    (void)state;
    memset(wide, 'x', 100);
    wide[100] = '\0';
    page_begin(&p, PAGE_TEXT, &b);
    page_table(&p, 2, head);
    page_cell(&p, "%d", 123);
    page_cell(&p, "%s", wide);
    page_table_end(&p);
    fits_the_page(b.s);
    assert_non_null(strstr(b.s, "\n123  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
                                "xxxxxxxxxxxxxxxxxxxxxxxxx\n     xxxxxxxxxxxxxxxxxxxxxxxxx\n"));
    buf_free(&b);
}

static void markdown_blocks(void **state)
{
    struct page p;
    struct buf b = {0};

    (void)state;
    page_begin(&p, PAGE_MARKDOWN, &b);
    page_title(&p, "Turn 1", "a_b.game");
    page_fact(&p, "In the bag", "%s", "Axis 1");
    p.nested = true;
    page_item(&p, "3", "Fire.", "4 5");
    p.nested = false;
    page_table(&p, 2, head);
    page_cell(&p, "%d", 7);
    page_cell(&p, "%s", "a|b");
    page_table_end(&p);
    page_paragraph(&p, "%s", "1. Nothing.");
    page_end(&p);
    assert_string_equal(b.s, "# a\\_b.game: Turn 1\n"
                             "\n"
                             "- **In the bag:** Axis 1\n"
                             "  - **3** Fire. (dice 4 5)\n"
                             "\n"
                             "| No | Name |\n"
                             "| ---: | :--- |\n"
                             "| 7 | a\\|b |\n"
                             "\n"
                             "1\\. Nothing.\n");
    buf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_markup),    cmocka_unit_test(what_begins_a_block),
        cmocka_unit_test(what_is_left_alone), cmocka_unit_test(what_fits),
        cmocka_unit_test(long_words),        cmocka_unit_test(text_tables),
        cmocka_unit_test(wide_tables),       cmocka_unit_test(markdown_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
