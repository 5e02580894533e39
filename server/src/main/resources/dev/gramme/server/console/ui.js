// Parts of every view: dialogs, errors, fields, formats.

import { html, useEffect, useReducer, useRef, useState } from '/console/preact.js';
import { guardAddress } from '/console/route.js';
import { subscribe, prices, rate } from '/console/store.js';

/**
 * Asks before the page or its address is left while there is something to lose.
 *
 * @param isUnsaved a function that returns whether something would be lost; undefined if never
 * @param ask is called if the address was about to change; the address stays
 */
export function useUnsaved(isUnsaved, ask = () => {}) {
  const now = useRef();
  now.current = { isUnsaved, ask };
  useEffect(() => {
    const leave = event => { if (now.current.isUnsaved?.()) event.preventDefault(); };
    addEventListener('beforeunload', leave);
    const end = guardAddress(() => {
      if (!now.current.isUnsaved?.()) return true;
      now.current.ask();
      return false;
    });
    return () => { removeEventListener('beforeunload', leave); end(); };
  }, []);
}

/** Closes the dialog around a button as Esc does, which asks if something is not saved. */
export const cancelDialog = event => event.currentTarget.closest('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));

/**
 * A modal dialog. Esc closes it, and the focus returns to where it was.
 *
 * @param isUnsaved a function that returns whether the dialog has edits, which are discarded only after a question
 * @param running whether work runs that ends with the page
 */
export function Dialog({ title, onClose, wide, isUnsaved, running, children }) {
  const dialog = useRef();
  const shown = useRef(true);
  const [asking, setAsking] = useState(false);
  const stay = useRef();
  useUnsaved(() => running || !!isUnsaved?.(), () => setAsking(!!isUnsaved?.()));
  useEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element.showModal();
    return () => {
      shown.current = false;
      // Elements outside of an open modal dialog cannot have the focus.
      element.close();
      opener?.focus?.();
    };
  }, []);
  useEffect(() => { if (asking) stay.current.focus(); }, [asking]);
  // Esc at the question is the answer that loses nothing.
  const close = () => {
    if (asking) setAsking(false);
    else if (isUnsaved?.()) setAsking(true);
    else onClose();
  };
  // A field for a file has a cancel event, too. After one that cannot be prevented, the browser closes the dialog.
  const cancel = event => {
    if (event.target !== dialog.current || !event.cancelable) return;
    event.preventDefault();
    close();
  };
  // Browsers may close a dialog although the page has prevented it before, for example at the second Esc.
  const closed = () => {
    if (!shown.current) return;
    if (isUnsaved?.()) dialog.current.showModal();
    close();
  };
  return html`
    <dialog ref=${dialog} class=${wide ? 'wide' : ''} aria-label=${title} onCancel=${cancel} onClose=${closed}>
      <header><h2>${title}</h2><button type="button" class="quiet close" aria-label="Close" onClick=${close}>✕</button></header>
      ${asking && html`<div class="error unsaved" role="alertdialog" aria-label="Edits that are not saved"><strong>Your edits are not saved.</strong>
        <div class="actions"><button type="button" data-action="stay" ref=${stay} onClick=${() => setAsking(false)}>Continue to edit</button>
          <button type="button" class="danger" data-action="discard" onClick=${onClose}>Discard the edits</button></div></div>`}
      ${children}
    </dialog>`;
}

export const ErrorBox = ({ error }) => error && html`
  <div class="error" role="alert"><strong>${error.type ?? 'Error'}</strong><p>${error.message}</p></div>`;

/** Tasks that buttons start: whether one runs, and the last error, which stays until the next start of a task. */
export function useTask() {
  const [state, setState] = useState({ busy: false, error: null });
  const running = useRef(0);
  const run = async task => {
    running.current++;
    setState({ busy: true, error: null });
    let failure = null;
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // Errors of the user are plain; others are faults of the console.
      if (!error.type && error.constructor !== Error) console.error(error);
      failure = error;
      return undefined;
    } finally {
      running.current--;
      // A task that succeeds keeps the error of another one that ended while it ran.
      setState(({ error }) => ({ busy: running.current > 0, error: failure ?? error }));
    }
  };
  return [state, run];
}

const REPORT_MILLIS = 100;

/** Calls a function at most ten times a second: calls in between are left out. */
export function throttled(report) {
  let last = 0;
  return (...values) => {
    const now = performance.now();
    if (now - last < REPORT_MILLIS) return;
    last = now;
    report(...values);
  };
}

let fields = 0;

/** A label above its control; the only child must be the control. */
export function Field({ label, hint, class: name = '', children }) {
  const id = useRef(null);
  id.current ??= 'field' + ++fields;
  const control = [children].flat().find(child => child && typeof child === 'object');
  control.props.id ??= id.current;
  if (hint) control.props['aria-describedby'] = id.current + 'hint';
  return html`<div class=${'field ' + name}><label for=${control.props.id}>${label}</label>${control}
    ${hint && html`<small id=${id.current + 'hint'}>${hint}</small>`}</div>`;
}

/** A select element; options are texts or pairs of value and label. */
export const Select = ({ value, options, onChange, ...rest }) => html`
  <select ...${rest} value=${value} onChange=${event => onChange(event.target.value)}>
    ${options.map(option => {
      const [key, label] = [option].flat().length > 1 ? option : [option, option];
      return html`<option key=${key} value=${key} selected=${key === value}>${label}</option>`;
    })}
  </select>`;

export const Text = ({ value, onInput, ...rest }) => html`
  <input type="text" autocomplete="off" spellcheck=${false} ...${rest} value=${value ?? ''} onInput=${event => onInput(event.target.value)} />`;

/** Draws a component again whenever the stored data changes. */
export function useStore() {
  const [, draw] = useReducer(count => count + 1, 0);
  useEffect(() => subscribe(() => draw()), []);
}

export function bytesText(bytes) {
  if (bytes === undefined) return '–';
  if (bytes < 1024) return bytes + ' B';
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) { value /= 1024; unit++; }
  return (value < 10 ? value.toFixed(1) : Math.round(value)) + ' ' + units[unit];
}

export const countText = count => count === undefined ? '–' : count.toLocaleString('en');
export const unitsText = units => (Math.round(units * 1000) / 1000).toLocaleString('en');
export const unitsOf = (units, kind) => `${unitsText(units)} ${kind} unit${units === 1 ? '' : 's'}`;
export const plural = (count, one, many = one + 's') => `${countText(count)} ${count === 1 ? one : many}`;

const SECONDS_OF_MONTH = 730 * 3600;

/** What it costs a month to repeat a call at the set rate, as a text. */
export function monthText(reads, writes) {
  const { readMillion, writeMillion, currency } = prices();
  const month = (reads * readMillion + writes * writeMillion) / 1e6 * rate() * SECONDS_OF_MONTH;
  return `${month.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`;
}

/** Puts a text into the clipboard; throws an Error if the browser refuses. A page of another machine without HTTPS has only the older command. */
export async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return;
  } catch (e) {
    console.warn('the browser refused its clipboard API', e);
  }
  const focused = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  // Elements outside of an open modal dialog cannot have the focus.
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(box);
  box.select();
  const done = document.execCommand('copy');
  box.remove();
  focused?.focus();
  if (!done) throw new Error('The browser refused access to the clipboard.');
}

/**
 * Copies a text. The button confirms it; an error is beside the button.
 *
 * @param text the text, or a function that makes it and may throw an Error
 */
export function CopyButton({ text, label = 'Copy' }) {
  const [done, setDone] = useState(false);
  const [refused, setRefused] = useState(null);
  const copy = async () => {
    setRefused(null);
    try {
      await toClipboard(typeof text === 'function' ? text() : text);
    } catch (e) {
      setRefused(e.message);
      return;
    }
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return html`<button type="button" class="quiet" data-action="copy" onClick=${copy}>${done ? 'Copied' : label}</button>
    ${refused && html`<span class="refused" role="alert">${refused}</span>`}`;
}

/** Lets the browser save a text or a Blob as a file. */
export function download(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Tabs as a list of buttons, with the arrow keys. */
export function Tabs({ label, tabs, current, onChoose }) {
  const list = useRef();
  const key = event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex(([id]) => id === current);
    const to = (at + step + tabs.length) % tabs.length;
    onChoose(tabs[to][0]);
    list.current.children[to].focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} ref=${list} onKeyDown=${key}>
    ${tabs.map(([id, name]) => html`<button key=${id} type="button" role="tab" aria-selected=${id === current} tabindex=${id === current ? 0 : -1}
      data-tab=${id} onClick=${() => onChoose(id)}>${name}</button>`)}
  </div>`;
}

export const Busy = ({ text = 'Loading…' }) => html`<p class="busy" role="status">${text}</p>`;

/**
 * A component of a module that is loaded when the component is first shown, so that the first view of the console is small.
 *
 * @param load returns the component when it is loaded
 * @param Waiting the component that is shown until then
 */
export function lazy(load, Waiting = Busy) {
  let Loaded = null;
  return props => {
    const [ready, setReady] = useState(!!Loaded);
    const [error, setError] = useState(null);
    useEffect(() => {
      if (!ready) load().then(component => { Loaded = component; setReady(true); }, setError);
    }, []);
    return error ? html`<${ErrorBox} error=${error} />` : ready ? html`<${Loaded} ...${props} />` : html`<${Waiting} />`;
  };
}

/** A dialog, or another part of a view, of a module that is loaded when it is first shown. */
export const lazyPart = load => lazy(load, () => null);
