// One item: as a form, as DynamoDB JSON or as plain JSON; saved only if nobody has changed it meanwhile.

import { html, useEffect, useRef, useState } from '/console/preact.js';
import { call } from '/console/api.js';
import { link } from '/console/route.js';
import { addEdit } from '/console/edits.js';
import { Busy, CopyButton, Dialog, ErrorBox, Tabs, bytesText, cancelDialog, plural, useTask, useUnsaved } from '/console/ui.js';
import { CodeOf } from '/console/codeof.js';
import { Fields } from '/console/fields.js';
import { typeOfAttribute } from '/console/tables.js';
import { keyOf, keyTextOf } from '/console/query.js';
import { differences, emptyOf, fromPlain, itemProblem, itemSize, sameValue, show, showShort, toPlain, withChanges, writeUnits } from '/console/values.js';
import { MAX_COMPARED, createItemInput, deleteInput, updateInput } from '/console/writes.js';

const TITLES = { PutItem: 'New item', UpdateItem: 'Change of', DeleteItem: 'Deletion of' };
const WAYS = [['form', 'Form'], ['dynamodb', 'DynamoDB JSON'], ['plain', 'JSON']];

/** The text of an item for one of the editors. */
const textOf = (way, item) => way === 'dynamodb' ? JSON.stringify(item, null, 2) : toPlain(item);

function itemOf(way, text) {
  let item;
  if (way === 'dynamodb') {
    try { item = JSON.parse(text); } catch (e) { throw new Error('This is not JSON: ' + e.message); }
  } else {
    item = fromPlain(text).M;
    if (!item) throw new Error('An item must be an object.');
  }
  const wrong = itemProblem(item);
  if (wrong) throw new Error(wrong);
  return item;
}

/**
 * One item.
 *
 * @param row the item as the result shows it; null for a new item
 * @param onClose called with whether something was written, and with the written request and the item before and after it
 */
export function ItemEditor({ table, row, onClose }) {
  const [base, setBase] = useState(null);
  const [item, setItem] = useState(null);
  const [way, setWay] = useState('form');
  const [text, setText] = useState('');
  const [conflict, setConflict] = useState(null);
  const [deleting, setDeleting] = useState(false);
  const [state, run] = useTask();
  // The item without edits.
  const clean = useRef(null);
  const show_ = (found, form = way) => { setItem(found); if (form !== 'form') setText(textOf(form, found)); };

  useEffect(() => {
    if (!row) {
      clean.current = Object.fromEntries(table.KeySchema.map(({ AttributeName: name }) => [name, emptyOf(typeOfAttribute(table, name))]));
      show_(clean.current);
      return;
    }
    // A row of an index may lack attributes, and may be outdated.
    run(async () => {
      const { Item: found } = await call('GetItem', { TableName: table.TableName, Key: keyOf(table, row), ConsistentRead: true });
      if (!found) throw new Error('The item was deleted meanwhile.');
      setBase(found);
      clean.current = found;
      show_({ ...keyOf(table, found), ...found });
    });
  }, []);

  const current = () => way === 'form' ? checked(item) : itemOf(way, text);
  const isUnsaved = () => {
    try {
      return !!item && differences(clean.current, way === 'form' ? item : itemOf(way, text)).length > 0;
    } catch (e) {
      // A text that is no item is an edit.
      return true;
    }
  };
  const choose = to => run(async () => {
    const now = current();
    setItem(now);
    if (to !== 'form') setText(textOf(to, now));
    setWay(to);
  });
  const isNew = now => !base || keyTextOf(table, base) !== keyTextOf(table, now);
  const requestOf = now => isNew(now) ? { operation: 'PutItem', input: createItemInput(table, now) } : { operation: 'UpdateItem', input: updateInput(table, base, now) };
  const write = async (operation, input, mine) => {
    try {
      const { Attributes: before } = await call(operation, input);
      const after = operation === 'DeleteItem' ? undefined : before ? withChanges(before, base, mine) : mine;
      const title = `${TITLES[operation]} ${Object.values(keyOf(table, mine)).map(show).join(' · ')}`;
      await addEdit(table, title, { before, after });
      const unread = after ? [] : differences(base, before);
      onClose(true, { operation, input, items: [base, mine].filter(each => each), text: title, unread });
    } catch (error) {
      if (error.type !== 'ConditionalCheckFailedException') throw error;
      setConflict({ now: error.body.Item ?? null, mine, fresh: isNew(mine) });
    }
  };
  const save = () => run(async () => {
    const now = current();
    const missing = table.KeySchema.find(key => !now[key.AttributeName]);
    if (missing) throw new Error(`The key attribute "${missing.AttributeName}" is missing.`);
    const { operation, input } = requestOf(now);
    if (input) await write(operation, input, now);
    else onClose(false);
  });
  const remove = () => run(() => write('DeleteItem', deleteInput(table, base), base));
  const duplicate = () => run(async () => {
    show_(current());
    setBase(null);
    setDeleting(false);
  });
  // The request that the form would send; of an unchanged item, the one that read it. An unfinished item has no request yet.
  const codeRequest = () => {
    if (deleting) return { operation: 'DeleteItem', input: deleteInput(table, base), items: [base] };
    try {
      const now = current();
      const found = requestOf(now);
      if (found.input) return { ...found, items: [base, now].filter(each => each) };
    } catch (e) {
      if (!base) return { operation: 'PutItem', input: createItemInput(table, item), items: [item] };
    }
    return { operation: 'GetItem', input: { TableName: table.TableName, Key: keyOf(table, base) }, items: [base] };
  };
  const key = event => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); save(); } };
  const resolve = (newBase, newItem) => { clean.current = newBase ?? {}; setBase(newBase); show_(newItem); setConflict(null); };
  const title = row && (base || !item) ? 'Item ' + Object.values(keyOf(table, row)).map(show).join(' · ') : 'New item';

  if (!item) return html`<${Dialog} title=${title} wide onClose=${() => onClose(!!state.error)}><${ErrorBox} error=${state.error} />${state.busy && html`<${Busy} />`}<//>`;
  if (conflict) return html`<${Conflict} base=${base} ...${conflict} onResolve=${resolve} onClose=${() => setConflict(null)} />`;
  const size = way === 'form' ? itemSize(item) : undefined;
  return html`<${Dialog} title=${title} wide isUnsaved=${isUnsaved} running=${state.busy} onClose=${() => onClose(false)}>
    ${row && !base && html`<p class="note">A copy of the item. Give it another key; the first item stays.</p>`}
    <div class="editor" onKeyDown=${key}>
      <${Tabs} label="Form of the item" tabs=${WAYS} current=${way} onChoose=${choose} />
      ${way === 'form' ? html`<${Fields} members=${item} fixed=${table.KeySchema.map(key_ => key_.AttributeName)} onChange=${setItem} />`
    : html`<textarea class="code" name="json" aria-label=${way === 'plain' ? 'The item as JSON' : 'The item as DynamoDB JSON'} rows="20" spellcheck=${false}
        value=${text} onInput=${event => setText(event.target.value)}></textarea>
      ${way === 'plain' && html`<p class="note">Sets and binary values are marked: {"$stringSet": ["a"]}, {"$numberSet": [1]}, {"$binarySet": ["AQ=="]}, {"$binary": "AQ=="}. Numbers keep all digits.</p>`}`}
      <${ErrorBox} error=${state.error} />
      ${base && Object.keys(base).length > MAX_COMPARED && html`<p class="note">The item has many attributes: a save compares the changed ones and others up to ${MAX_COMPARED}.</p>`}
      <div class="actions">
        <button type="button" class="primary" data-action="save" title="Ctrl Enter" disabled=${state.busy} onClick=${save}>${base ? 'Save' : 'Create'}</button>
        <button type="button" data-action="cancel" onClick=${cancelDialog}>Cancel</button>
        <${CopyButton} label="Copy as JSON" text=${() => textOf(way === 'plain' ? way : 'dynamodb', current())} />
        ${base && html`<a class="button" data-action="history" href=${link(['table', table.TableName], { tab: 'time', key: Object.values(keyOf(table, base)).map(show).join(' · '), item: JSON.stringify(keyOf(table, base)) })}>History</a>`}
        ${base && html`<button type="button" data-action="duplicate" onClick=${duplicate}>Duplicate</button>`}
        <span class="space"></span>
        ${size !== undefined && html`<span class="note">${bytesText(size)}, ${plural(writeUnits(size), 'write unit')} without indexes</span>`}
        ${base && !deleting && html`<button type="button" class="danger" data-action="delete" onClick=${() => setDeleting(true)}>Delete</button>`}
        ${deleting && html`<button type="button" class="danger" data-action="confirm-delete" disabled=${state.busy} onClick=${remove}>Really delete this item</button>`}
      </div>
      <${CodeOf} request=${codeRequest} table=${table} title="Code of this request" />
    </div><//>`;
}

function checked(item) {
  const wrong = itemProblem(item);
  if (wrong) throw new Error(wrong);
  return item;
}

/** What another client changed while the item was open here. */
function Conflict({ base, now, mine, fresh, onResolve, onClose }) {
  useUnsaved(() => true);
  if (fresh) {
    return html`<${Dialog} title="The item exists already" wide onClose=${onClose}><p>The table already has an item with this key. Nothing was written.</p>
      <${Comparison} columns=${[['In the table', now ?? {}], ['Yours', mine]]} />
      <div class="actions"><button type="button" class="primary" onClick=${onClose}>Back to the editor</button>
        ${now && html`<button type="button" onClick=${() => onResolve(now, now)}>Edit the existing item</button>`}</div><//>`;
  }
  const onTop = now && withChanges(now, base, mine);
  return html`<${Dialog} title="The item has changed meanwhile" wide onClose=${onClose}>
    <p>${now ? 'Another client has changed the item since it was read here. Nothing was written.' : 'Another client has deleted the item since it was read here. Nothing was written.'}</p>
    <${Comparison} columns=${[['As you read it', base], ['In the table now', now ?? {}], ['Yours', mine]]} />
    <div class="actions">
      ${now && html`<button type="button" class="primary" data-action="on-top" onClick=${() => onResolve(now, onTop)}>Put my changes on top</button>
        <button type="button" data-action="take" onClick=${() => onResolve(now, now)}>Discard mine</button>`}
      ${!now && html`<button type="button" class="primary" onClick=${() => onResolve(null, mine)}>Create it again</button>`}
      <button type="button" onClick=${onClose}>Back to the editor</button></div><//>`;
}

function Comparison({ columns }) {
  const names = [...new Set(columns.flatMap(([, item]) => Object.keys(item)))].filter(name => columns.some(([, item]) => !sameValue(item[name], columns[0][1][name])));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Differences"><table class="list cells difference"><thead><tr><th scope="col">Attribute</th>
    ${columns.map(([title]) => html`<th key=${title} scope="col">${title}</th>`)}</tr></thead>
    <tbody>${names.map(name => html`<tr key=${name}><th scope="row">${name}</th>${columns.map(([title, item], at) => html`
      <td key=${title} class=${at && !sameValue(item[name], columns[0][1][name]) ? 'changed' : ''}>${item[name] ? showShort(item[name], 2000) : html`<em>missing</em>`}</td>`)}</tr>`)}</tbody></table></div>`;
}
