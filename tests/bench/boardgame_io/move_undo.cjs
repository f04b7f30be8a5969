/**
 * One move and one undo in boardgame.io, with a state as large as a campaign.
 *
 *   node move_undo.cjs [ROUNDS [LAYOUT]]
 *
 * The game runs in boardgame.io's own client, in this process, without a network: reducer, plugins,
 * undo stack and log are the real ones. Every move is checked to have changed the position and every
 * undo to have restored it; the checks are outside the timed spans. Prints one line of JSON; exits
 * with 1 and a sentence on standard error when a check fails.
 *
 * LAYOUT says how G keeps its pieces and areas, which decides most of the time (immer copies the table
 * a move touches and then scans it):
 *
 *   array   arrays indexed by a number, the fastest way (default)
 *   by_id   objects keyed by a textual id, as games write that name their pieces or remove them
 */
"use strict";

// Before any import: redux, immer and boardgame.io read it once, and drop their development checks.
process.env.NODE_ENV = "production";

const { performance } = require("node:perf_hooks");
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

const PIECES = 2000;
const COLUMNS = 20;
const ROWS = 10;
const WARM_UP = 500;
const LONG_GAME = 1000;
/** Rounds between two resets: the client's log grows with each action and is copied by the next one. */
const BATCH = 100;

const ROUNDS = Number(process.argv[2] ?? 200);
const LAYOUT = process.argv[3] ?? "array";

const idOf = (letter, n) => (LAYOUT === "by_id" ? `${letter}${n}` : n);
const table = (rows) => (LAYOUT === "by_id" ? Object.fromEntries(rows.map((row) => [row.id, row])) : rows);

/** The areas of a 20 x 10 grid; each lists the ids of the two to four it borders. */
function areas() {
  return Array.from({ length: COLUMNS * ROWS }, (_, n) => {
    const [x, y] = [n % COLUMNS, Math.floor(n / COLUMNS)];
    const adjacent = [];
    if (x > 0) adjacent.push(idOf("a", n - 1));
    if (x < COLUMNS - 1) adjacent.push(idOf("a", n + 1));
    if (y > 0) adjacent.push(idOf("a", n - COLUMNS));
    if (y < ROWS - 1) adjacent.push(idOf("a", n + COLUMNS));
    return { id: idOf("a", n), name: `Area ${n}`, adjacent };
  });
}

/** Pieces of two sides, ten to an area. */
function pieces() {
  return Array.from({ length: PIECES }, (_, n) => ({
    id: idOf("p", n),
    side: String(n % 2),
    area: idOf("a", n % (COLUMNS * ROWS)),
    strength: 1 + (n % 12),
    moved: false,
  }));
}

const game = {
  name: "marches",
  setup: () => ({ pieces: table(pieces()), areas: table(areas()) }),
  moves: {
    /** March one of the player's own pieces into a bordering area. */
    march({ G, playerID }, pieceId, areaId) {
      const piece = G.pieces[pieceId];
      if (piece === undefined || piece.side !== playerID) return INVALID_MOVE;
      if (!G.areas[piece.area].adjacent.includes(areaId)) return INVALID_MOVE;
      piece.area = areaId;
      piece.moved = true;
    },
  },
};

function must(holds, sentence) {
  if (!holds) throw new Error(sentence);
}

/** The legal march of this round: another own piece each time, to one of the areas it borders. */
function marchOf(round, G) {
  const piece = G.pieces[idOf("p", ((round * 7) % (PIECES / 2)) * 2)];
  const { adjacent } = G.areas[piece.area];
  return [piece.id, adjacent[round % adjacent.length]];
}

/** Time one move and its undo, in microseconds. */
function timeRound(client, round) {
  const before = client.store.getState();
  const [pieceId, areaId] = marchOf(round, before.G);
  const from = before.G.pieces[pieceId].area;

  const started = performance.now();
  client.moves.march(pieceId, areaId);
  const moved = performance.now() - started;

  const after = client.store.getState();
  must(after.G.pieces[pieceId].area === areaId && after.G.pieces[pieceId].moved,
    `Round ${round}: the march of piece ${pieceId} to area ${areaId} did not change its area.`);
  must(after._undo.length === before._undo.length + 1,
    `Round ${round}: the march of piece ${pieceId} was not put on the undo stack.`);

  const undoing = performance.now();
  client.undo();
  const undone = performance.now() - undoing;

  const restored = client.store.getState();
  must(restored.G.pieces[pieceId].area === from && !restored.G.pieces[pieceId].moved,
    `Round ${round}: undo did not bring piece ${pieceId} back to area ${from}.`);
  must(restored.G === before.G && restored._undo.length === before._undo.length,
    `Round ${round}: undo did not restore the position and the undo stack from before the march.`);
  return (moved + undone) * 1000;
}

/** Play many marches in a row and take all of them back: undo must not run dry on the way. */
function proveLongUndo(client) {
  const start = client.store.getState();
  const position = JSON.stringify(start.G);
  for (let n = 0; n < LONG_GAME; n++) {
    const before = client.store.getState().G;
    client.moves.march(...marchOf(n, before));
    must(client.store.getState().G !== before, `March ${n} of the long game did not change the position.`);
  }
  must(client.store.getState()._undo.length === start._undo.length + LONG_GAME,
    `The undo stack does not hold the ${LONG_GAME} marches of the long game.`);
  for (let n = LONG_GAME; n > 0; n--) {
    const before = client.store.getState().G;
    client.undo();
    must(client.store.getState().G !== before, `The undo of march ${n} of the long game did nothing.`);
  }
  must(JSON.stringify(client.store.getState().G) === position,
    `After ${LONG_GAME} undos the position is not the one the long game began with.`);
}

/** Refuse what the rules forbid: a march by the other side's piece, and one across the map. */
function proveRefusals(client) {
  const before = client.store.getState().G;
  const [foreign, own, far] = [idOf("p", 1), idOf("p", 0), idOf("a", COLUMNS * ROWS - 1)];
  client.moves.march(foreign, before.areas[before.pieces[foreign].area].adjacent[0]);
  must(client.store.getState().G === before, "A piece of the other side marched.");
  client.moves.march(own, far);
  must(client.store.getState().G === before, "A piece marched to an area it does not border.");
}

function median(sorted) {
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function main() {
  must(Number.isInteger(ROUNDS) && ROUNDS > 0, "ROUNDS must be a whole number above 0.");
  must(["array", "by_id"].includes(LAYOUT), "LAYOUT must be array or by_id.");

  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  // boardgame.io reports each refusal on the console, also in production.
  const { error } = console;
  console.error = () => {};
  proveRefusals(client);
  console.error = error;
  client.reset();
  proveLongUndo(client);
  client.reset();

  for (let round = 0; round < WARM_UP; round++) timeRound(client, round);
  const spans = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (round % BATCH === 0) client.reset();
    spans.push(timeRound(client, round));
  }
  client.stop();

  spans.sort((a, b) => a - b);
  const figures = {
    median_us: Number(median(spans).toFixed(3)),
    min_us: Number(spans[0].toFixed(3)),
    rounds: ROUNDS,
    pieces: PIECES,
    layout: LAYOUT,
    boardgame_io: require("boardgame.io/package.json").version,
    node: process.version,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

try {
  main();
} catch (failure) {
  process.stderr.write(`${failure.message}\n`);
  process.exitCode = 1;
}
