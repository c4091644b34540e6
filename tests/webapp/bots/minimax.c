#include <stdio.h>
#include <string.h>
static int board[16][16], height[16], order[] = {6, 5, 7, 4, 8, 3, 9}; /* a border of 3 cells holds no disc */
static int wins(int side) {
  int ways[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (int c = 3; c < 10; c++) for (int r = 3; r < 9; r++) for (int w = 0; w < 4; w++) {
    int n = 0;
    while (n < 4 && board[c + n * ways[w][0]][r + n * ways[w][1]] == side) n++;
    if (n == 4) return 1;
  }
  return 0;
}
static int best(int side, int depth, int *move) {
  int found = -99, column;
  if (wins(3 - side)) return -1 - depth;
  if (!depth) return 0;
  for (int i = 0; i < 7; i++) if (height[column = order[i]] < 6) {
    board[column][3 + height[column]++] = side;
    int reply, value = -best(3 - side, depth - 1, &reply);
    board[column][3 + --height[column]] = 0;
    if (value > found) found = value, *move = column - 2;
  }
  return found == -99 ? 0 : found;
}
int main(void) {
  char line[300], moves[300] = "";
  while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4)) {
    line[strcspn(line, "\r\n")] = 0;
    if (!strncmp(line, "game ", 5)) puts(strcmp(line + 5, "connect4") ? "error I play connect4" : "ok Minimax in C");
    if (!strncmp(line, "position", 8)) strcpy(moves, line[8] ? line + 9 : "");
    if (!strncmp(line, "go", 2)) {
      int move = 0, n = 0;
      memset(board, 0, sizeof board), memset(height, 0, sizeof height);
      for (; moves[n]; n++) board[moves[n] - '0' + 2][3 + height[moves[n] - '0' + 2]++] = n % 2 + 1;
      best(n % 2 + 1, 6, &move);
      printf("move %d\n", move);
    }
    fflush(stdout);
  }
}
