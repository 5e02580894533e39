// What the browser keeps: settings, history and saved queries in localStorage, credentials and bulk changes in sessionStorage only.

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

function write(storage, name, value) {
  try {
    storage.setItem('gramme.' + name, JSON.stringify(value));
  } catch (e) {
    console.warn('the browser did not store ' + name, e);
  }
  changed();
}

// Prices of on-demand requests and of storage in us-east-1, standard class.
export const DEFAULT_PRICES = { readMillion: 0.125, writeMillion: 0.625, currency: 'USD', region: 'us-east-1', date: '2024-11-01' };

export const prices = () => ({ ...DEFAULT_PRICES, ...read(localStorage, 'prices', {}) });
export const setPrices = value => write(localStorage, 'prices', value);

export const rate = () => read(localStorage, 'rate', 1);
export const setRate = value => write(localStorage, 'rate', value);

export const history = () => read(localStorage, 'history', []);
export const clearHistory = () => write(localStorage, 'history', []);
export function remember(hash, title) {
  const others = history().filter(entry => entry.hash !== hash);
  write(localStorage, 'history', [{ hash, title, time: new Date().toISOString() }, ...others].slice(0, MAX_HISTORY));
}

export const saved = () => read(localStorage, 'saved', []);
export function save(name, hash) {
  write(localStorage, 'saved', [{ name, hash }, ...saved().filter(entry => entry.name !== name)].slice(0, MAX_SAVED));
}
export const unsave = name => write(localStorage, 'saved', saved().filter(entry => entry.name !== name));

let users = 0;

/** A number that changes with the credentials and the region, so that views read everything again. */
export const user = () => users;

export const credentials = () => read(sessionStorage, 'credentials', null);
export const setCredentials = value => { users++; write(sessionStorage, 'credentials', value); };

export const region = () => read(sessionStorage, 'region', null);
export const setRegion = value => { users++; write(sessionStorage, 'region', value); };

/** The start keys of the pages before the current one, by query. */
export const pages = query => read(sessionStorage, 'pages', {})[query] ?? [];
export function setPages(query, keys) {
  const all = Object.entries(read(sessionStorage, 'pages', {})).filter(([each]) => each !== query).slice(-20);
  write(sessionStorage, 'pages', Object.fromEntries([...all, [query, keys]]));
}

/** The model of the design view; null if none is loaded. */
export function design() {
  const stored = read(localStorage, 'design', null);
  return stored?.json ? stored : null;
}
export const setDesign = value => write(localStorage, 'design', value);

const MAX_EDITS = 20;
const MAX_EDIT_CHARACTERS = 50_000_000;
const MAX_STORED_CHARACTERS = 2_000_000;
let lastEdits = null;

/** The bulk changes of this tab, the latest first: id, table, region, title, time, and the items before and after each change. */
export const edits = () => lastEdits ??= read(sessionStorage, 'edits', []);

/** The first of some edits whose text is not longer than a number of characters. */
function fitting(all, most) {
  let characters = 0;
  const end = all.findIndex(edit => (characters += JSON.stringify(edit).length) > most);
  return end < 0 ? all : all.slice(0, end);
}

/** Keeps the edits in memory, and those that fit in the session storage, where a reload of the page finds them. */
function setEdits(all) {
  const [latest, ...others] = all.slice(0, MAX_EDITS);
  lastEdits = latest ? [latest, ...fitting(others, MAX_EDIT_CHARACTERS)] : [];
  write(sessionStorage, 'edits', fitting(lastEdits, MAX_STORED_CHARACTERS));
}

/** Adds a bulk change and returns its id. */
export function addEdit(edit) {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  setEdits([{ ...edit, id, time: new Date().toISOString() }, ...edits()]);
  return id;
}

export const forgetEdit = id => setEdits(edits().filter(edit => edit.id !== id));
export const replaceEdit = (id, changes) => setEdits(edits().map(edit => edit.id === id ? { ...edit, changes } : edit));
