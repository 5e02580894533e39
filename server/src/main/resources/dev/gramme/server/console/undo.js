// Changes that can be undone after their window was closed.

import { html, useState } from '/console/preact.js';
import { ApiError, call, capacity, currentRegion, inParallel } from '/console/api.js';
import { forgetEdit, edits, replaceEdit } from '/console/store.js';
import { ErrorBox, countText, plural, throttled, unitsOf, useStore, useTask } from '/console/ui.js';
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
 * @return undone, refused, units, and the texts of failures; the changes that failed can be undone again
 */
export async function undoAll(table, changes, onProgress = () => {}) {
  const report = throttled(onProgress);
  const result = { undone: 0, refused: 0, units: 0, failed: [], left: [] };
  await inParallel(changes, AT_A_TIME, async change => {
    try {
      result.units += await undoChange(table, change);
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

export const undoneText = ({ undone, refused }) => `${plural(undone, 'change')} undone.${refused > 0 ? ` ${plural(refused, 'item')} had changed since and stayed.` : ''}`;

const estimate = changes => changes.reduce((total, { before, after }) => total + Math.max(...[before, after].filter(each => each).map(each => writeUnits(itemSize(each)))), 0);

/** How many changes of an edit are not kept for an undo. */
export const Lost = ({ edit }) => edit?.lost > 0 && html`<p class="lost">${plural(edit.lost, 'change')} cannot be undone, because Undo keeps only the first ${countText(edit.changes.length)} of so many.</p>`;

/** The changes of a table that this tab has made, the latest first. */
export function Undos({ table }) {
  useStore();
  const [asked, setAsked] = useState(null);
  const [result, setResult] = useState(null);
  const [state, run] = useTask();
  const all = edits().filter(edit => edit.table === table.TableName && edit.region === currentRegion());
  const undo = edit => run(async () => {
    setAsked(null);
    const so = await undoAll(table, edit.changes, setResult);
    setResult(so);
    if (so.left.length) replaceEdit(edit.id, so.left);
    else forgetEdit(edit.id);
  });
  if (!all.length && !result) return null;
  return html`<section class="card"><h2>Undo</h2><p class="note">Changes of this tab. The list ends with the tab.</p>
    <ul class="lines undos">${all.map(edit => html`<li key=${edit.id}><span>${edit.title}, ${plural(edit.changes.length, 'change')}</span> <time class="note">${new Date(edit.time).toLocaleString()}</time>
      <button type="button" class="quiet" data-action="undo-edit" disabled=${state.busy} onClick=${() => setAsked(edit.id)}>Undo…</button>
      <button type="button" class="quiet" data-action="forget-edit" aria-label=${'Forget: ' + edit.title} disabled=${state.busy} onClick=${() => forgetEdit(edit.id)}>Forget</button>
      ${asked === edit.id && html`<div class="dry"><strong>${plural(edit.changes.length, 'change')}</strong> would be undone with about <strong>${plural(estimate(edit.changes), 'write unit')}</strong>, and more for entries of indexes.
        An item that has changed since is left alone.${' '}
        <button type="button" class="primary" data-action="confirm-undo" onClick=${() => undo(edit)}>Undo ${plural(edit.changes.length, 'change')}</button></div>`}</li>`)}</ul>
    ${result && html`<p role="status" class="undone">${undoneText(result)} ${unitsOf(result.units, 'write')}.${result.failed.length > 0 ? ` ${countText(result.failed.length)} failed: ${result.failed.slice(0, MAX_SHOWN).join('; ')}` : ''}</p>`}
    <${ErrorBox} error=${state.error} /></section>`;
}
