/* Lets Four-the-Win play a match by version 1 of the pipe protocol (engine/arena/PIPE.md). RESULTS.md says where its
   source is and how to build it. As its own program does, this deepens ply by ply with an empty table and plays the
   first move of the line. Only the clock is ours: at its end the move of the last finished depth is played. */

#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "largeboard.h"

#include "connectfour.c"
#include "transpositiontable.c"

#include "alphabeta.c"

#define ENTRIES (1 << 20)

static sigjmp_buf time_up;

static void leave(int signal_number) { siglongjmp(time_up, signal_number); }

/* Returns the column to play, from 1, after so many seconds of processor time or as soon as the result is proved. */
static int best_column(ConnectFour *board, double seconds) {
    ConnectFour searched = *board;
    struct itimerval timer = {.it_value = {(time_t)seconds, (suseconds_t)((seconds - (time_t)seconds) * 1e6)}};
    static struct itimerval none;
    volatile int column = 0;
    int plies = AREA - board->plyNumber;
    for (int i = COLUMNS - 1; i >= 0; --i) /* the first free column in its order, where nothing is searched */
        if (!((Position)1 << board->height[moveOrder[i]] & TOP)) column = moveOrder[i] + 1;
    if (!sigsetjmp(time_up, 1)) {
        setitimer(ITIMER_PROF, &timer, NULL);
        for (int depth = 0, score = 0; depth < plies && !score; ++depth) {
            pv[0] = 0;
            score = AlphaBeta_negamax_normal_withMoves(&searched, 0, depth, -1, 1);
            if (pv[0]) column = pv[0] - '0';
        }
    }
    setitimer(ITIMER_PROF, &none, NULL);
    return column;
}

int main(int count, char **words) {
    char line[4096], size[32];
    ConnectFour board;
    double seconds = count > 1 ? atof(words[1]) : 0.1;
    bool has_game = false, has_position = false;
    ConnectFour_setSizeAndVariant(COLUMNS, ROWS, NORMAL_VARIANT);
    ConnectFour_setupBitmaps();
    ConnectFour_initialize(&board);
    moveOrder = malloc(sizeof(int) * COLUMNS);
    pv = malloc(AREA + 1);
    AlphaBeta_getColumnMoveOrder();
    if (!TranspositionTable_initialize(&table, ENTRIES)) return EXIT_FAILURE;
    signal(SIGPROF, leave);
    snprintf(size, sizeof size, "game connect4-%dx%d", COLUMNS, ROWS);
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strcmp(line, "quit")) break;
        if (!strncmp(line, "game ", 5)) {
            has_game = !strcmp(line, size), has_position = false;
            puts(has_game ? "ok Four-the-Win" : "error this board is built for another game");
        } else if (!strncmp(line, "position", 8)) {
            ConnectFour_reset(&board, false);
            has_position = ConnectFour_sequence(&board, line + 8 + (line[8] == ' ')) && !ConnectFour_gameOver(&board);
            TranspositionTable_reset(&table); /* before its clock starts */
        } else if (!strcmp(line, "go") && has_game && has_position) {
            printf("move %d\n", best_column(&board, seconds));
            has_position = false; /* a search that is cut short leaves its moves on the board */
        } else if (!strcmp(line, "go")) {
            puts("error there is no position to play in");
        }
    }
    return EXIT_SUCCESS;
}
