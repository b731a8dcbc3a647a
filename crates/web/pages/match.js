// The current game: its start, its moves, and the position shown. All pages share it.

import { position } from './api.js';

class Match {
  constructor() {
    /** Empty until the games are known. */
    this.game = '';
    /** The start position; empty for the default. */
    this.start = '';
    /** @type {string[]} */
    this.moves = [];
    /** How many of the moves are shown. */
    this.ply = 0;
    /** A counter that changes with every new game. */
    this.number = 0;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** The position that is shown, as a request. @returns {Subject} */
  subject(ply = this.ply) {
    return { game: this.game, position: this.start, moves: this.moves.slice(0, ply).join(' ') };
  }

  /** The position that is shown. @returns {Promise<Position>} */
  async position(ply = this.ply) {
    const asked = this.moves;
    const found = await position(this.subject(ply));
    // In a URL, moves may be written without spaces, and forced ones left out.
    if (asked === this.moves && ply === asked.length && ply !== found.played.length) {
      this.moves = found.played.map((played) => played.move);
      this.ply = this.moves.length;
      this.changed();
    }
    return found;
  }

  /** Calls `listener` after every change. @param {() => void} listener */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed() {
    this.write();
    for (const listener of [...this.listeners]) listener();
  }

  /** Starts a new game. @param {string} game @param {string} [start] @param {string[]} [moves] */
  begin(game, start = '', moves = []) {
    [this.game, this.start, this.moves, this.ply] = [game, start, moves, moves.length];
    this.number += 1;
    this.changed();
  }

  /** Plays a move from the position shown; later moves are dropped. @param {string} move */
  play(move) {
    if (this.moves[this.ply] !== move) this.moves = [...this.moves.slice(0, this.ply), move];
    this.ply += 1;
    this.changed();
  }

  /** Shows the position after a number of moves. @param {number} ply */
  goTo(ply) {
    const within = Math.max(0, Math.min(this.moves.length, ply));
    if (within === this.ply) return;
    this.ply = within;
    this.changed();
  }

  /** Drops the moves from here on. @param {number} ply */
  cut(ply) {
    this.moves = this.moves.slice(0, Math.max(0, ply));
    this.ply = this.moves.length;
    this.changed();
  }

  /** The URL query: everything needed to return here. */
  query() {
    const query = new URLSearchParams({ game: this.game });
    if (this.start) query.set('position', this.start);
    if (this.moves.length > 0) query.set('moves', this.moves.join(' '));
    if (this.ply !== this.moves.length) query.set('ply', String(this.ply));
    return query.toString();
  }

  /** Updates the URL without a new history entry. */
  write() {
    const page = location.hash.slice(1).split('?')[0] || '/play';
    history.replaceState(null, '', `#${page}?${this.query()}`);
  }

  /** Reads the URL; returns whether anything changed. @param {URLSearchParams} query */
  read(query) {
    const game = query.get('game');
    if (!game) return false;
    const start = query.get('position') ?? '';
    const moves = (query.get('moves') ?? '').split(/[\s,]+/).filter(Boolean);
    const ply = Number(query.get('ply') ?? moves.length);
    const isSame = this.game === game && this.start === start && this.moves.join() === moves.join() && this.ply === ply;
    if (isSame) return false;
    this.number += 1;
    [this.game, this.start, this.moves] = [game, start, moves];
    this.ply = Number.isInteger(ply) ? Math.max(0, Math.min(moves.length, ply)) : moves.length;
    return true;
  }
}

export const match = new Match();
