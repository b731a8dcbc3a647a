// Dragging pieces by mouse and touch.

/** How far a pointer moves before a click becomes a drag, in pixels. */
const UNSTEADY = 6;

/**
 * Follows a pointer that went down on a piece.
 * @param {HTMLElement} frame the element that holds the board and stays while it is redrawn
 * @param {PointerEvent} down
 * @param {() => SVGElement | null} lift called once when the drag starts: the element to move
 * @param {(x: number, y: number) => void} drop where it is dropped, as fractions of the picture's width and height
 */
export function follow(frame, down, lift, drop) {
  const end = new AbortController();
  /** @type {SVGElement | null} */
  let lifted = null;
  let isLifted = false;
  const picture = () => /** @type {SVGSVGElement} */ (frame.querySelector('svg'));
  const place = (/** @type {PointerEvent} */ event) => {
    const box = picture().getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    if (!isLifted && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < UNSTEADY) return;
    if (!isLifted) {
      isLifted = true;
      lifted = lift();
      frame.setPointerCapture(down.pointerId);
    }
    const { width, height } = picture().viewBox.baseVal;
    const { x, y } = place(event);
    lifted?.setAttribute('transform', `translate(${x * width} ${y * height})`);
  };
  const finish = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    end.abort();
    if (!isLifted) return;
    const { x, y } = event.type === 'pointerup' ? place(event) : { x: -1, y: -1 };
    drop(x, y);
  };
  // Touching a piece drags it instead of scrolling the page.
  frame.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false, signal: end.signal });
  addEventListener('pointermove', move, { signal: end.signal });
  addEventListener('pointerup', finish, { signal: end.signal });
  addEventListener('pointercancel', finish, { signal: end.signal });
}
