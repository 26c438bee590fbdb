/* Exact distributions: sums and thinnings of independent dice, in doubles. */
#include "odds/dist.h"

#include <string.h>

void dist_certain(struct dist *d, int k)
{
    d->n = k;
    memset(d->p, 0, sizeof d->p[0] * (size_t)(k + 1));
    d->p[k] = 1;
}

/* Starts at the likeliest k, where nothing can underflow, and walks to both ends by the
   ratio of neighbours: p[k+1]/p[k] = (n-k)/(k+1) * p/q. The whole is then scaled to 1. */
static void binomial_inside(struct dist *d, int n, double p)
{
    double q = 1 - p, sum = 0;
    int mode = (int)((n + 1) * p);

    if (mode > n)
        mode = n;
    d->p[mode] = 1;
    for (int k = mode; k < n; k++)
        d->p[k + 1] = d->p[k] * ((n - k) * p) / ((k + 1) * q);
    for (int k = mode; k > 0; k--)
        d->p[k - 1] = d->p[k] * (k * q) / ((n - k + 1) * p);
    for (int k = 0; k <= n; k++)
        sum += d->p[k];
    for (int k = 0; k <= n; k++)
        d->p[k] /= sum;
}

void dist_binomial(struct dist *d, int n, double p)
{
    d->n = n;
    if (p <= 0 || n == 0) {
        memset(d->p, 0, sizeof d->p[0] * (size_t)(n + 1));
        d->p[0] = 1;
    } else if (p >= 1) {
        memset(d->p, 0, sizeof d->p[0] * (size_t)(n + 1));
        d->p[n] = 1;
    } else {
        binomial_inside(d, n, p);
    }
}

void dist_add(struct dist *d, const struct dist *e)
{
    double sum[ODDS_MAX + 1] = {0};
    int n = d->n + e->n > ODDS_MAX ? ODDS_MAX : d->n + e->n;

    if (e->n == 0) /* a certain 0 changes nothing */
        return;
    for (int i = 0; i <= d->n; i++)
        for (int j = 0; j <= e->n; j++)
            sum[i + j > ODDS_MAX ? ODDS_MAX : i + j] += d->p[i] * e->p[j];
    d->n = n;
    memcpy(d->p, sum, sizeof sum[0] * (size_t)(n + 1));
}

/* Horner: the thinned sum is ((p_n B + p_(n-1)) B + ...) with B a single die's outcome. */
void dist_thin(struct dist *d, double p)
{
    double out[ODDS_MAX + 1] = {0};
    double q = 1 - p;

    out[0] = d->p[d->n];
    for (int k = d->n - 1, top = 0; k >= 0; k--) {
        top++;
        for (int j = top; j > 0; j--)
            out[j] = out[j] * q + out[j - 1] * p;
        out[0] = out[0] * q + d->p[k];
    }
    memcpy(d->p, out, sizeof out[0] * (size_t)(d->n + 1));
}

void dist_cap(struct dist *d, int max)
{
    if (max >= d->n)
        return;
    for (int k = max + 1; k <= d->n; k++)
        d->p[max] += d->p[k];
    d->n = max;
}

double dist_mean(const struct dist *d)
{
    double sum = 0;

    for (int k = 1; k <= d->n; k++)
        sum += k * d->p[k];
    return sum;
}

double dist_at_least(const struct dist *d, int k)
{
    double sum = 0;

    for (int i = d->n; i >= k && i >= 0; i--)
        sum += d->p[i];
    return sum;
}
