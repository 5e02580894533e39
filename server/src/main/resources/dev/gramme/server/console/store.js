// What the browser keeps: settings, history and saved queries in localStorage, credentials in sessionStorage only.

const MAX_HISTORY = 200;
const MAX_SAVED = 200;
const listeners = new Set();

/** Calls a function after each change; returns a function that ends this. */
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const changed = () => listeners.forEach(listener => listener());

function read(storage, name, otherwise) {
  try {
    return JSON.parse(storage.getItem('gramme.' + name)) ?? otherwise;
  } catch (e) {
    console.warn('the stored ' + name + ' cannot be read and is ignored', e);
    return otherwise;
  }
}

/** Stores a value; throws an Error if the browser does not keep it. */
function write(storage, name, value) {
  try {
    storage.setItem('gramme.' + name, JSON.stringify(value));
  } catch (e) {
    console.warn('the browser did not store ' + name, e);
    throw new Error(`The browser did not store this (${e.name}). Its storage for this page may be full: remove saved queries, the history or the model.`);
  } finally {
    changed();
  }
}

/** Stores a value that nobody misses if the browser does not keep it. */
function writeIfPossible(storage, name, value) {
  try { write(storage, name, value); } catch (e) { /* The warning is in the log. */ }
}

// Prices of on-demand requests and of storage in us-east-1, standard class.
export const DEFAULT_PRICES = { readMillion: 0.125, writeMillion: 0.625, currency: 'USD', region: 'us-east-1', date: '2024-11-01' };

export const prices = () => ({ ...DEFAULT_PRICES, ...read(localStorage, 'prices', {}) });
export const setPrices = value => write(localStorage, 'prices', value);

export const rate = () => read(localStorage, 'rate', 1);
export const setRate = value => write(localStorage, 'rate', value);

/** Whether keys of one character go to fields and press buttons. */
export const letterKeys = () => read(localStorage, 'letterKeys', true);
export const setLetterKeys = value => write(localStorage, 'letterKeys', value);

export const history = () => read(localStorage, 'history', []);
export const clearHistory = () => write(localStorage, 'history', []);
export function remember(hash, title) {
  const others = history().filter(entry => entry.hash !== hash);
  writeIfPossible(localStorage, 'history', [{ hash, title, time: new Date().toISOString() }, ...others].slice(0, MAX_HISTORY));
}

export const saved = () => read(localStorage, 'saved', []);
/** Saves a query instead of the one with its name; throws an Error if there are too many. */
export function save(name, hash) {
  const others = saved().filter(entry => entry.name !== name);
  if (others.length >= MAX_SAVED) throw new Error(`The browser keeps at most ${MAX_SAVED} queries. Remove one under "Saved", or use the name of one.`);
  write(localStorage, 'saved', [{ name, hash }, ...others]);
}
export const unsave = name => write(localStorage, 'saved', saved().filter(entry => entry.name !== name));

let users = 0;

/** A number that changes with the credentials, so that views read everything again. */
export const user = () => users;

export const credentials = () => read(sessionStorage, 'credentials', null);
export const setCredentials = value => { users++; write(sessionStorage, 'credentials', value); };

/** The start keys of the pages before the current one, by query. */
export const pages = query => read(sessionStorage, 'pages', {})[query] ?? [];
export function setPages(query, keys) {
  const all = Object.entries(read(sessionStorage, 'pages', {})).filter(([each]) => each !== query).slice(-20);
  writeIfPossible(sessionStorage, 'pages', Object.fromEntries([...all, [query, keys]]));
}

/** The model of the design view; null if none is loaded. */
export function design() {
  const stored = read(localStorage, 'design', null);
  return stored?.json ? stored : null;
}
export const setDesign = value => write(localStorage, 'design', value);
