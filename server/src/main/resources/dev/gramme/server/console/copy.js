// Copies the selected items: to another table, where existing items stay, or to the clipboard.

import { html, useEffect, useMemo, useRef, useState } from '/console/preact.js';
import { call, capacity, inParallel } from '/console/api.js';
import { describe, tableNames, typeOfAttribute } from '/console/tables.js';
import { recordEdit } from '/console/edits.js';
import { Dialog, ErrorBox, Field, Select, bytesText, countText, plural, throttled, toClipboard, unitsText, useTask } from '/console/ui.js';
import { keyOf } from '/console/query.js';
import { Lost, undoAll, undoneText } from '/console/undo.js';
import { show, toPlain, typeOf } from '/console/values.js';
import { createItemInput, isRefused, unitsOf } from '/console/writes.js';

const AT_A_TIME = 4;
const MAX_SHOWN = 20;
const MAX_CLIPBOARD_CHARACTERS = 20_000_000;
const CLIPBOARD = { '#dynamodb': 'the clipboard, as DynamoDB JSON', '#plain': 'the clipboard, as JSON' };

/** Why a table cannot contain an item; null if it can. */
export function misfit(table, item) {
  for (const { AttributeName: name } of table.KeySchema) {
    const type = typeOfAttribute(table, name);
    if (!item[name]) return `the key attribute "${name}" is missing`;
    if (typeOf(item[name]) !== type) return `the key attribute "${name}" has the type ${typeOf(item[name])}, not ${type}`;
    if (item[name][type] === '') return `the key attribute "${name}" is empty`;
  }
  return null;
}

const textOf = (way, items) => way === '#plain' ? '[' + items.map(toPlain).join(',\n') + ']' : JSON.stringify(items, null, 2);

export function CopyDialog({ table, items, whole, onClose }) {
  const [names, setNames] = useState([]);
  const [to, setTo] = useState('');
  const [target, setTarget] = useState(null);
  const [progress, setProgress] = useState(null);
  const [copied, setCopied] = useState(false);
  const [state, run] = useTask();
  const stopped = useRef(false);
  const edit = useRef(null);
  const first = useRef(null);
  const isClipboard = to in CLIPBOARD;
  useEffect(() => { run(async () => setNames(await tableNames())); }, []);
  useEffect(() => {
    setTarget(null);
    setCopied(false);
    if (to && !isClipboard) run(async () => setTarget(await describe(to)));
  }, [to]);

  const text = useMemo(() => isClipboard ? textOf(to, items) : null, [to, items]);
  const { fitting, misfits, units } = useMemo(() => {
    const { true: fits = [], false: others = [] } = target ? Object.groupBy(items, item => !misfit(target, item)) : {};
    return { fitting: fits, misfits: others, units: unitsOf(fits) };
  }, [target, items]);
  const title = item => Object.values(keyOf(table, item)).map(show).join(' · ');
  const copyText = () => run(async () => {
    await toClipboard(text);
    setCopied(true);
  });
  /** Copies items; earlier is the result whose failed items are tried again. */
  const execute = (work, earlier = { done: 0, reads: 0, units: 0, total: work.length, existed: [] }) => run(async () => {
    const result = { ...earlier, failed: [], again: [], over: false };
    const report = throttled(() => setProgress({ ...result }));
    setProgress({ ...result });
    edit.current ??= recordEdit(target, `Copy from ${table.TableName}`);
    await inParallel(work, AT_A_TIME, async entry => {
      if (stopped.current) return;
      try {
        let item = entry;
        if (!whole) {
          const answer = await call('GetItem', { TableName: table.TableName, Key: keyOf(table, entry), ConsistentRead: true });
          result.reads += capacity('GetItem', answer).reads;
          item = answer.Item;
          const reason = item ? misfit(target, item) : 'the item was deleted meanwhile';
          if (reason) throw new Error(reason);
        }
        const input = createItemInput(target, item);
        first.current ??= { operation: 'PutItem', input, items: [item], table: target, count: fitting.length };
        const answer = await call('PutItem', input);
        result.units += capacity('PutItem', answer).writes;
        result.done++;
        edit.current.add({ after: item });
      } catch (error) {
        if (isRefused(error)) result.existed.push(title(entry));
        else { result.failed.push(`${title(entry)}: ${error.message}`); result.again.push(entry); }
      }
      report();
    });
    await edit.current.end();
    setProgress({ ...result, over: true });
  });
  const undo = () => run(async () => {
    const { left, failed, units, ...so } = await undoAll(target, edit.current.changes);
    await edit.current.keep(left);
    setProgress({ ...progress, ...so, units: progress.units + units, failed: [...progress.failed, ...failed] });
  });
  const close = () => { stopped.current = true; onClose(false, first.current); };
  const tooLarge = text?.length > MAX_CLIPBOARD_CHARACTERS;
  return html`<${Dialog} title=${`Copy ${plural(items.length, 'item')}`} running=${progress && !progress.over} onClose=${close}>
    ${!progress && html`<${Field} label="To"><${Select} name="to" value=${to} onChange=${setTo}
      options=${[['', 'choose'], ...Object.entries(CLIPBOARD), ...names.filter(name => name !== table.TableName).map(name => [name, 'the table ' + name])]} /><//>`}
    ${!progress && isClipboard && html`<div class="dry"><strong>${plural(items.length, 'item')}</strong>, ${bytesText(text.length)} of text.
      ${!whole && ' The items have only the attributes that the index shows.'}${tooLarge && ' This is too much for the clipboard; use Export.'}</div>`}
    ${!progress && target && html`<div class="dry" data-units=${units}><strong>${plural(fitting.length, 'item')}</strong> would be written to ${to} with about${' '}
      <strong>${plural(units, 'write unit')}</strong>, and more for entries of indexes. An item of ${to} with the same key stays.
      ${!whole && ' Each item is first read from the table, since the index may not have all of its attributes.'}</div>`}
    ${!progress && misfits.length > 0 && html`<div class="error" role="alert"><strong>${plural(misfits.length, 'item')} cannot be copied</strong>
      <ul>${misfits.slice(0, MAX_SHOWN).map(item => html`<li key=${title(item)}>${title(item)}: ${misfit(target, item)}</li>`)}</ul></div>`}
    ${copied && html`<p role="status" class="copied">${plural(items.length, 'item')} copied to the clipboard.</p>`}
    ${progress && html`<div role="status" class="dry"><progress max=${progress.total} value=${progress.done + progress.existed.length + progress.failed.length}></progress>
      <p><strong class="done">${countText(progress.done)}</strong> of ${countText(progress.total)} copied to ${to}, ${unitsText(progress.units)} write units${progress.reads > 0 ? `, ${unitsText(progress.reads)} read units` : ''}.
        ${progress.existed.length > 0 && html` <strong>${plural(progress.existed.length, 'item')}</strong> existed and stayed: ${progress.existed.slice(0, MAX_SHOWN).join(', ')}.`}</p>
      <${Lost} edit=${edit.current} />
      ${progress.undone !== undefined && html`<p class="undone">${undoneText(progress)}</p>`}
      ${progress.failed.length > 0 && html`<div class="error" role="alert"><strong>${plural(progress.failed.length, 'item')} failed</strong><ul>${progress.failed.slice(0, MAX_SHOWN).map(line => html`<li key=${line}>${line}</li>`)}</ul></div>`}</div>`}
    <${ErrorBox} error=${state.error} />
    <div class="actions">
      ${!progress && (isClipboard ? html`<button type="button" class="primary" data-action="execute" disabled=${state.busy || tooLarge} onClick=${copyText}>Copy ${plural(items.length, 'item')}</button>`
    : html`<button type="button" class="primary" data-action="execute" disabled=${state.busy || !fitting.length} onClick=${() => execute(fitting)}>Copy ${plural(fitting.length, 'item')}</button>`)}
      ${progress?.over && progress.again.length > 0 && html`<button type="button" class="primary" data-action="again" disabled=${state.busy} onClick=${() => execute(progress.again, progress)}>Retry ${plural(progress.again.length, 'failed item')}</button>`}
      ${progress?.over && edit.current.changes.length > 0 && html`<button type="button" data-action="undo" disabled=${state.busy} onClick=${undo}>Undo ${plural(edit.current.changes.length, 'change')}</button>`}
      <button type="button" data-action="close" onClick=${close}>${progress && !progress.over ? 'Stop' : progress || copied ? 'Close' : 'Cancel'}</button></div><//>`;
}
