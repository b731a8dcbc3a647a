// The clocks of both sides: counting up without a limit, down with one.

export class Clock {
  constructor() {
    /** Called while time runs. */
    this.tick = () => {};
    /** Milliseconds for each side; 0 for no limit. */
    this.limit = 0;
    this.used = [0, 0];
    /** @type {number | null} whose time runs */
    this.running = null;
    this.since = 0;
    this.timer = 0;
  }

  /** The time a side has left, or has used if there is no limit. @param {number} side */
  left(side) {
    const used = this.used[side] + (this.running === side ? performance.now() - this.since : 0);
    return this.limit > 0 ? Math.max(0, this.limit - used) : used;
  }

  /** The side whose time is up. @returns {number | null} */
  get late() {
    if (this.limit === 0) return null;
    const late = [0, 1].find((side) => this.left(side) <= 0);
    return late ?? null;
  }

  get isOver() {
    return this.late !== null;
  }

  /** Starts the clock of a side, or stops both. @param {number | null} side */
  turn(side) {
    this.stop();
    if (side === null) return;
    this.running = side;
    this.since = performance.now();
    this.timer = window.setInterval(() => this.tick(), 200);
  }

  stop() {
    clearInterval(this.timer);
    if (this.running !== null) this.used[this.running] += performance.now() - this.since;
    this.running = null;
  }

  reset() {
    this.stop();
    this.used = [0, 0];
  }

  /** @param {number} limit in milliseconds */
  set(limit) {
    this.limit = limit;
    this.reset();
  }
}

/** Minutes and seconds. @param {number} milliseconds */
export function clockText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
