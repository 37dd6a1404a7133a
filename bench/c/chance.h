// The dealer of skulk/engine/dealer.py and the picks of playouts.py, number for number.
#include <stdint.h>
#include <string.h>

static inline uint64_t scramble(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline uint64_t mix(uint64_t h, uint64_t value) { return scramble((h ^ value) + 0x9E3779B97F4A7C15u); }

static inline uint64_t chance_of(uint64_t seed, uint64_t number) { return mix(mix(seed, 0), number); }

static inline int below(uint64_t *rng, uint64_t n) {
    *rng += 0x9E3779B97F4A7C15u;
    return (int)(((scramble(*rng) >> 32) * n) >> 32);
}

static inline int pick(const int8_t *mask, int actions, int k) {
    for (int action = 0; action < actions; action++)
        if (mask[action] && k-- == 0) return action;
    return -1;
}

static inline uint64_t fingerprint(const void *state, size_t size, uint64_t name) {
    uint64_t h = name, word;
    for (size_t at = 0; at < size; at += 8) {
        memcpy(&word, (const char *)state + at, 8);
        h = mix(h, word);
    }
    return h;
}
