// HTML and SVG elements, built without parsing text as markup.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Sets attributes; functions become listeners, false and null are left out.
 * @param {Element} element
 * @param {Attributes} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === 'function') element.addEventListener(name, /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * An element of the page.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string | null | false | undefined)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  element.append(...children.filter(isThere));
  return element;
}

/**
 * An element of a picture.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string | null | false | undefined)[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  element.append(...children.filter(isThere));
  return /** @type {SVGElementTagNameMap[T]} */ (element);
}

/** @param {Node | string | null | false | undefined} child @returns {child is Node | string} */
function isThere(child) {
  return child !== null && child !== false && child !== undefined;
}

/** The element with this id. @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** A button. @param {string} text @param {() => void} click @param {Attributes} [attributes] */
export function button(text, click, attributes = {}) {
  return el('button', { type: 'button', click, ...attributes }, text);
}

/**
 * A choice with its label.
 * @param {string} label
 * @param {[string, string][]} options values and their labels
 * @param {string} value
 * @param {(value: string) => void} change
 */
export function choice(label, options, value, change) {
  const select = el('select', {}, ...options.map(([value, text]) => el('option', { value }, text)));
  select.value = value;
  select.addEventListener('change', () => change(select.value));
  return el('label', { class: 'field' }, el('span', {}, label), select);
}

/**
 * Replaces the children of a place. Unchanged ones are kept, so that an open list, a press of the mouse and the keyboard focus
 * survive; listeners must not depend on when they were created.
 * @param {Element} place
 * @param {(Node | string | null | false | undefined)[]} children
 */
export function refill(place, ...children) {
  const focus = controls(place).indexOf(document.activeElement);
  const old = [...place.childNodes];
  const made = children.filter(isThere).map((child) => (typeof child === 'string' ? document.createTextNode(child) : child));
  made.forEach((child, index) => {
    const before = old[index];
    if (!before) place.append(child);
    else if (!isAlike(before, child)) before.replaceWith(child);
  });
  for (const rest of old.slice(made.length)) rest.remove();
  const again = controls(place)[focus];
  if (again instanceof HTMLElement && again !== document.activeElement) again.focus({ preventScroll: true });
}

/** The focusable elements within a place. @param {Element} place @returns {(Element | null)[]} */
function controls(place) {
  return [...place.querySelectorAll('button, select, input, a, textarea')];
}

/** Whether two nodes look the same; the chosen value of a list is not part of its text. @param {Node} one @param {Node} other */
function isAlike(one, other) {
  if (!one.isEqualNode(other)) return false;
  const chosen = (/** @type {Node} */ node) => (node instanceof Element ? [...node.querySelectorAll('select')].map((select) => select.value).join() : '');
  return chosen(one) === chosen(other);
}

/** The length of a text that is read at a glance, in characters. */
const MOST_TOLD = 160;

/** Shows a message for a moment. @param {string} text */
export function toast(text) {
  const place = byId('toast');
  // Shown again, it is on top of a dialog opened since.
  place.hidePopover();
  place.showPopover();
  place.textContent = text.length > MOST_TOLD ? `${text.slice(0, MOST_TOLD)} …` : text;
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => place.hidePopover(), 5000);
}

let toastTimer = 0;

/**
 * Shows a dialog and waits for its end.
 * @param {string} title
 * @param {(close: () => void) => (Node | string)[]} content
 * @returns {Promise<void>}
 */
export function showDialog(title, content) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('dialog'));
  const close = () => dialog.close();
  dialog.replaceChildren(
    el('h2', { id: 'dialog-title' }, title),
    ...content(close),
    el('div', { class: 'row end' }, button('Close', close)),
  );
  if (!dialog.open) dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(), { once: true }));
}

/** Tracks whether a pointer is down on an element, which must not be replaced meanwhile. */
export class Press {
  /** @param {HTMLElement} element @param {() => void} released */
  constructor(element, released) {
    this.isDown = false;
    element.addEventListener('pointerdown', () => {
      this.isDown = true;
      const up = () => {
        // The click comes first.
        setTimeout(() => {
          this.isDown = false;
          released();
        });
      };
      addEventListener('pointerup', up, { once: true });
    });
  }
}

/** 1234567 as 1,234,567. @param {number} number */
export function grouped(number) {
  return Math.round(number).toLocaleString('en-GB');
}

/** A number with a number of decimals and a proper minus sign. @param {number} number @param {number} decimals */
export function signed(number, decimals) {
  return number.toFixed(decimals).replace('-', '−');
}

/** A number with its noun. @param {number} number @param {string} noun */
export function counted(number, noun) {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** A number in few characters: 8.5 M. @param {number} number */
export function short(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(2)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(2)} M`;
  if (number >= 1e4) return `${(number / 1e3).toFixed(0)} k`;
  return grouped(number);
}
