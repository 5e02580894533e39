// Changes that can be undone after their window was closed.

import { html, useEffect, useRef, useState } from '/console/preact.js';
import { ApiError, call, capacity, inParallel } from '/console/api.js';
import { changesOfEdit, forgetEdit, replaceEdit, useEdits } from '/console/edits.js';
import { ErrorBox, countText, plural, throttled, unitsOf, useTask } from '/console/ui.js';
import { keyOf } from '/console/query.js';
import { differences, itemSize, show, writeUnits } from '/console/values.js';
import { REFUSED, inverse, isRefused } from '/console/writes.js';

const AT_A_TIME = 4;
const MAX_SHOWN = 20;

/**
 * Undoes one change; refused if the item has changed since. An added item is read before it is deleted, because the condition of a
 * deletion does not notice attributes that others have added.
 *
 * @return the consumed write units
 */
export async function undoChange(table, { before, after }) {
  const { operation, input } = inverse(table, before, after);
  if (!before) {
    const { Item } = await call('GetItem', { TableName: table.TableName, Key: input.Key, ConsistentRead: true });
    if (!Item || differences(after, Item).length) throw new ApiError(REFUSED, 'The item has changed since.');
  }
  return capacity(operation, await call(operation, input)).writes;
}

/**
 * Undoes changes. A change of an item that has changed since is left alone.
 *
 * @param changes the items before and after each change
 * @param onProgress called with the result so far
 * @param signal an AbortSignal, after which no further change is undone
 * @return total, undone, refused, units, the texts of failures, and how many were skipped after a stop; the changes that failed or were skipped are left
 */
export async function undoAll(table, changes, onProgress = () => {}, signal = undefined) {
  const report = throttled(onProgress);
  const result = { total: changes.length, undone: 0, refused: 0, units: 0, failed: [], skipped: 0, left: [] };
  await inParallel(changes, AT_A_TIME, async change => {
    if (signal?.aborted) {
      result.skipped++;
      result.left.push(change);
      return;
    }
    try {
      const units = await undoChange(table, change);
      result.units += units;
      result.undone++;
    } catch (error) {
      if (isRefused(error)) {
        result.refused++;
      } else {
        result.failed.push(`${Object.values(keyOf(table, change.before ?? change.after)).map(show).join(' · ')}: ${error.message}`);
        result.left.push(change);
      }
    }
    report({ ...result });
  });
  return result;
}

export const undoneText = ({ undone, refused, skipped }) => `${plural(undone, 'change')} undone.${refused > 0 ? ` ${plural(refused, 'item')} had changed since and stayed.` : ''}${skipped > 0 ? ` Stopped; ${plural(skipped, 'change')} left.` : ''}`;

const estimate = changes => changes.reduce((total, { before, after }) => total + Math.max(...[before, after].filter(each => each).map(each => writeUnits(itemSize(each)))), 0);

/**
 * What an undo would do, with the button that begins it.
 *
 * @param hidden how many of the changes the list does not show
 */
export const UndoPlan = ({ changes, hidden = 0, onConfirm }) => html`<div class="dry"><strong>${plural(changes.length, 'change')}</strong> would be undone with about <strong>${plural(estimate(changes), 'write unit')}</strong>, and more for entries of indexes.
  ${hidden > 0 && html` <strong class="hidden-changes">${countText(hidden)} of them ${hidden === 1 ? 'is' : 'are'} not in the list above.</strong>`} An item that has changed since is left alone.${' '}
  <button type="button" class="primary" data-action="confirm-undo" onClick=${onConfirm}>Undo ${plural(changes.length, 'change')}</button></div>`;

/**
 * The state of an undo: its progress with a button that stops it, then its result.
 *
 * @param onStop missing after the undo has ended
 */
export const UndoResult = ({ result, onStop }) => html`<div role="status">${onStop && html`<progress class="undoing" max=${result.total} value=${result.undone + result.refused + result.failed.length} aria-label="Undone changes"></progress>
  <button type="button" data-action="stop-undo" onClick=${onStop}>Stop</button>`}
  <p class="undone">${undoneText(result)} ${unitsOf(result.units, 'write')}.${result.failed.length > 0 ? ` ${countText(result.failed.length)} failed: ${result.failed.slice(0, MAX_SHOWN).join('; ')}` : ''}</p></div>`;

/** An undo of a table's changes and its result: run(changes) returns the result, stop() ends the undo. */
export function useUndo(table) {
  const [result, setResult] = useState(null);
  const running = useRef(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async changes => {
    const mine = running.current = new AbortController();
    setResult({ total: changes.length, undone: 0, refused: 0, units: 0, failed: [] });
    try {
      const so = await undoAll(table, changes, setResult, mine.signal);
      setResult(so);
      return so;
    } finally {
      running.current = null;
    }
  };
  return { result, run, stop: running.current && (() => running.current?.abort()) };
}

/** Which changes of an edit are not kept for an undo. */
export const Lost = ({ edit }) => html`${edit?.lost > 0 && html`<p class="lost">${plural(edit.lost, 'change')} cannot be undone, because Undo keeps only the first ${countText(edit.changes.length)} of so many.</p>`}
  ${edit?.failure && html`<p class="lost">The browser did not store these changes (${edit.failure.name}). They cannot be undone after this window is closed.</p>`}`;

/** The changes of a table that this browser has made, the latest first. */
export function Undos({ table }) {
  const [all, failure] = useEdits(table);
  // The edit whose undo is planned, with its changes.
  const [asked, setAsked] = useState(null);
  const { result, run: undoThese, stop } = useUndo(table);
  const [state, run] = useTask();
  const ask = edit => run(async () => setAsked({ id: edit.id, changes: await changesOfEdit(edit.id) }));
  const undo = edit => run(async () => {
    setAsked(null);
    const { left } = await undoThese(asked.changes);
    await replaceEdit(edit, left);
  });
  if (!all.length && !result && !failure) return null;
  return html`<section class="card"><h2>Undo</h2><p class="note">Changes of the last seven days that were made in this browser. It keeps them with the items before and after.</p>
    <ul class="lines undos">${all.map(edit => html`<li key=${edit.id}><span>${edit.title}, ${plural(edit.count, 'change')}</span> <time class="note">${new Date(edit.time).toLocaleString()}</time>
      <button type="button" class="quiet" data-action="undo-edit" disabled=${state.busy} onClick=${() => ask(edit)}>Undo…</button>
      <button type="button" class="quiet" data-action="forget-edit" aria-label=${'Forget: ' + edit.title} disabled=${state.busy} onClick=${() => run(() => forgetEdit(edit.id))}>Forget</button>
      ${asked?.id === edit.id && html`<${UndoPlan} changes=${asked.changes} onConfirm=${() => undo(edit)} />`}</li>`)}</ul>
    ${result && html`<${UndoResult} result=${result} onStop=${stop} />`}
    <${ErrorBox} error=${state.error ?? failure} /></section>`;
}
