// Windows before an action that cannot be undone.

import { html, useState } from '/console/preact.js';
import { call } from '/console/api.js';
import { recoveryText, tablesChanged } from '/console/tables.js';
import { Dialog, ErrorBox, Field, Text, countText, useTask } from '/console/ui.js';

/**
 * Asks before an action, and shows its error.
 *
 * @param action the text of the button
 * @param typed a name that must be typed first; without it, the button is enough
 * @param label of the field for the name
 * @param onConfirm does the action; the window closes after it has succeeded
 */
export function Confirm({ title, action, typed, label, onConfirm, onClose, children }) {
  const [text, setText] = useState('');
  const [state, run] = useTask();
  const isAllowed = typed === undefined || text === typed;
  const submit = event => {
    event.preventDefault();
    if (isAllowed && !state.busy) run(async () => { await onConfirm(); onClose(); });
  };
  return html`<${Dialog} title=${title} onClose=${onClose}><form onSubmit=${submit}>
    ${children}
    ${typed !== undefined && html`<${Field} label=${label}><${Text} name="confirm" value=${text} onInput=${setText} /><//>`}
    <${ErrorBox} error=${state.error} />
    <div class="actions"><button type="submit" class="danger" data-action="confirm" disabled=${!isAllowed || state.busy}>${action}</button>
      <button type="button" onClick=${onClose}>Cancel</button></div></form><//>`;
}

/** Deletes a table after its name was typed; then calls onDeleted. */
export function DeleteTable({ table, onDeleted, onClose }) {
  const name = table.TableName;
  const remove = async () => {
    await call('DeleteTable', { TableName: name });
    tablesChanged();
    await onDeleted();
  };
  return html`<${Confirm} title=${'Delete ' + name} action="Delete the table" typed=${name} label=${`Type the name of the table: ${name}`} onConfirm=${remove} onClose=${onClose}>
    <p>This deletes the table with ${countText(table.ItemCount)} items and all its indexes.
      ${recoveryText(table) === 'on' ? ' Recovery is on, so a backup of its last state is kept.' : ' Recovery is off, so nothing is kept.'}</p><//>`;
}
