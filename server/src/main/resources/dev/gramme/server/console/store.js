// What the browser keeps: settings, history and saved queries in localStorage, credentials and changes in sessionStorage only.

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

const MAX_EDITS = 100;
const MAX_EDIT_CHARACTERS = 50_000_000;
const MAX_STORED_CHARACTERS = 2_000_000;
const STORE_MILLIS = 2000;
let lastEdits = null;

/** The changes of this tab that can be undone, the latest first: id, table, region, title, time, changes with the items before and after, and their characters. */
export const edits = () => lastEdits ??= read(sessionStorage, 'edits', []);

const charactersOf = changes => changes.reduce((total, change) => total + JSON.stringify(change).length, 0);

/** The latest edits that have no more than a number of characters together. */
function fitting(all, most) {
  let characters = 0;
  return all.filter(edit => {
    const fits = characters + edit.characters <= most;
    if (fits) characters += edit.characters;
    return fits;
  });
}

/** Keeps the edits in memory, and those that fit in the session storage, where a reload of the page finds them. */
function setEdits(all) {
  lastEdits = fitting(all.slice(0, MAX_EDITS), MAX_EDIT_CHARACTERS);
  writeIfPossible(sessionStorage, 'edits', fitting(lastEdits, MAX_STORED_CHARACTERS));
}

export const forgetEdit = id => setEdits(edits().filter(edit => edit.id !== id));
export const replaceEdit = (id, changes) => setEdits(edits().map(edit => edit.id === id ? { ...edit, changes, characters: charactersOf(changes) } : edit));

/**
 * Records a change of items, so that it can be undone. It is stored every two seconds and at its end: a page that is loaded again during the
 * change finds most of it.
 *
 * @param edit table, region and title
 * @return add(change) with the item before and after it; end(); changes; lost, the number of changes that were too much to keep; keep(changes), those that are left after an undo
 */
export function recordEdit(edit) {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const mine = { ...edit, id, time: new Date().toISOString(), changes: [], characters: 0 };
  let lost = 0;
  let last = performance.now();
  const store = () => {
    last = performance.now();
    if (mine.changes.length) setEdits([mine, ...edits().filter(each => each.id !== id)]);
  };
  return {
    get changes() { return mine.changes; },
    get lost() { return lost; },
    add(change) {
      const characters = charactersOf([change]);
      if (lost || mine.characters + characters > MAX_EDIT_CHARACTERS) { lost++; return; }
      mine.changes.push(change);
      mine.characters += characters;
      if (performance.now() - last > STORE_MILLIS) store();
    },
    end: store,
    keep(changes) {
      mine.changes = changes;
      mine.characters = charactersOf(changes);
      if (changes.length) store();
      else forgetEdit(id);
    },
  };
}

/** Records a change of one item. */
export function addEdit(edit, change) {
  const recorded = recordEdit(edit);
  recorded.add(change);
  recorded.end();
}
