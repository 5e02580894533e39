// Changes that can be undone. They are kept in the IndexedDB of the browser, so that they outlast the tab. The other storages of a browser are too
// small for a bulk change, and the history of the table exists only with a stream or point-in-time recovery.

import { useEffect, useState } from '/console/preact.js';
import { currentRegion } from '/console/api.js';
import { credentials } from '/console/store.js';

const DATABASE = 'gramme';
const EDITS = 'edits';
const CHANGES = 'changes';

/** The most edits that are kept. */
export const MAX_EDITS = 100;
/** The most bytes of all edits that are kept together, as JSON in UTF-8; also those of one edit. */
export const MAX_EDIT_BYTES = 50_000_000;
/** The time for which an edit is kept. */
export const MAX_EDIT_AGE_MILLIS = 7 * 24 * 3600 * 1000;
/** A running edit is stored again after this time. */
const STORE_MILLIS = 250;

const channel = new BroadcastChannel('gramme.edits');
const listeners = new Set();
channel.onmessage = () => listeners.forEach(listener => listener());
/** Informs the lists of this page and of other tabs. */
const changed = () => { listeners.forEach(listener => listener()); channel.postMessage(null); };

const answerOf = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

let opened = null;

/** The database: an edit without its changes in one store, its changes in parts in the other one, so that a growing edit is not written anew. */
function database() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(EDITS, { keyPath: 'id' });
    request.result.createObjectStore(CHANGES);
  };
  return answerOf(request);
}

/** Runs work in a transaction and returns its result after the transaction is stored. */
async function transact(mode, work) {
  opened ??= database();
  opened.catch(() => { opened = null; });
  const transaction = (await opened).transaction([EDITS, CHANGES], mode);
  const end = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const [result] = await Promise.all([work(transaction.objectStore(EDITS), transaction.objectStore(CHANGES)), end]);
  return result;
}

/** The keys of the parts of an edit. */
const partsOf = id => IDBKeyRange.bound([id, 0], [id, Infinity]);

const utf8 = new TextEncoder();
const bytesOf = changes => changes.reduce((total, change) => total + utf8.encode(JSON.stringify(change)).length, 0);

/** Whether an edit still fits beside the later ones; called with the latest edit first. */
function keeper() {
  let bytes = 0;
  let count = 0;
  return edit => {
    const fits = count < MAX_EDITS && bytes + edit.bytes <= MAX_EDIT_BYTES && Date.now() - Date.parse(edit.time) <= MAX_EDIT_AGE_MILLIS;
    if (fits) { bytes += edit.bytes; count++; }
    return fits;
  };
}

const latestFirst = edits => edits.sort((a, b) => b.time.localeCompare(a.time) || b.number - a.number);

function remove(edits, parts, id) {
  edits.delete(id);
  parts.delete(partsOf(id));
}

/** Removes what does not fit or is too old, and returns the others, the latest first. */
async function kept(edits, parts) {
  const fits = keeper();
  return latestFirst(await answerOf(edits.getAll())).filter(each => {
    const isKept = fits(each);
    if (!isKept) remove(edits, parts, each.id);
    return isKept;
  });
}

/** Stores an edit with more of its changes. */
const append = (edit, first, more) => transact('readwrite', async (edits, parts) => {
  edits.put(edit);
  parts.put(more, [edit.id, first]);
  return kept(edits, parts);
});

/** The edits that can be undone, the latest first: id, their place, title, time, number of changes and their bytes. */
export const edits = () => transact('readwrite', kept);

/** The edits of a table by this page's user. */
async function editsOf(table) {
  const place = Object.entries(placeOf(table));
  return (await edits()).filter(edit => place.every(([name, value]) => edit[name] === value));
}

/** The changes of an edit, each with the item before and after it. */
export const changesOfEdit = async id => (await transact('readonly', (_, parts) => answerOf(parts.getAll(partsOf(id))))).flat();

export async function forgetEdit(id) {
  await transact('readwrite', async (all, parts) => remove(all, parts, id));
  changed();
}

/** Keeps only some changes of an edit: those that are left after an undo. */
export async function replaceEdit(edit, changes) {
  await transact('readwrite', async (all, parts) => {
    remove(all, parts, edit.id);
    if (!changes.length) return;
    all.put({ ...edit, count: changes.length, bytes: bytesOf(changes) });
    parts.put(changes, [edit.id, 0]);
  });
  changed();
}

/** Where an edit was made. A table with the same name on another server, or of a later time, has another id; that of a fork has another region. */
const placeOf = table => ({ table: table.TableName, tableId: table.TableId ?? null, region: currentRegion(), user: credentials()?.accessKey ?? null });

let recorded = 0;

/**
 * Records a change of items, so that it can be undone. It is stored while it runs: a page that is closed during the change leaves most of it.
 *
 * @param table the description of the table
 * @return add(change) with the item before and after it; end(), which stores the rest; changes; lost, the number of changes that were too much
 *   to keep; failure, the error of the browser if it did not store them; keep(changes), those that are left after an undo
 */
export function recordEdit(table, title) {
  const mine = { ...placeOf(table), title, id: crypto.getRandomValues(new Uint32Array(2)).join('-'), time: new Date().toISOString(), number: recorded++, count: 0, bytes: 0 };
  let changes = [];
  let stored = 0;
  let lost = 0;
  let failure = null;
  let last = performance.now();
  // The parts are stored sequentially. If the browser refuses one, it may still store the next one, with the same changes.
  let storing = Promise.resolve();
  const store = () => {
    last = performance.now();
    storing = storing.then(async () => {
      const more = changes.slice(stored);
      if (!more.length) return;
      try {
        await append({ ...mine }, stored, more);
        stored += more.length;
        failure = null;
      } catch (e) {
        console.warn('the browser did not store changes for an undo', e);
        failure = e;
      }
      changed();
    });
    return storing;
  };
  return {
    get changes() { return changes; },
    get lost() { return lost; },
    get failure() { return failure; },
    add(change) {
      const bytes = bytesOf([change]);
      if (lost || mine.bytes + bytes > MAX_EDIT_BYTES) { lost++; return; }
      changes.push(change);
      mine.bytes += bytes;
      mine.count = changes.length;
      if (performance.now() - last > STORE_MILLIS) store();
    },
    end: store,
    async keep(left) {
      await storing;
      changes = left;
      stored = left.length;
      mine.count = left.length;
      mine.bytes = bytesOf(left);
      await replaceEdit(mine, left);
    },
  };
}

/** Records a change of one item. */
export async function addEdit(table, title, change) {
  const one = recordEdit(table, title);
  one.add(change);
  await one.end();
}

/** The edits of a table, read again after each change, and the error if the browser does not let them be read. */
export function useEdits(table) {
  const [found, setFound] = useState([[], null]);
  useEffect(() => {
    let over = false;
    const load = () => editsOf(table).then(all => { if (!over) setFound([all, null]); }, error => { if (!over) setFound([[], error]); });
    load();
    listeners.add(load);
    return () => { over = true; listeners.delete(load); };
  }, [table.TableName, table.TableId]);
  return found;
}
