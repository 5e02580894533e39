// Windows before an action that cannot be undone.

import { html, useState } from '/console/preact.js';
import { call } from '/console/api.js';
import { CodeOf } from '/console/codeof.js';
import { recoveryText, tablesChanged } from '/console/tables.js';
import { Dialog, ErrorBox, Field, Text, countText, useTask } from '/console/ui.js';

/**
 * Asks before an action, and shows its error.
 *
 * @param action the text of the button
 * @param typed a name that must be typed first; without it, the button is enough
 * @param label of the field for the name
 * @param request the request of the action, whose code is shown, as { operation, input }
 * @param onConfirm does the action; the window closes after it has succeeded
 */
export function Confirm({ title, action, typed, label, request, onConfirm, onClose, children }) {
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
      <button type="button" onClick=${onClose}>Cancel</button></div></form>
    ${request && html`<${CodeOf} operation=${request.operation} input=${request.input} />`}<//>`;
}

/** Deletes a table after its name was typed; then calls onDeleted. */
export function DeleteTable({ table, onDeleted, onClose }) {
  const name = table.TableName;
  const request = { operation: 'DeleteTable', input: { TableName: name } };
  const remove = async () => {
    await call(request.operation, request.input);
    tablesChanged();
    await onDeleted();
  };
  return html`<${Confirm} title=${'Delete ' + name} action="Delete the table" typed=${name} label=${`Type the name of the table: ${name}`} request=${request} onConfirm=${remove} onClose=${onClose}>
    <p>This deletes the table with ${countText(table.ItemCount)} items and all its indexes.
      ${recoveryText(table) === 'on' ? ' Recovery is on, so a backup of its last state is kept.' : ' Recovery is off, so nothing is kept.'}</p><//>`;
}
