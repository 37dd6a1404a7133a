// Connect Four by the same algorithm and with the same random numbers as bench/connect_four: what C makes of it.
#include <stdint.h>
#include <string.h>

#include "chance.h"

enum { ROWS = 6, COLUMNS = 7, CELLS = ROWS * COLUMNS, FOUR = 4, NONE = -2 };

typedef struct {
    int8_t board[ROWS][COLUMNS], height[COLUMNS], turn, winner, dropped, over, pad[3];
} State;

static int legal(const State *state, int8_t *mask) {
    int count = 0;
    for (int column = 0; column < COLUMNS; column++) {
        mask[column] = state->height[column] < ROWS;
        count += mask[column];
    }
    return count;
}

static int run(const State *state, int row, int column, int up, int right) {
    int disc = state->board[row][column], length = 0;
    row += up;
    column += right;
    while (0 <= row && row < ROWS && 0 <= column && column < COLUMNS && state->board[row][column] == disc) {
        length++;
        row += up;
        column += right;
    }
    return length;
}

static int wins(const State *state, int row, int column) {
    if (run(state, row, column, -1, 0) >= FOUR - 1) return 1;
    for (int slope = -1; slope < 2; slope++)
        if (run(state, row, column, slope, 1) + run(state, row, column, -slope, -1) >= FOUR - 1) return 1;
    return 0;
}

static void play(State *state, int seat, int column) {
    int row = state->height[column];
    state->board[row][column] = seat + 1;
    state->height[column] = row + 1;
    state->dropped++;
    state->turn = 1 - seat;
    if (wins(state, row, column)) {
        state->winner = seat;
        state->over = 1;
    } else if (state->dropped == CELLS) {
        state->over = 1;
    }
}

int64_t playouts(int64_t seed, int64_t games, int64_t *tally) {
    _Alignas(8) State state;
    int8_t mask[COLUMNS];
    uint64_t rng, digest = 0;
    for (int64_t game = 0; game < games; game++) {
        memset(&state, 0, sizeof state);
        state.winner = NONE;
        uint64_t name = rng = chance_of(seed, game);
        while (!state.over) {
            int count = legal(&state, mask);
            tally[0]++;
            tally[1] += count > 1;
            play(&state, state.turn, pick(mask, COLUMNS, below(&rng, count)));
        }
        for (int seat = 0; seat < 2; seat++)
            tally[2 + seat] += state.winner == NONE ? 30 : state.winner == seat ? 60 : 0;
        digest ^= fingerprint(&state, sizeof state, name);
    }
    return (int64_t)digest;
}
