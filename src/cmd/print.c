/* `report`: which turn or the game, and in which form. */
#include "base/json.h"
#include "cmd/play.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { THIS_TURN = -2, WHOLE_GAME = -1 };

/* Takes one word: a turn's number, game, or the form; false with the complaint. */
static bool report_word(struct cmd *c, const struct call *call, const char *word, int *turn,
                        int *form)
{
    char *end;
    long n = strtol(word, &end, 10);
    bool number = end != word && !*end && n >= 0 && n <= 1000000 && *word != '+';
    bool is_form = word_fits(word, "markdown") || strcasecmp(word, "md") == 0;

    if ((number || word_fits(word, "game")) && *turn == THIS_TURN)
        *turn = number ? (int)n : WHOLE_GAME;
    else if ((is_form || word_fits(word, "text")) && *form < 0)
        *form = is_form ? PAGE_MARKDOWN : PAGE_TEXT;
    else
        return diag_usage(&c->diag, "%s: a whole number is wanted (one turn), or game, then "
                          "markdown or nothing: report %s", word, call->command->usage);
    return true;
}

bool run_report(struct cmd *c, struct call *call)
{
    struct chronicle chronicle;
    struct buf text = {0};
    int turn = THIS_TURN, form = -1;
    bool ok;

    for (int i = 0; i < call->n_rest; i++)
        if (!report_word(c, call, call->rest[i], &turn, &form))
            return false;
    ok = chronicle_read(&c->s, &chronicle, &c->diag);
    if (turn == THIS_TURN)
        turn = chronicle.last;
    if (ok && turn == WHOLE_GAME)
        report_game(&chronicle, form == PAGE_MARKDOWN ? PAGE_MARKDOWN : PAGE_TEXT, &text);
    else if (ok)
        ok = report_turn(&chronicle, turn, form == PAGE_MARKDOWN ? PAGE_MARKDOWN : PAGE_TEXT,
                         &text, &c->diag);
    if (ok && c->json) {
        answer_open(c, "report");
        report_json(&chronicle, turn, &c->out);
        json_string(&c->out, "format", form == PAGE_MARKDOWN ? "markdown" : "text");
        json_string(&c->out, "text", buf_text(&text));
        answer_close(c);
    } else if (ok) {
        buf_add(&c->out, buf_text(&text));
    }
    chronicle_free(&chronicle);
    buf_free(&text);
    return ok;
}
