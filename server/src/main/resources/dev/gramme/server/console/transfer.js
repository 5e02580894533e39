// Export of the shown items to a file, and import of a file with a dry run.

import { html, useMemo, useRef, useState } from '/console/preact.js';
import { call, capacity, inParallel } from '/console/api.js';
import { Dialog, ErrorBox, Field, Select, bytesText, countText, download, plural, unitsText, useTask } from '/console/ui.js';
import { FORMATS, read, write } from '/console/files.js';
import { MAX_ITEMS, keyTextOf, readAll } from '/console/query.js';
import { itemSize } from '/console/values.js';
import { createItemInput, unitsOf } from '/console/writes.js';

const MAX_FILE_BYTES = 64 << 20;
const MAX_SHOWN = 20;
const BATCH_ITEMS = 25;
const BATCH_BYTES = 4 << 20;
const BATCHES_AT_A_TIME = 2;
const PUTS_AT_A_TIME = 4;
const MAX_TRIES = 8;

/**
 * Export to a file.
 *
 * @param items the items of the shown page
 * @param params the members of the address, with which all pages are read
 * @param hasMore whether there are items beside those of the page
 */
export function ExportDialog({ table, items, params, hasMore, onClose }) {
  const [format, setFormat] = useState('dynamodb');
  const [all, setAll] = useState(null);
  const [count, setCount] = useState(0);
  const [state, run] = useTask();
  const abort = useRef(new AbortController());
  const chosen = all ?? items;
  const text = useMemo(() => write(format, chosen), [format, chosen]);
  const close = () => { abort.current.abort(); onClose(); };
  const readPages = () => run(async () => {
    const found = await readAll(table, params, abort.current.signal, so => setCount(so.items.length));
    setAll(found.items);
    if (found.next) throw new Error(`There are more items. An export has at most ${countText(MAX_ITEMS)}; the operation ExportTableToPointInTime has no limit.`);
  });
  const save = () => {
    download(`${table.TableName}.${{ csv: 'csv', lines: 'jsonl' }[format] ?? 'json'}`, format === 'csv' ? 'text/csv' : 'application/json', text);
    close();
  };
  return html`<${Dialog} title=${'Export ' + plural(chosen.length, 'item')} onClose=${close}>
    <${Field} label="Format"><${Select} name="format" value=${format} options=${FORMATS} onChange=${setFormat} /><//>
    <p class="dry">The file has <strong>${plural(chosen.length, 'item')}</strong> ${all ? 'of all pages' : 'of this page'}, ${bytesText(new Blob([text]).size)}.</p>
    <pre class="code preview" tabindex="0" aria-label="The beginning of the file">${text.slice(0, 1500)}</pre>
    <${ErrorBox} error=${state.error} />
    <div class="actions"><button type="button" class="primary" data-action="download" disabled=${state.busy} onClick=${save}>Download</button>
      ${hasMore && !all && html`<button type="button" data-action="read-all" disabled=${state.busy} onClick=${readPages}>${state.busy ? `Reading… ${plural(count, 'item')}` : 'Read all pages'}</button>`}</div><//>`;
}

export function ImportDialog({ table, onClose }) {
  const [text, setText] = useState('');
  const [mode, setMode] = useState('new');
  const [progress, setProgress] = useState(null);
  const [state, run] = useTask();
  const stopped = useRef(false);
  const dry = useMemo(() => {
    if (!text.trim()) return null;
    try { return read(table, text); } catch (e) { return { items: [], errors: [e.message], duplicates: 0 }; }
  }, [text]);
  const choose = event => run(async () => {
    const [file] = event.target.files;
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) throw new Error(`The file is larger than ${bytesText(MAX_FILE_BYTES)}. ./gramme and the operation ImportTable read larger ones.`);
    setText(await file.text());
  });
  const start = () => run(async () => {
    const result = { total: dry.items.length, written: 0, existed: 0, units: 0, failed: [] };
    const report = () => setProgress({ ...result });
    report();
    await (mode === 'new' ? putNew : putAll)(table, dry.items, result, report, stopped);
    setProgress({ ...result, over: true });
  });
  const close = () => { stopped.current = true; onClose(!!progress); };
  return html`<${Dialog} title=${'Import into ' + table.TableName} wide onClose=${close}>
    ${!progress && html`
      <${Field} label="File with JSON or CSV"><input type="file" name="file" accept=".json,.jsonl,.csv,.txt" onChange=${choose} /><//>
      <${Field} label="Or its text" hint="DynamoDB JSON, plain JSON, one item a line, or CSV with a header such as id,price:N,tags:JSON">
        <textarea class="code" name="text" rows="8" spellcheck=${false} value=${text.length > 200_000 ? text.slice(0, 200_000) : text} readonly=${text.length > 200_000}
          onInput=${event => setText(event.target.value)}></textarea><//>
      <${Field} label="If an item with the same key exists"><${Select} name="mode" value=${mode} onChange=${setMode} options=${[['new', 'leave it alone'], ['replace', 'replace it']]} /><//>
      ${dry && html`<div class="dry" data-items=${dry.items.length}><strong>${plural(dry.items.length, 'item')}</strong> ${dry.format ? `in ${dry.format}` : ''} would be written with about${' '}
        <strong>${plural(unitsOf(dry.items), 'write unit')}</strong>, and more for entries of indexes.
        ${dry.duplicates > 0 && html` ${plural(dry.duplicates, 'item')} has a key that occurs before in the file.`}</div>`}
      ${dry?.errors.length > 0 && html`<div class="error" role="alert"><strong>${plural(dry.errors.length, 'item')} cannot be imported</strong><ul>${dry.errors.slice(0, MAX_SHOWN).map(line => html`<li key=${line}>${line}</li>`)}</ul></div>`}`}
    ${progress && html`<div class="dry" role="status"><progress max=${progress.total} value=${progress.written + progress.existed + progress.failed.length}></progress>
      <p><strong class="done">${countText(progress.written)}</strong> of ${countText(progress.total)} written, ${unitsText(progress.units)} write units.
        ${progress.existed > 0 && html` ${plural(progress.existed, 'item')} existed and stayed.`}</p>
      ${progress.failed.length > 0 && html`<div class="error" role="alert"><strong>${plural(progress.failed.length, 'item')} failed</strong><ul>${progress.failed.slice(0, MAX_SHOWN).map(line => html`<li key=${line}>${line}</li>`)}</ul></div>`}</div>`}
    <${ErrorBox} error=${state.error} />
    <div class="actions">${!progress && html`<button type="button" class="primary" data-action="execute" disabled=${!dry?.items.length || state.busy} onClick=${start}>Import ${plural(dry?.items.length ?? 0, 'item')}</button>`}
      <button type="button" data-action="close" onClick=${close}>${progress && !progress.over ? 'Stop' : progress ? 'Close' : 'Cancel'}</button></div><//>`;
}

async function putNew(table, items, result, report, stopped) {
  await inParallel(items, PUTS_AT_A_TIME, async item => {
    if (stopped.current) return;
    try {
      const answer = await call('PutItem', createItemInput(table, item));
      result.units += capacity('PutItem', answer).writes;
      result.written++;
    } catch (error) {
      if (error.type === 'ConditionalCheckFailedException') result.existed++;
      else result.failed.push(`${keyTextOf(table, item)}: ${error.message}`);
    }
    report();
  });
}

/** Batches of different keys: a batch may contain a key only once. Of equal keys the last item wins. */
async function putAll(table, items, result, report, stopped) {
  const last = [...new Map(items.map(item => [keyTextOf(table, item), item])).values()];
  result.total = last.length;
  const batches = [];
  let batch = [];
  let size = 0;
  for (const item of last) {
    const bytes = itemSize(item);
    if (batch.length === BATCH_ITEMS || batch.length && size + bytes > BATCH_BYTES) { batches.push(batch); batch = []; size = 0; }
    batch.push(item);
    size += bytes;
  }
  if (batch.length) batches.push(batch);
  await inParallel(batches, BATCHES_AT_A_TIME, async all => {
    let left = all.map(Item => ({ PutRequest: { Item } }));
    for (let tries = 1; left.length && !stopped.current; tries++) {
      try {
        const answer = await call('BatchWriteItem', { RequestItems: { [table.TableName]: left } });
        const unprocessed = answer.UnprocessedItems?.[table.TableName] ?? [];
        result.units += capacity('BatchWriteItem', answer).writes;
        result.written += left.length - unprocessed.length;
        left = unprocessed;
        if (left.length && tries === MAX_TRIES) throw new Error(`the server did not accept them in ${MAX_TRIES} tries`);
      } catch (error) {
        result.failed.push(...left.map(({ PutRequest: { Item } }) => `${keyTextOf(table, Item)}: ${error.message}`));
        left = [];
      }
      report();
      if (left.length) await new Promise(resolve => setTimeout(resolve, 50 * 2 ** tries));
    }
  });
}
