// Changes of items as a table, and their undoing.

import { html, useState } from '/console/preact.js';
import { ErrorBox, useTask } from '/console/ui.js';
import { keyOf } from '/console/query.js';
import { timeText } from '/console/times.js';
import { differences, itemSize, show, showShort } from '/console/values.js';
import { undoChange } from '/console/undo.js';
import { isRefused } from '/console/writes.js';

export const MAX_ROWS = 500;

/** Two images of 400 KB in each change would need far more memory than this. */
export const MAX_CHANGE_BYTES = 20_000_000;

export const imageBytes = ({ before, after }) => [before, after].reduce((total, image) => total + (image ? itemSize(image) : 0), 0);

export const keyTitle = (table, item) => Object.values(keyOf(table, item)).map(show).join(' · ');

/** Changes, with check boxes or with a button that undoes one, as the functions that are given. */
export function ChangeTable({ table, changes, chosen, onToggle, onUndo }) {
  const kind = ({ before, after }) => before && after ? 'changed' : after ? 'added' : 'deleted';
  return html`${changes.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Changes"><table class="list cells difference"><thead><tr>
      ${chosen && html`<th scope="col">Undo</th>`}${onUndo && html`<th scope="col">Time</th>`}<th scope="col">Item</th><th scope="col">What</th><th scope="col">Before and after</th>${onUndo && html`<th scope="col">Undo</th>`}</tr></thead>
    <tbody>${changes.slice(0, MAX_ROWS).map(change => html`<tr key=${change.id ?? change.key} class="change">
      ${chosen && html`<td><input type="checkbox" aria-label=${'Undo the change of ' + keyTitle(table, change.before ?? change.after)} checked=${chosen.has(change.key)} onChange=${() => onToggle(change.key)} /></td>`}
      ${onUndo && html`<td><time>${timeText(change.time)}</time></td>`}
      <th scope="row">${keyTitle(table, change.before ?? change.after)}</th><td class="what">${kind(change)}</td>
      <td>${differences(change.before ?? {}, change.after ?? {}).filter(name => !table.KeySchema.some(key => key.AttributeName === name)).slice(0, 20).map(name => html`
        <div key=${name}>${name}: ${change.before?.[name] && html`<del>${showShort(change.before[name], 300)}</del>`}${change.before?.[name] && change.after?.[name] ? ' ' : ''}${change.after?.[name] && html`<ins>${showShort(change.after[name], 300)}</ins>`}</div>`)}</td>
      ${onUndo && html`<td><button type="button" class="quiet" data-action="undo" onClick=${() => onUndo(change)}>Undo</button></td>`}</tr>`)}</tbody></table></div>`}
    ${changes.length > MAX_ROWS && html`<p class="note">The first ${MAX_ROWS} are shown.</p>`}`;
}

/** Changes with their times, each of which can be undone. */
export function UndoableChanges({ table, changes, onUndone }) {
  const [undone, setUndone] = useState(null);
  const [state, run] = useTask();
  const undo = change => run(async () => {
    try {
      await undoChange(table, change);
    } catch (error) {
      if (!isRefused(error)) throw error;
      throw new Error(`The item ${keyTitle(table, change.before ?? change.after)} has changed again since. Nothing was written. Undo the later changes first.`);
    }
    setUndone(keyTitle(table, change.before ?? change.after));
    await onUndone();
  });
  return html`<${ErrorBox} error=${state.error} />
    ${undone && html`<p role="status" class="undone">The change of ${undone} is undone.</p>`}
    <${ChangeTable} table=${table} changes=${changes} onUndo=${undo} />`;
}
