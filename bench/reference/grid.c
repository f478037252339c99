/* The limit of performance.md: a grid over candles as a bare loop. It knows the grid's lines and the one empty line
   between buys and sells (the gap index), follows the candle law of product.md 3.6 print by print in integers, and
   keeps equity and maximum drawdown at every close. Reads the setup written by c-loop.ts, prints one JSON line. */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  int64_t candles, lines, empty, qty_lots, atoms_per_tick_lot, maker_ppm, quote_atoms, base_lots, peak_atoms;
} Setup;

typedef struct {
  int64_t fills, quote_atoms, base_lots, fees_atoms;
  double max_drawdown;
} Result;

static inline int64_t fee_of(int64_t notional, int64_t ppm) { return notional * ppm / 1000000; }

static Result run(const Setup *s, const int32_t *line, const int32_t *open, const int32_t *high, const int32_t *low,
                  const int32_t *close) {
  const int64_t n = s->candles, top = s->lines - 1, qty = s->qty_lots, per = s->atoms_per_tick_lot, ppm = s->maker_ppm;
  int64_t empty = s->empty, quote = s->quote_atoms, base = s->base_lots, fills = 0, fees = 0;
  double peak = (double)s->peak_atoms, drawdown = 0.0;
  int32_t below = empty > 0 ? line[empty - 1] : INT32_MIN, above = empty < top ? line[empty + 1] : INT32_MAX;
  for (int64_t i = 0; i < n; i++) {
    if (low[i] < below || high[i] > above) {
      const int high_first = high[i] - open[i] < open[i] - low[i];
      const int32_t prints[4] = {open[i], high_first ? high[i] : low[i], high_first ? low[i] : high[i], close[i]};
      for (int k = 0; k < 4; k++) {
        while (prints[k] < below) {
          const int64_t notional = (int64_t)below * qty * per, fee = fee_of(notional, ppm);
          quote -= notional + fee;
          fees += fee;
          base += qty;
          fills++;
          empty--;
          above = line[empty + 1];
          below = empty > 0 ? line[empty - 1] : INT32_MIN;
        }
        while (prints[k] > above) {
          const int64_t notional = (int64_t)above * qty * per, fee = fee_of(notional, ppm);
          quote += notional - fee;
          fees += fee;
          base -= qty;
          fills++;
          empty++;
          below = line[empty - 1];
          above = empty < top ? line[empty + 1] : INT32_MAX;
        }
      }
    }
    const double equity = (double)(quote + base * close[i] * per);
    if (equity > peak) peak = equity;
    const double fall = peak - equity;
    if (fall > drawdown * peak) drawdown = fall / peak;
  }
  return (Result){fills, quote, base, fees, drawdown};
}

/* As bench.ts: BENCH_CLOCK=cpu counts the time of the processor. */
static double now_seconds(void) {
  const char *clock_name = getenv("BENCH_CLOCK");
  struct timespec t;
  clock_gettime(clock_name && strcmp(clock_name, "cpu") == 0 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  FILE *file = fopen(argv[1], "rb"), *columns = fopen(argv[2], "rb");
  const int repeats = atoi(argv[3]);
  Setup setup;
  if (!file || !columns || repeats < 1 || fread(&setup, sizeof setup, 1, file) != 1) return 3;
  const size_t n = (size_t)setup.candles, lines = (size_t)setup.lines;
  int32_t *data = malloc((lines + 4 * n) * sizeof *data);
  if (!data || fread(data, sizeof *data, lines, file) != lines) return 4;
  if (fread(data + lines, sizeof *data, 4 * n, columns) != 4 * n) return 4;
  fclose(file);
  fclose(columns);
  const int32_t *open = data + setup.lines;
  Result result = {0, 0, 0, 0, 0.0};
  const double start = now_seconds();
  for (int repeat = 0; repeat < repeats; repeat++) {
    result = run(&setup, data, open, open + n, open + 2 * n, open + 3 * n);
    __asm__ volatile("" ::"r"(data) : "memory"); /* each repeat must really run */
  }
  const double seconds = now_seconds() - start;
  printf("{\"seconds\":%.9f,\"fills\":%lld,\"quoteAtoms\":%lld,\"baseLots\":%lld,\"feesAtoms\":%lld,\"maxDrawdown\":%.17g}\n",
         seconds, (long long)result.fills, (long long)result.quote_atoms, (long long)result.base_lots,
         (long long)result.fees_atoms, result.max_drawdown);
  free(data);
  return 0;
}
