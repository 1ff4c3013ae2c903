/** Where the pixels of each pass of an interlaced PNG begin, and how far apart they are (ISO/IEC 15948 §8.2): column, row, columns, rows. */
export const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
