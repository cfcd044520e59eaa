/* A whole bot for Fog of War in C without any library.
 *
 *     cc -O2 -o ranger ranger.c
 *
 * A frame is one line of JSON without spaces, so the few numbers that it needs are found by their names.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TILES 40000

static int terrain[MOST_TILES], armies[MOST_TILES], defence[MOST_TILES];
static int first[MOST_TILES], queue[MOST_TILES];
static int seat, width, height;

/* What stands behind "name": in the frame, or NULL. */
static const char *value_of(const char *frame, const char *name) {
    char key[40];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *found = strstr(frame, key);
    return found == NULL ? NULL : found + strlen(key);
}

static int number(const char *frame, const char *name) {
    const char *text = value_of(frame, name);
    return text == NULL ? 0 : (int)strtol(text, NULL, 10);
}

static void numbers(const char *frame, const char *name, int *into, int count) {
    const char *text = value_of(frame, name);
    for (int i = 0; text != NULL && i < count && (*text == '[' || *text == ','); i++) {
        char *end;
        into[i] = (int)strtol(text + 1, &end, 10);
        text = end;
    }
}

/* The neighbour of a tile up, down, left or right; -1 off the map or on a mountain. */
static int beside(int tile, int direction) {
    int row = tile / width, column = tile % width;
    row += direction == 0 ? -1 : direction == 1 ? 1 : 0;
    column += direction == 2 ? -1 : direction == 3 ? 1 : 0;
    if (row < 0 || row >= height || column < 0 || column >= width || terrain[row * width + column] == -2)
        return -1;
    return row * width + column;
}

/* The strongest march onto a tile that is not ours; 1 if there is one. */
static int capture(int *source, int *target) {
    long best = 0;
    for (int tile = 0; tile < width * height; tile++) {
        if (terrain[tile] != seat || armies[tile] < 2)
            continue;
        for (int direction = 0; direction < 4; direction++) {
            int near = beside(tile, direction);
            if (near < 0 || terrain[near] == seat)
                continue;
            long rest = (long)armies[tile] - 1 - armies[near] - defence[near];
            long worth = rest <= 0 ? 0 : rest + (terrain[near] >= 0 ? 1000 : 0);
            if (worth > best) {
                best = worth;
                *source = tile;
                *target = near;
            }
        }
    }
    return best > 0;
}

/* The first step from the largest army to land that is not ours; 1 if there is a way. */
static int advance(int *source, int *target) {
    int start = -1, size = width * height, count = 0;
    for (int tile = 0; tile < size; tile++) {
        first[tile] = -1;
        if (terrain[tile] == seat && armies[tile] > 1 && (start < 0 || armies[tile] > armies[start]))
            start = tile;
    }
    if (start < 0)
        return 0;
    first[start] = start;
    queue[count++] = start;
    for (int done = 0; done < count; done++) {
        for (int direction = 0; direction < 4; direction++) {
            int near = beside(queue[done], direction);
            if (near < 0 || first[near] >= 0)
                continue;
            first[near] = queue[done] == start ? near : first[queue[done]];
            if (terrain[near] != seat) {
                *source = start;
                *target = first[near];
                return 1;
            }
            queue[count++] = near;
        }
    }
    return 0;
}

int main(void) {
    char *frame = NULL;
    size_t room = 0;
    while (getline(&frame, &room, stdin) > 0) {
        if (strstr(frame, "\"type\":\"start\"") != NULL) {
            seat = number(frame, "seat");
            fprintf(stderr, "I play from seat %d\n", seat);
        } else if (strstr(frame, "\"type\":\"turn\"") != NULL) {
            int source, target;
            width = number(frame, "width");
            height = number(frame, "height");
            if (width * height > MOST_TILES)
                return 1;
            numbers(frame, "terrain", terrain, width * height);
            numbers(frame, "armies", armies, width * height);
            numbers(frame, "defence", defence, width * height);
            printf("{\"n\":%d,\"orders\":[", number(frame, "n"));
            if (capture(&source, &target) || advance(&source, &target))
                printf("\"%d>%d\"", source, target);
            printf("]}\n");
            fflush(stdout);
        }
    }
    free(frame);
    return 0;
}
