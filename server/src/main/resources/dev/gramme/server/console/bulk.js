// Changes or deletes the selected items, each only if it is still as it was read.

import { html, useMemo, useRef, useState } from '/console/preact.js';
import { call, capacity, inParallel } from '/console/api.js';
import { Dialog, ErrorBox, Field, Select, Text, countText, plural, throttled, unitsText, useTask } from '/console/ui.js';
import { keyOf } from '/console/query.js';
import { differences, parse, sameValue, show } from '/console/values.js';
import { recordEdit } from '/console/edits.js';
import { Lost, undoAll, undoneText } from '/console/undo.js';
import { MAX_COMPARED, deleteInput, isRefused, unitsOf, updateInput } from '/console/writes.js';

const AT_A_TIME = 4;
const MAX_SHOWN = 20;
const TYPES = [['S', 'String'], ['N', 'Number'], ['BOOL', 'Boolean'], ['NULL', 'Null'], ['B', 'Binary'], ['JSON', 'List, map, set']];

export function BulkDialog({ table, what, items, whole, onClose }) {
  const [action, setAction] = useState('set');
  const [name, setName] = useState('');
  const [type, setType] = useState('S');
  const [text, setText] = useState('');
  const [to, setTo] = useState('');
  const [progress, setProgress] = useState(null);
  const [state, run] = useTask();
  const stopped = useRef(false);
  const edit = useRef(null);
  const first = useRef(null);
  const isDelete = what === 'delete';

  const change = () => {
    if (isDelete) return item => item;
    if (!name) throw new Error('The name of the attribute is missing.');
    if (table.KeySchema.some(key => [name, ...(action === 'rename' ? [to] : [])].includes(key.AttributeName))) throw new Error('Key attributes cannot be changed: an item with another key is another item.');
    if (action === 'remove') return item => Object.fromEntries(Object.entries(item).filter(([each]) => each !== name));
    if (action === 'rename') {
      if (!to) throw new Error('The new name of the attribute is missing.');
      // An attribute that already has the new name is not overwritten.
      return item => Object.hasOwn(item, name) && !Object.hasOwn(item, to) ? Object.fromEntries(Object.entries(item).map(([each, value]) => [each === name ? to : each, value])) : item;
    }
    const value = parse(type, text);
    return item => ({ ...item, [name]: value });
  };
  // An entry of an index may lack the attribute, so only the item shows whether it would change.
  const plan = () => {
    const changed = change();
    const work = isDelete || !whole ? items : items.filter(item => !sameValue(item[name], changed(item)[name]));
    const taken = action === 'rename' && !isDelete && whole ? items.filter(item => Object.hasOwn(item, name) && Object.hasOwn(item, to)).length : 0;
    return { work, taken, units: unitsOf(work, changed), unaffected: items.length - work.length, isWide: items.some(item => Object.keys(item).length > MAX_COMPARED) };
  };
  const { dry, problem } = useMemo(() => {
    try { return { dry: plan() }; } catch (e) { return { problem: e.message }; }
  }, [items, action, name, type, text, to]);

  const operation = isDelete ? 'DeleteItem' : 'UpdateItem';
  /** Changes items; earlier is the result whose failed items are tried again. */
  const execute = (work, earlier = { done: 0, reads: 0, units: 0, total: work.length, same: 0, changed: [], more: [] }) => run(async () => {
    const changed = change();
    const result = { ...earlier, failed: [], again: [], over: false };
    const write = async (entry, key) => {
      let item = entry;
      if (!whole) {
        const answer = await call('GetItem', { TableName: table.TableName, Key: keyOf(table, entry), ConsistentRead: true });
        result.reads += capacity('GetItem', answer).reads;
        item = answer.Item;
        if (!item || Object.keys(entry).some(each => !sameValue(entry[each], item[each]))) { result.changed.push(key); return; }
      }
      const input = isDelete ? deleteInput(table, item) : updateInput(table, item, changed(item));
      if (!input) { result.same++; return; }
      first.current ??= { operation, input, items: [item, ...(isDelete ? [] : [changed(item)])], count: dry.work.length };
      const answer = await call(operation, input);
      const { Attributes: before } = answer;
      result.units += capacity(operation, answer).writes;
      result.done++;
      if (isDelete && differences(item, before).length) result.more.push(key);
      edit.current.add({ before, ...(isDelete ? {} : { after: changed(before) }) });
    };
    const report = throttled(() => setProgress({ ...result }));
    setProgress({ ...result });
    edit.current ??= recordEdit(table, titleOf());
    await inParallel(work, AT_A_TIME, async entry => {
      if (stopped.current) return;
      const key = Object.values(keyOf(table, entry)).map(show).join(' · ');
      try {
        await write(entry, key);
      } catch (error) {
        if (isRefused(error)) result.changed.push(key);
        else { result.failed.push(`${key}: ${error.message}`); result.again.push(entry); }
      }
      report();
    });
    await edit.current.end();
    setProgress({ ...result, over: true });
  });
  const undo = () => run(async () => {
    const { left, failed, units, ...so } = await undoAll(table, edit.current.changes, ({ undone, refused }) => setProgress({ ...progress, undone, refused }));
    await edit.current.keep(left);
    setProgress({ ...progress, ...so, units: progress.units + units, failed: [...progress.failed, ...failed] });
  });
  const titleOf = () => isDelete ? 'Deletion of items' : action === 'remove' ? `Removal of ${name}` : action === 'rename' ? `Renaming of ${name} to ${to}` : `Change of ${name}`;
  const close = () => {
    stopped.current = true;
    onClose(!!progress, first.current);
  };
  const verb = isDelete ? 'Delete' : 'Change';
  return html`<${Dialog} title=${`${verb} ${plural(items.length, 'item')}`} running=${progress && !progress.over} onClose=${close}>
    ${!isDelete && !progress && html`<div class="row">
      <${Field} label="What"><${Select} name="action" value=${action} options=${[['set', 'set an attribute'], ['remove', 'remove an attribute'], ['rename', 'rename an attribute']]} onChange=${setAction} /><//>
      <${Field} label="Attribute"><${Text} name="attribute" value=${name} onInput=${setName} /><//>
      ${action === 'rename' && html`<${Field} label="New name"><${Text} name="to" value=${to} onInput=${setTo} /><//>`}
      ${action === 'set' && html`<${Field} label="Type"><${Select} name="type" value=${type} options=${TYPES} onChange=${setType} /><//>
        ${type !== 'NULL' && html`<${Field} label="Value" hint=${type === 'JSON' ? 'JSON, such as ["a"] or {"$stringSet": ["a"]}' : undefined}><${Text} name="value" value=${text} onInput=${setText} /><//>`}`}</div>`}
    ${!progress && (dry ? html`<div class="dry" data-units=${dry.units}><strong>${plural(dry.work.length, 'item')}</strong> ${isDelete ? 'would be deleted' : 'would change'} with about${' '}
        <strong>${plural(dry.units, 'write unit')}</strong>, and more for entries of indexes.${' '}
        ${dry.unaffected > 0 && `${plural(dry.unaffected, 'item')} would stay the same. `}
        ${dry.taken > 0 && html`<strong class="taken">${plural(dry.taken, 'item')}</strong> already ${dry.taken === 1 ? 'has' : 'have'} an attribute with the new name, which stays. `}
        ${!whole && 'Each item is first read from the table, since the index may not have all of its attributes. '}
        An item is left alone if an attribute that was read ${whole ? '' : 'from the index '}has changed since${dry.isWide ? `; at most ${MAX_COMPARED} attributes are compared` : ''}.
        ${isDelete && whole && ' Attributes that others have added since are deleted, too; Undo restores them.'}</div>` : html`<p class="note">${problem}</p>`)}
    ${progress && html`<div role="status" class="dry"><progress max=${progress.total} value=${progress.done + progress.same + progress.changed.length + progress.failed.length}></progress>
      <p><strong class="done">${countText(progress.done)}</strong> of ${countText(progress.total)} ${isDelete ? 'deleted' : 'changed'}, ${unitsText(progress.units)} write units${progress.reads > 0 ? `, ${unitsText(progress.reads)} read units` : ''}.
        ${progress.same > 0 && ` ${plural(progress.same, 'item')} stayed the same.`}
        ${progress.changed.length > 0 && html` <strong>${plural(progress.changed.length, 'item')}</strong> had changed meanwhile and stayed: ${progress.changed.slice(0, MAX_SHOWN).join(', ')}.`}
        ${progress.more.length > 0 && html` <strong class="more">${plural(progress.more.length, 'item')}</strong> had attributes that were not read, which Undo restores: ${progress.more.slice(0, MAX_SHOWN).join(', ')}.`}</p>
      <${Lost} edit=${edit.current} />
      ${progress.undone !== undefined && html`<p class="undone">${undoneText(progress)}</p>`}
      ${progress.failed.length > 0 && html`<div class="error" role="alert"><strong>${plural(progress.failed.length, 'item')} failed</strong><ul>${progress.failed.slice(0, MAX_SHOWN).map(line => html`<li key=${line}>${line}</li>`)}</ul></div>`}</div>`}
    <${ErrorBox} error=${state.error} />
    <div class="actions">${!progress && html`<button type="button" data-action="execute" class=${isDelete ? 'danger' : 'primary'} disabled=${!dry?.work.length} onClick=${() => execute(dry.work)}>${verb} ${plural(dry?.work.length ?? 0, 'item')}</button>`}
      ${progress?.over && progress.again.length > 0 && html`<button type="button" class="primary" data-action="again" disabled=${state.busy} onClick=${() => execute(progress.again, progress)}>Retry ${plural(progress.again.length, 'failed item')}</button>`}
      ${progress?.over && edit.current.changes.length > 0 && html`<button type="button" data-action="undo" disabled=${state.busy} onClick=${undo}>Undo ${plural(edit.current.changes.length, 'change')}</button>`}
      <button type="button" data-action="close" onClick=${close}>${progress && !progress.over ? 'Stop' : progress ? 'Close' : 'Cancel'}</button></div><//>`;
}
