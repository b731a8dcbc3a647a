// The geometry of boards, in hundredths of a place.

/**
 * @typedef {object} Geometry
 * @property {number} width
 * @property {number} height
 * @property {{ x: number, y: number }[]} places the centres
 * @property {number} radius of a piece
 */

/** The geometry of a board. @param {BoardData} board @param {boolean} flipped @returns {Geometry} */
export function geometryOf(board, flipped) {
  const geometry = plain(board);
  if (flipped) {
    for (const place of geometry.places) {
      place.x = geometry.width - place.x;
      // Boards with falling stones are not flipped vertically.
      if (board.layout !== 'columns') place.y = geometry.height - place.y;
    }
  }
  return geometry;
}

/** @param {BoardData} board @returns {Geometry} */
function plain(board) {
  if (board.layout === 'hexagon') return hexagon(board.size ?? 1);
  if (board.layout === 'links') return links(board.names, board.size ?? 1);
  const [columns, rows] = [board.columns ?? 1, board.rows ?? 1];
  const places = board.names.map((_, index) => ({
    x: (index % columns) * 100 + 50 + MARGIN,
    y: Math.floor(index / columns) * 100 + 50 + MARGIN,
  }));
  return { width: columns * 100 + 2 * MARGIN, height: rows * 100 + 2 * MARGIN, places, radius: 40 };
}

/** Margin for the coordinates around a square board. */
export const MARGIN = 36;

/** The height of a hexagon of width 100 between two rows. */
const ROW = 86.6;

/** @param {number} size @returns {Geometry} */
function hexagon(size) {
  const rows = 2 * size - 1;
  const width = rows * 100 + 130;
  const places = [];
  for (let row = 0; row < rows; row++) {
    const count = rows - Math.abs(size - 1 - row);
    for (let index = 0; index < count; index++) {
      places.push({ x: width / 2 + (index - (count - 1) / 2) * 100, y: 70 + row * ROW });
    }
  }
  return { width, height: 140 + (rows - 1) * ROW, places, radius: 38 };
}

/** The corners of a hexagonal cell around the origin. */
export const HEXAGON = [0, 1, 2, 3, 4, 5]
  .map((corner) => (Math.PI / 3) * corner + Math.PI / 6)
  .map((angle) => `${(Math.cos(angle) * 56).toFixed(1)},${(Math.sin(angle) * 56).toFixed(1)}`)
  .join(' ');

/** @param {string[]} names @param {number} size @returns {Geometry} */
function links(names, size) {
  const places = names.map((name) => {
    const { row, column } = gridPlace(name);
    return { x: 60 + column * 60, y: 60 + row * 60 };
  });
  const width = 120 * size + 120;
  return { width, height: width, places, radius: 26 };
}

/** Column and row of a crossing point, from its name. @param {string} name */
export function gridPlace(name) {
  return { column: name.charCodeAt(0) - 96, row: Number(name.slice(1)) };
}

/**
 * The next place in a direction, or the same one if there is none.
 * @param {Geometry} geometry
 * @param {number[]} among
 * @param {number} from
 * @param {string} key
 */
export function neighbour(geometry, among, from, key) {
  const directions = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  });
  const [dx, dy] = directions[key];
  const start = geometry.places[from];
  let [best, least] = [from, Infinity];
  for (const index of among) {
    const [x, y] = [geometry.places[index].x - start.x, geometry.places[index].y - start.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along <= 1) continue;
    const distance = along + 2.5 * aside;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}
