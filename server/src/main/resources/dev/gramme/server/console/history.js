// The changes of one item as far back as point-in-time recovery reaches, from the server's page for operators.

import { html, useEffect, useRef, useState } from '/console/preact.js';
import { MAX_CHANGE_BYTES, MAX_ROWS, UndoableChanges, imageBytes } from '/console/changes.js';
import { TokenForm, askOperators } from '/console/operators.js';
import { Busy, ErrorBox, Field, Text, plural, useTask } from '/console/ui.js';
import { typeOfAttribute } from '/console/tables.js';
import { timeText } from '/console/times.js';
import { itemProblem, parse, show } from '/console/values.js';

const PAGE = 100;

/** The token that the server needs. It stays in the page, also while other views are shown. */
let token = '';

const EMPTY = { changes: [], read: 0 };

/** The key in an address; an empty object if it has none that is valid. */
function keyIn(text) {
  try {
    const key = JSON.parse(text);
    return itemProblem(key) ? {} : key;
  } catch (e) {
    return {};
  }
}

/** A change as the other lists have it. */
const changeOf = ({ SequenceNumber, Time, OldImage, NewImage }) => ({ id: SequenceNumber, time: Time, before: OldImage, after: NewImage });

/** Whether the page can show more changes than these. */
const hasRoom = changes => changes.length < MAX_ROWS && changes.reduce((total, change) => total + imageBytes(change), 0) < MAX_CHANGE_BYTES;

/**
 * Reads on in the history of an item until its end, or until the page can show no more. Each answer of the server covers a part of the log.
 *
 * @param so the result so far; its changes, read records, since, and next, where the reading continues
 * @param onPart called with the result after each part
 */
async function readOn(table, key, so, signal, onPart) {
  let result = so;
  do {
    const part = await askOperators('history', { TableName: table.TableName, Key: key, Limit: PAGE, ...(result.next ? { Position: result.next } : {}) }, token, signal);
    result = { changes: [...result.changes, ...part.Changes.map(changeOf)], read: result.read + part.RecordsRead, since: part.Since, next: part.Next };
    onPart(result);
  } while (result.next && hasRoom(result.changes));
}

/** The history of the item whose key the address has, or whose key is typed. */
export function ItemHistory({ table, params }) {
  const given = keyIn(params.item);
  const [texts, setTexts] = useState(() => Object.fromEntries(table.KeySchema.map(({ AttributeName: name }) => [name, show(given[name])])));
  const [result, setResult] = useState(null);
  const [progress, setProgress] = useState(0);
  // What is read again after the token was entered; null if no token is needed.
  const [waiting, setWaiting] = useState(null);
  const [state, run] = useTask();
  const abort = useRef(null);
  useEffect(() => () => abort.current?.abort(), []);
  const typed = () => Object.fromEntries(table.KeySchema.map(({ AttributeName: name }) => {
    try { return [name, parse(typeOfAttribute(table, name), texts[name])]; } catch (e) { throw new Error(`${name}: ${e.message}`); }
  }));
  const read = (keyOfItem, so = EMPTY) => run(async () => {
    abort.current?.abort();
    const mine = abort.current = new AbortController();
    const key = keyOfItem();
    setProgress(so.read);
    setWaiting(null);
    if (result && JSON.stringify(result.key) !== JSON.stringify(key)) setResult(null);
    try {
      await readOn(table, key, so, mine.signal, part => { setProgress(part.read); setResult({ ...part, key }); });
    } catch (error) {
      if (mine.signal.aborted) return;
      if (error.type !== 'TokenNeeded') throw error;
      setWaiting({ key, so });
    }
  });
  const again = so => read(() => result.key, so);
  useEffect(() => { if (Object.keys(given).length) read(typed); }, []);
  return html`<section class="card history"><h2>History of an item</h2>
    <form class="row" onSubmit=${event => { event.preventDefault(); read(typed); }}>
      ${table.KeySchema.map(({ AttributeName: name }) => html`<${Field} key=${name} label=${`${name} (${typeOfAttribute(table, name)})`}><${Text} name=${'key.' + name} value=${texts[name]} onInput=${text => setTexts({ ...texts, [name]: text })} /><//>`)}
      <button type="submit" data-action="read-history" disabled=${state.busy}>Read</button>
      ${state.busy && html`<button type="button" data-action="stop-history" onClick=${() => abort.current?.abort()}>Stop</button>`}</form>
    <p class="note">Point-in-time recovery keeps the changes. The server reads those of other items, too, from the latest one back.</p>
    <${ErrorBox} error=${state.error} />
    ${state.busy && html`<${Busy} text=${`Reading… ${plural(progress, 'record')}`} />`}
    ${result && html`<p class="note history-count">${plural(result.changes.length, 'change')} of ${plural(result.read, 'record')}${result.next ? '' : `, since ${timeText(result.since)}`}</p>
      ${result.next && !state.busy && html`<div class="actions"><button type="button" data-action="read-on" onClick=${() => again(hasRoom(result.changes) ? result : { ...result, changes: [] })}>Earlier changes</button></div>`}
      <${UndoableChanges} table=${table} changes=${result.changes} onUndone=${() => again(EMPTY)} />`}</section>
    ${waiting && html`<${TokenForm} title="The history of an item" onToken=${value => { token = value; read(() => waiting.key, waiting.so); }} />`}`;
}
