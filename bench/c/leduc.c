// Leduc poker by the same algorithm and with the same random numbers as bench/leduc: what C makes of it.
#include <stdint.h>
#include <string.h>

#include "chance.h"

enum { CARDS = 6, SEATS = 2, RANKS = 3, ANTE = 1, MOST_PAID = 13, MOST_RAISES = 2, MOST_MOVES = 4, ACTIONS = 3, NONE = -2 };
enum { FOLD, CALL, RAISE };
static const int8_t RANK[CARDS] = {0, 0, 1, 1, 2, 2}, BET[2] = {2, 4};

typedef struct {
    int8_t hands[SEATS], public, paid[SEATS], history[2][MOST_MOVES], moves, stage, raises, turn, folded, over, pad[5];
} State;

static int deal(uint64_t *rng, int gone, int left) {
    int k = below(rng, left), card = -1;
    while (k >= 0) {
        card++;
        k -= 1 - (gone >> card & 1);
    }
    return card;
}

static void setup(State *state, uint64_t *rng) {
    memset(state, 0, sizeof *state);
    state->public = state->folded = NONE;
    memset(state->history, NONE, sizeof state->history);
    state->paid[0] = state->paid[1] = ANTE;
    state->hands[0] = deal(rng, 0, CARDS);
    state->hands[1] = deal(rng, 1 << state->hands[0], CARDS - 1);
}

static int legal(const State *state, int seat, int8_t *mask) {
    mask[FOLD] = state->paid[1 - seat] > state->paid[seat];
    mask[CALL] = 1;
    mask[RAISE] = state->raises < MOST_RAISES;
    return mask[FOLD] + 1 + mask[RAISE];
}

static void end_round(State *state, uint64_t *rng) {
    if (state->stage == 1) {
        state->over = 1;
        return;
    }
    state->public = deal(rng, 1 << state->hands[0] | 1 << state->hands[1], CARDS - 2);
    state->stage = 1;
    state->moves = state->raises = state->turn = 0;
}

static void play(State *state, int seat, int action, uint64_t *rng) {
    int other = 1 - seat;
    state->history[state->stage][state->moves++] = action;
    state->turn = other;
    if (action == FOLD) {
        state->folded = seat;
        state->over = 1;
    } else if (action == RAISE) {
        state->paid[seat] = state->paid[other] + BET[state->stage];
        state->raises++;
    } else {
        state->paid[seat] = state->paid[other];
        if (state->raises > 0 || state->moves == 2) end_round(state, rng);
    }
}

static int strength(const State *state, int seat) {
    int rank = RANK[state->hands[seat]];
    return rank == RANK[state->public] ? rank + RANKS : rank;
}

static int winner(const State *state) {
    if (state->folded != NONE) return 1 - state->folded;
    int margin = strength(state, 0) - strength(state, 1);
    return margin == 0 ? NONE : margin > 0 ? 0 : 1;
}

int64_t playouts(int64_t seed, int64_t games, int64_t *tally) {
    _Alignas(8) State state;
    int8_t mask[ACTIONS];
    uint64_t rng, digest = 0;
    for (int64_t game = 0; game < games; game++) {
        uint64_t name = rng = chance_of(seed, game);
        setup(&state, &rng);
        while (!state.over) {
            int seat = state.turn, count = legal(&state, seat, mask);
            tally[0]++;
            tally[1] += count > 1;
            play(&state, seat, pick(mask, ACTIONS, below(&rng, count)), &rng);
        }
        int best = winner(&state);
        for (int seat = 0; seat < SEATS; seat++) {
            int chips = best == NONE ? 0 : seat == best ? state.paid[1 - seat] : -state.paid[seat];
            tally[2 + seat] += (int64_t)(30 * ((double)chips / MOST_PAID) + 30.5);
        }
        digest ^= fingerprint(&state, sizeof state, name);
    }
    return (int64_t)digest;
}
