// Export to a file and import of a file with a dry run. Both work piece by piece, so that neither the file nor the items are in memory as a whole.

import { html, useEffect, useMemo, useRef, useState } from '/console/preact.js';
import { call, capacity, pause } from '/console/api.js';
import { Dialog, ErrorBox, Field, Select, bytesText, countText, download, plural, throttled, unitsText, useTask } from '/console/ui.js';
import { Count, useCount } from '/console/count.js';
import { Columns, FORMATS, closing, failedItems, opening, rows, scan, write } from '/console/files.js';
import { allPages, keyOf, keyTextOf } from '/console/query.js';
import { spool } from '/console/spool.js';
import { recordEdit } from '/console/edits.js';
import { link } from '/console/route.js';
import { Lost } from '/console/undo.js';
import { itemSize, show } from '/console/values.js';
import { createItemInput } from '/console/writes.js';

const MAX_SHOWN = 20;
const MAX_SHOWN_CHARACTERS = 1500;
const BATCH_ITEMS = 25;
const BATCH_KEYS = 100;
const BATCH_BYTES = 4 << 20;
const BATCHES_AT_A_TIME = 2;
const PUTS_AT_A_TIME = 4;
const MAX_TRIES = 8;
const PAUSE_MILLIS = 300;
/** The items of an import that could not be written, which are kept for another try. */
const MAX_FAILED = 20_000;
const MAX_FAILED_BYTES = 50_000_000;

/**
 * Writes all items that a query finds into a file, page by page.
 *
 * @return the file as a Blob, and the number of its items
 */
export async function exportAll(table, params, format, signal, onProgress) {
  const file = await spool();
  try {
    const result = { items: 0, reads: 0 };
    const report = throttled(onProgress);
    const each = async add => {
      for await (const { items, reads } of allPages(table, params, signal)) {
        if (items.length) await add(items);
        result.items += items.length;
        result.reads += reads;
        report({ ...result });
      }
    };
    if (format === 'csv') {
      // The header needs the names of all attributes, so the items wait in a second file.
      const waiting = await spool();
      try {
        const columns = new Columns();
        await each(items => { columns.add(items); return waiting.write(items.map(item => JSON.stringify(item) + '\n').join('')); });
        const all = columns.all();
        await file.write(opening(format, all));
        let batch = [];
        const flush = async () => { await file.write(rows(format, batch, all, false)); batch = []; };
        const again = await scan(table, await waiting.finish(), { format: 'dynamodb', signal, onItem: item => { batch.push(item); return batch.length < 1000 ? undefined : flush(); } });
        if (again.items !== result.items) throw new Error(`Only ${again.items} of ${result.items} items could be written. ${again.errors[0] ?? ''}`);
        await flush();
      } finally {
        await waiting.remove();
      }
    } else {
      await file.write(opening(format));
      await each(items => file.write(rows(format, items, [], result.items === 0)));
      await file.write(closing(format));
    }
    return { ...result, blob: await file.finish() };
  } catch (e) {
    await file.remove();
    throw e;
  }
}

const BYTES_OF_READ_UNIT = 8192;

/** What reading all pages takes, as a text: of a scan from the size of the table or index, which the service counts about every six hours. */
function estimateText(table, params) {
  if (params.mode === 'query') return 'How many items all pages of a query have is known only after they are counted. A count costs the same units as the export.';
  const { ItemCount, TableSizeBytes, IndexSizeBytes } = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])].find(index => index.IndexName === params.index) ?? table;
  const bytes = IndexSizeBytes ?? TableSizeBytes ?? 0;
  const units = Math.max(1, Math.ceil(bytes / BYTES_OF_READ_UNIT)) * (params.strong ? 2 : 1);
  return `All pages read about ${plural(ItemCount ?? 0, 'item')}, ${bytesText(bytes)}, with about ${plural(units, 'read unit')}. The service counts items and bytes about every six hours.`;
}

/**
 * Export to a file.
 *
 * @param items the items of the shown page
 * @param params the members of the address, with which all pages are read
 * @param hasMore whether there are items beside those of the page
 */
export function ExportDialog({ table, items, params, hasMore, onClose }) {
  const [format, setFormat] = useState('dynamodb');
  const [progress, setProgress] = useState(null);
  const [state, run] = useTask();
  const abort = useRef(new AbortController());
  const { from, limit, ...all } = params;
  const counting = useCount(table, all);
  const text = useMemo(() => write(format, items), [format, items]);
  const close = () => { abort.current.abort(); onClose(); };
  const name = `${table.TableName}.${{ csv: 'csv', lines: 'jsonl' }[format] ?? 'json'}`;
  const type = format === 'csv' ? 'text/csv' : 'application/json';
  const save = () => { download(name, type, text); close(); };
  const saveAll = () => run(async () => {
    try {
      setProgress({ items: 0, reads: 0 });
      const { blob, ...result } = await exportAll(table, params, format, abort.current.signal, setProgress);
      setProgress({ ...result, over: true, bytes: blob.size });
      download(name, type, blob);
    } catch (e) {
      if (e.name !== 'AbortError') throw e;
    }
  });
  return html`<${Dialog} title=${'Export ' + plural(items.length, 'item')} running=${state.busy} onClose=${close}>
    <${Field} label="Format"><${Select} name="format" value=${format} options=${FORMATS} onChange=${setFormat} disabled=${state.busy} /><//>
    <p class="dry">The file of this page has <strong>${plural(items.length, 'item')}</strong>, ${bytesText(new Blob([text]).size)}.</p>
    ${hasMore && !progress && html`<p class="dry all">${estimateText(table, params)} <${Count} counting=${counting} /></p>`}
    <pre class="code preview" tabindex="0" aria-label="The beginning of the file">${text.slice(0, MAX_SHOWN_CHARACTERS)}</pre>
    ${progress && html`<p class="dry" role="status">${progress.over ? '' : 'Reading… '}<strong class="exported">${plural(progress.items, 'item')}</strong> of all pages${progress.over ? `, ${bytesText(progress.bytes)}` : ''}, ${unitsText(progress.reads)} read units</p>`}
    <${ErrorBox} error=${state.error ?? counting.error} />
    <div class="actions"><button type="button" class="primary" data-action="download" disabled=${state.busy} onClick=${save}>Download</button>
      ${hasMore && html`<button type="button" data-action="download-all" disabled=${state.busy} onClick=${saveAll}>Download all pages</button>`}
      <button type="button" data-action="close" onClick=${close}>${progress?.over ? 'Close' : 'Cancel'}</button></div><//>`;
}

/**
 * Counts the items of a file whose keys exist in the table.
 *
 * @return checked: how many were looked up; existing; reads: the consumed units
 */
async function existingOf(table, source, format, signal, onProgress) {
  const result = { checked: 0, existing: 0, reads: 0 };
  const names = Object.fromEntries(table.KeySchema.map(({ AttributeName }, at) => ['#k' + at, AttributeName]));
  let batch = new Map();
  const flush = async () => {
    let keys = [...batch.values()];
    batch = new Map();
    for (let tries = 1; keys.length; tries++) {
      const answer = await call('BatchGetItem', { RequestItems: { [table.TableName]: { Keys: keys, ProjectionExpression: Object.keys(names).join(', '), ExpressionAttributeNames: names } } }, { signal });
      const left = answer.UnprocessedKeys?.[table.TableName]?.Keys ?? [];
      result.existing += answer.Responses?.[table.TableName]?.length ?? 0;
      result.reads += capacity('BatchGetItem', answer).reads;
      result.checked += keys.length - left.length;
      onProgress({ ...result });
      keys = left;
      if (keys.length && tries === MAX_TRIES) throw new Error(`The server did not read all keys in ${MAX_TRIES} tries.`);
      if (keys.length) await pause(50 * 2 ** tries, signal);
    }
  };
  const onItem = item => {
    batch.set(keyTextOf(table, item), keyOf(table, item));
    return batch.size < BATCH_KEYS ? undefined : flush();
  };
  await scan(table, source, { format, signal, onItem });
  await flush();
  return result;
}

export function ImportDialog({ table, onClose }) {
  const [text, setText] = useState('');
  const [file, setFile] = useState(null);
  const [mode, setMode] = useState('new');
  const [dry, setDry] = useState(null);
  const [checked, setChecked] = useState(null);
  const [existing, setExisting] = useState(null);
  const [progress, setProgress] = useState(null);
  const [state, run] = useTask();
  const abort = useRef(new AbortController());
  const edit = useRef(null);
  const source = useMemo(() => file ?? (text.trim() ? new Blob([text]) : null), [file, text]);
  useEffect(() => {
    setDry(null);
    setExisting(null);
    if (!source) return undefined;
    const mine = new AbortController();
    const timer = setTimeout(() => {
      setChecked(0);
      scan(table, source, { signal: mine.signal, onProgress: throttled(setChecked) }).then(summary => { setDry(summary); setChecked(null); },
        error => { if (error.name !== 'AbortError') { console.error('the file could not be checked', error); setChecked(null); } });
    }, file ? 0 : PAUSE_MILLIS);
    return () => { clearTimeout(timer); mine.abort(); };
  }, [source]);
  const formatOf = () => dry.format === 'csv' ? undefined : dry.format;
  const check = () => run(async () => {
    try {
      setExisting({ ...await existingOf(table, source, formatOf(), abort.current.signal, throttled(setExisting)), over: true });
    } catch (e) {
      if (e.name !== 'AbortError') throw e;
    }
  });
  /** Writes the items that each(add) adds; earlier is the result whose failed items are tried again. */
  const execute = (each, earlier = { total: dry.items, written: 0, existed: 0, replaced: 0, units: 0, failedCount: 0, again: [] }) => run(async () => {
    const result = { ...earlier, failedCount: earlier.failedCount - earlier.again.length, failed: [], again: [], over: false };
    const report = throttled(() => setProgress({ ...result }));
    setProgress({ ...result });
    edit.current ??= recordEdit(table, file ? `Import of ${file.name}` : 'Import');
    const writer = itemWriter(table, mode, result, report, abort.current.signal, edit.current);
    try {
      await each(writer.add);
      await writer.end();
    } catch (e) {
      if (e.name !== 'AbortError') throw e;
    } finally {
      await writer.rest();
      await edit.current.end();
      setProgress({ ...result, over: true });
    }
  });
  const start = () => execute(add => scan(table, source, { format: formatOf(), signal: abort.current.signal, onItem: add }));
  const retry = () => execute(async add => { for (const { item } of progress.again) await add(item); }, progress);
  const saveFailed = () => download(`${table.TableName}.failed.jsonl`, 'application/json', failedItems(progress.again));
  const close = () => { abort.current.abort(); onClose(!!progress); };
  return html`<${Dialog} title=${'Import into ' + table.TableName} wide running=${state.busy} onClose=${close}>
    ${!progress && html`
      <${Field} label="File with JSON or CSV"><input type="file" name="file" accept=".json,.jsonl,.csv,.txt" onChange=${event => setFile(event.target.files[0] ?? null)} /><//>
      ${!file && html`<${Field} label="Or its text" hint="DynamoDB JSON, plain JSON, one item a line, or CSV with a header such as id,price:N,tags:JSON">
        <textarea class="code" name="text" rows="8" spellcheck=${false} value=${text} onInput=${event => setText(event.target.value)}></textarea><//>`}
      <${Field} label="If an item with the same key exists"><${Select} name="mode" value=${mode} onChange=${setMode} options=${[['new', 'leave it alone'], ['replace', 'replace it']]} /><//>
      ${checked !== null && html`<p class="dry" role="status">Checking… ${bytesText(checked)}</p>`}
      ${dry && html`<div class="dry" data-items=${dry.items}><strong>${plural(dry.items, 'item')}</strong> in ${dry.title} would be written with about${' '}
        <strong>${plural(dry.units, 'write unit')}</strong>, and more for entries of indexes.
        ${mode === 'replace' && html` <strong>Items that are replaced cannot be restored with Undo.</strong>`}
        ${dry.duplicates > 0 && html` ${plural(dry.duplicates, 'item has', 'items have')} a key that occurs before in the file.`}
        ${existing && html` <span class="existing">${plural(existing.existing, 'key')} of ${countText(existing.checked)} ${existing.existing === 1 ? 'exists' : 'exist'} in the table${existing.over ? '' : ' so far'}, ${unitsText(existing.reads)} read units.</span>`}</div>`}
      ${dry?.failed > 0 && html`<div class="error" role="alert"><strong>${plural(dry.failed, 'item')} cannot be imported</strong><ul>${dry.errors.map(line => html`<li key=${line}>${line}</li>`)}</ul></div>`}`}
    ${progress && html`<div class="dry" role="status"><progress max=${progress.total} value=${progress.written + progress.existed + progress.replaced + progress.failedCount}></progress>
      <p><strong class="done">${countText(progress.written)}</strong> of ${countText(progress.total)} written, ${unitsText(progress.units)} write units.
        ${progress.existed > 0 && html` ${plural(progress.existed, 'item')} existed and stayed.`}
        ${progress.replaced > 0 && html` A later item of the file replaced ${plural(progress.replaced, 'item')} with the same key.`}
        ${progress.over && edit.current.changes.length > 0 && html` <a href=${link(['table', table.TableName], { tab: 'time' })}>Undo</a> is in Time.`}</p>
      <${Lost} edit=${edit.current} />
      ${progress.failedCount > 0 && html`<div class="error" role="alert"><strong>${plural(progress.failedCount, 'item')} failed</strong><ul>${progress.failed.map(line => html`<li key=${line}>${line}</li>`)}</ul>
        ${progress.again.length < progress.failedCount && html`<p>Only the first ${plural(progress.again.length, 'failed item')} can be tried again or downloaded.</p>`}</div>`}</div>`}
    <${ErrorBox} error=${state.error} />
    <div class="actions">
      ${progress?.over && progress.again.length > 0 && html`<button type="button" class="primary" data-action="again" disabled=${state.busy} onClick=${retry}>Retry ${plural(progress.again.length, 'failed item')}</button>
      <button type="button" data-action="save-failed" disabled=${state.busy} onClick=${saveFailed}>Download ${plural(progress.again.length, 'failed item')}</button>`}
      ${!progress && html`<button type="button" class="primary" data-action="execute" disabled=${!dry?.items || state.busy} onClick=${start}>Import ${plural(dry?.items ?? 0, 'item')}</button>
      <button type="button" data-action="check" disabled=${!dry?.items || state.busy} onClick=${check}>Count existing keys</button>`}
      <button type="button" data-action="close" onClick=${close}>${progress && !progress.over ? 'Stop' : progress ? 'Close' : 'Cancel'}</button></div><//>`;
}

/**
 * Writes items and counts them in the result: add(item) waits while enough requests are under way, end() waits for all,
 * rest() for those that are under way after a stop.
 *
 * @param mode new: existing items stay; replace: they are replaced
 * @param result its list "again", if it has one, gets the items that could not be written, with their errors
 * @param edit where new items are recorded, so that they can be undone; the service does not return the items that a batch replaces
 */
export function itemWriter(table, mode, result, report, signal, edit) {
  const running = new Set();
  const launch = async (most, task) => {
    while (running.size >= most) await Promise.race(running);
    signal?.throwIfAborted();
    const work = task().finally(() => { running.delete(work); report(); });
    running.add(work);
  };
  const rest = () => Promise.all(running);
  let bytesFailed = 0;
  const fail = (item, error) => {
    result.failedCount++;
    if (result.again?.length < MAX_FAILED && (bytesFailed += itemSize(item)) <= MAX_FAILED_BYTES) result.again.push({ item, message: error.message });
    if (result.failed.length < MAX_SHOWN) result.failed.push(`${Object.values(keyOf(table, item)).map(show).join(' · ')}: ${error.message}`);
  };
  if (mode === 'new') {
    return { add: item => launch(PUTS_AT_A_TIME, () => putNew(table, item, result, fail, edit)), end: rest, rest };
  }
  // A batch may contain a key only once, and of equal keys the last item wins: so no two items of one key are under way.
  let batch = new Map();
  let size = 0;
  const sent = new Set();
  const flush = async () => {
    if (!batch.size) return;
    const keys = [...batch.keys()];
    const items = [...batch.values()];
    batch = new Map();
    size = 0;
    keys.forEach(key => sent.add(key));
    await launch(BATCHES_AT_A_TIME, () => putBatch(table, items, result, fail, signal).finally(() => keys.forEach(key => sent.delete(key))));
  };
  const add = async item => {
    const key = keyTextOf(table, item);
    const bytes = itemSize(item);
    if (batch.has(key)) result.replaced++;
    else if (batch.size === BATCH_ITEMS || batch.size && size + bytes > BATCH_BYTES) await flush();
    while (sent.has(key)) await Promise.race(running);
    batch.set(key, item);
    size += bytes;
  };
  return { add, end: async () => { await flush(); await rest(); }, rest };
}

async function putNew(table, item, result, fail, edit) {
  try {
    const answer = await call('PutItem', createItemInput(table, item));
    result.units += capacity('PutItem', answer).writes;
    result.written++;
    edit?.add({ after: item });
  } catch (error) {
    if (error.type === 'ConditionalCheckFailedException') result.existed++;
    else fail(item, error);
  }
}

async function putBatch(table, items, result, fail, signal) {
  let left = items.map(Item => ({ PutRequest: { Item } }));
  for (let tries = 1; left.length && !signal?.aborted; tries++) {
    try {
      const answer = await call('BatchWriteItem', { RequestItems: { [table.TableName]: left } });
      const unprocessed = answer.UnprocessedItems?.[table.TableName] ?? [];
      result.units += capacity('BatchWriteItem', answer).writes;
      result.written += left.length - unprocessed.length;
      left = unprocessed;
      if (left.length && tries === MAX_TRIES) throw new Error(`the server did not accept it in ${MAX_TRIES} tries`);
    } catch (error) {
      // The service refuses a whole batch because of one wrong item.
      if (error.type === 'ValidationException' && left.length > 1) for (const { PutRequest: { Item } } of left) await putBatch(table, [Item], result, fail, signal);
      else left.forEach(({ PutRequest: { Item } }) => fail(Item, error));
      left = [];
    }
    if (left.length) await pause(50 * 2 ** tries);
  }
}
