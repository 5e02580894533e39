// Changes or deletes the selected items, each only if it is still as it was read.

import { html, useRef, useState } from '/console/preact.js';
import { call, capacity, currentRegion, inParallel } from '/console/api.js';
import { Dialog, ErrorBox, Field, Select, Text, countText, plural, unitsText, useTask } from '/console/ui.js';
import { keyOf } from '/console/query.js';
import { parse, show } from '/console/values.js';
import { addEdit, forgetEdit, replaceEdit } from '/console/store.js';
import { undoAll, undoneText } from '/console/undo.js';
import { deleteInput, isRefused, unitsOf, updateInput } from '/console/writes.js';

const AT_A_TIME = 4;
const MAX_SHOWN = 20;
const TYPES = [['S', 'String'], ['N', 'Number'], ['BOOL', 'Boolean'], ['NULL', 'Null'], ['B', 'Binary']];

export function BulkDialog({ table, what, items, whole, onClose }) {
  const [action, setAction] = useState('set');
  const [name, setName] = useState('');
  const [type, setType] = useState('S');
  const [text, setText] = useState('');
  const [progress, setProgress] = useState(null);
  const [state, run] = useTask();
  const stopped = useRef(false);
  const edit = useRef(null);
  const isDelete = what === 'delete';

  const change = () => {
    if (isDelete) return item => item;
    if (!name) throw new Error('The name of the attribute is missing.');
    if (table.KeySchema.some(key => key.AttributeName === name)) throw new Error('Key attributes cannot be changed: an item with another key is another item.');
    if (action === 'remove') return item => Object.fromEntries(Object.entries(item).filter(([each]) => each !== name));
    const value = parse(type, text);
    return item => ({ ...item, [name]: value });
  };
  const plan = () => {
    const changed = change();
    const work = items.map(item => ({ item, input: isDelete ? deleteInput(table, item) : updateInput(table, item, changed(item)) })).filter(({ input }) => input);
    return { work, units: unitsOf(work.map(({ item }) => item), changed), unaffected: items.length - work.length };
  };
  let dry = null;
  let problem = null;
  try { dry = plan(); } catch (e) { problem = e.message; }

  const execute = () => run(async () => {
    const changed = change();
    const result = { done: 0, units: 0, total: dry.work.length, changed: [], failed: [], over: false, undo: [] };
    setProgress({ ...result });
    await inParallel(dry.work, AT_A_TIME, async ({ item, input }) => {
      if (stopped.current) return;
      const operation = isDelete ? 'DeleteItem' : 'UpdateItem';
      try {
        const answer = await call(operation, input);
        result.units += capacity(operation, answer).writes;
        result.done++;
        result.undo.push({ before: item, ...(isDelete ? {} : { after: changed(item) }) });
      } catch (error) {
        const key = Object.values(keyOf(table, item)).map(show).join(' · ');
        if (isRefused(error)) result.changed.push(key);
        else result.failed.push(`${key}: ${error.message}`);
      }
      setProgress({ ...result });
    });
    // An entry of an index has not all attributes, so the item before the change is not known.
    if (whole && result.undo.length) edit.current = addEdit({ table: table.TableName, region: currentRegion(), title: titleOf(), changes: result.undo });
    setProgress({ ...result, over: true });
  });
  const undo = () => run(async () => {
    const { left, failed, units, ...so } = await undoAll(table, progress.undo, ({ undone, refused }) => setProgress({ ...progress, undone, refused }));
    if (left.length) replaceEdit(edit.current, left);
    else forgetEdit(edit.current);
    setProgress({ ...progress, ...so, units: progress.units + units, failed: [...progress.failed, ...failed], undo: left });
  });
  const titleOf = () => isDelete ? 'Deletion of items' : action === 'remove' ? `Removal of ${name}` : `Change of ${name}`;
  const close = () => {
    stopped.current = true;
    const [first] = dry?.work ?? [];
    onClose(!!progress, progress && first && { operation: isDelete ? 'DeleteItem' : 'UpdateItem', input: first.input, items: [first.item, ...(isDelete ? [] : [change()(first.item)])], count: dry.work.length });
  };
  const verb = isDelete ? 'Delete' : 'Change';
  return html`<${Dialog} title=${`${verb} ${plural(items.length, 'item')}`} onClose=${close}>
    ${!isDelete && !progress && html`<div class="row">
      <${Field} label="What"><${Select} name="action" value=${action} options=${[['set', 'set an attribute'], ['remove', 'remove an attribute']]} onChange=${setAction} /><//>
      <${Field} label="Attribute"><${Text} name="attribute" value=${name} onInput=${setName} /><//>
      ${action === 'set' && html`<${Field} label="Type"><${Select} name="type" value=${type} options=${TYPES} onChange=${setType} /><//>
        ${type !== 'NULL' && html`<${Field} label="Value"><${Text} name="value" value=${text} onInput=${setText} /><//>`}`}</div>`}
    ${!progress && (dry ? html`<div class="dry" data-units=${dry.units}><strong>${plural(dry.work.length, 'item')}</strong> ${isDelete ? 'would be deleted' : 'would change'} with about${' '}
        <strong>${plural(dry.units, 'write unit')}</strong>, and more for entries of indexes.${' '}
        ${dry.unaffected > 0 && `${plural(dry.unaffected, 'item')} would stay the same. `}
        An item is left alone if ${whole ? 'any of its attributes' : 'an attribute that the index shows'} has changed since it was read.</div>` : html`<p class="note">${problem}</p>`)}
    ${progress && html`<div role="status" class="dry"><progress max=${progress.total} value=${progress.done + progress.changed.length + progress.failed.length}></progress>
      <p><strong class="done">${countText(progress.done)}</strong> of ${countText(progress.total)} ${isDelete ? 'deleted' : 'changed'}, ${unitsText(progress.units)} write units.
        ${progress.changed.length > 0 && html` <strong>${plural(progress.changed.length, 'item')}</strong> had changed meanwhile and stayed: ${progress.changed.slice(0, MAX_SHOWN).join(', ')}.`}</p>
      ${progress.undone !== undefined && html`<p class="undone">${undoneText(progress)}</p>`}
      ${progress.failed.length > 0 && html`<div class="error" role="alert"><strong>${plural(progress.failed.length, 'item')} failed</strong><ul>${progress.failed.slice(0, MAX_SHOWN).map(line => html`<li key=${line}>${line}</li>`)}</ul></div>`}</div>`}
    <${ErrorBox} error=${state.error} />
    <div class="actions">${!progress && html`<button type="button" data-action="execute" class=${isDelete ? 'danger' : 'primary'} disabled=${!dry?.work.length} onClick=${execute}>${verb} ${plural(dry?.work.length ?? 0, 'item')}</button>`}
 ${progress?.over && progress.undo.length > 0 && whole && html`<button type="button" data-action="undo" disabled=${state.busy} onClick=${undo}>Undo ${plural(progress.undo.length, 'change')}</button>`}
      <button type="button" data-action="close" onClick=${close}>${progress && !progress.over ? 'Stop' : progress ? 'Close' : 'Cancel'}</button></div><//>`;
}
