// A table at other times: its changes of the last day, copies of it as of a second, and the differences between them.

import { html, useEffect, useMemo, useRef, useState } from '/console/preact.js';
import { call, configuration, inParallel } from '/console/api.js';
import { ChangeTable, MAX_CHANGE_BYTES, MAX_ROWS, UndoableChanges, imageBytes, keyTitle } from '/console/changes.js';
import { CodeOfLast } from '/console/codeof.js';
import { DeleteTable } from '/console/confirm.js';
import { ItemHistory } from '/console/history.js';
import { describe, keyText, recoveryText, tableNames, tablesChanged } from '/console/tables.js';
import { link } from '/console/route.js';
import { Busy, Dialog, ErrorBox, Field, Select, Text, bytesText, countText, plural, useTask } from '/console/ui.js';
import { keyTextOf } from '/console/query.js';
import { fieldText, secondsOf, timeText } from '/console/times.js';
import { differences, firstFitting, itemSize, show } from '/console/values.js';
import { UndoPlan, UndoResult, Undos, useUndo } from '/console/undo.js';

const MAX_SHARDS = 1000;
const MAX_READ = 100_000;
const MAX_CHANGES = 500;
const MAX_ITEMS = 200_000;
const MAX_BYTES = 200_000_000;
const EMPTY_PAGES = 5;
const AT_A_TIME = 4;
const COPY = '-as-of-';

export function Time({ table, params }) {
  const [recovery, setRecovery] = useState(table.recovery);
  // Another endpoint has no pages for operators.
  const hasHistory = recoveryText({ recovery }) === 'on' && !configuration.endpoint;
  return html`<${Undos} table=${table} />${hasHistory && html`<${ItemHistory} key=${params.item} table=${table} params=${params} />`}
    <${Copies} table=${table} recovery=${recovery} onRecovery=${setRecovery} />
    <${Changes} table=${table} params=${params} />`;
}

// Copies.

/** The time in the name of a copy, which the restore's summary repeats where the service returns it. */
const copyTime = name => {
  const [, year, month, day, hour, minute, second] = /-as-of-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/.exec(name) ?? [];
  return year ? `${year}-${month}-${day} ${hour}:${minute}:${second} UTC` : '–';
};

/** The names that this view gives to copies of a table: with a time at the end. */
const copiesOf = (names, name) => names.filter(each => each.startsWith(name + COPY) && /^\d{8}T\d{6}$/.test(each.slice((name + COPY).length)));

/** Whether a table with such a name can be a copy. The service shows the source of a copy only until the copy is active, so its key decides. */
const isCopyOf = (copy, table) => keyText(copy, copy.KeySchema) === keyText(table, table.KeySchema);

function Copies({ table, recovery, onRecovery }) {
  const name = table.TableName;
  const [copies, setCopies] = useState([]);
  const [when, setWhen] = useState('');
  const [compare, setCompare] = useState(null);
  const [deleting, setDeleting] = useState(null);
  const [done, setDone] = useState(null);
  const [state, run] = useTask();
  const load = () => run(async () => {
    const names = copiesOf(await tableNames(), name).slice(-50);
    setCopies((await inParallel(names, AT_A_TIME, each => describe(each))).filter(copy => isCopyOf(copy, table)));
  });
  useEffect(() => { load(); }, [name]);
  const waiting = copies.some(copy => copy.TableStatus !== 'ACTIVE');
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(load, 1000);
    return () => clearTimeout(timer);
  }, [waiting, copies]);
  const isOn = recoveryText({ recovery }) === 'on';
  const turnOn = () => run(async () => {
    await call('UpdateContinuousBackups', { TableName: name, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
    onRecovery((await describe(name)).recovery);
  });
  const restore = event => {
    event.preventDefault();
    run(async () => {
      const seconds = secondsOf(when);
      const at = seconds ?? Math.floor(Date.now() / 1000);
      const input = {
        SourceTableName: name, TargetTableName: name + COPY + fieldText(at).replaceAll(/[-:]/g, ''),
        ...(seconds ? { RestoreDateTime: seconds } : { UseLatestRestorableTime: true }),
      };
      await call('RestoreTableToPointInTime', input);
      setDone({ operation: 'RestoreTableToPointInTime', input });
      tablesChanged();
      await load();
    });
  };
  return html`<section class="card"><h2>The table as of a second</h2>
    ${!isOn ? html`<p class="note">Point-in-time recovery is off. From the time when it is turned on, the table can be copied as of any second.</p>
      <div class="actions"><button type="button" data-action="recovery" disabled=${state.busy} onClick=${turnOn}>Turn on recovery</button></div>`
    : html`<form class="row" onSubmit=${restore}>
      <${Field} label="Time (UTC); empty for the latest" hint=${`from ${timeText(recovery.EarliestRestorableDateTime)} to ${timeText(recovery.LatestRestorableDateTime)} or later`}>
        <${Text} name="when" placeholder=${fieldText(recovery.LatestRestorableDateTime)} value=${when} onInput=${setWhen} /><//>
      <button type="submit" class="primary" data-action="copy" disabled=${state.busy}>Make a copy</button></form>
      <p class="note">A copy is a table of its own with its own costs. Changes of it do not change this table.</p>`}
    <${ErrorBox} error=${state.error} />
    ${copies.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Copies"><table class="list"><thead><tr><th scope="col">Copy</th><th scope="col">As of</th><th scope="col">State</th><th scope="col">Actions</th></tr></thead>
      <tbody>${copies.map(copy => html`<tr key=${copy.TableName}><th scope="row"><a href=${link(['table', copy.TableName])}>${copy.TableName}</a></th>
        <td>${copy.RestoreSummary ? timeText(copy.RestoreSummary.RestoreDateTime) : copyTime(copy.TableName)}</td><td>${copy.TableStatus}</td>
        <td><button type="button" class="quiet" data-action="compare" disabled=${copy.TableStatus !== 'ACTIVE'} onClick=${() => setCompare(copy.TableName)}>Compare</button>
          <button type="button" class="quiet danger" data-action="delete-copy" aria-label=${'Delete the copy ' + copy.TableName} disabled=${state.busy || copy.TableStatus !== 'ACTIVE'} onClick=${() => setDeleting(copy)}>Delete</button></td></tr>`)}</tbody></table></div>`}
    ${deleting && html`<${DeleteTable} table=${deleting} onDeleted=${load} onClose=${() => setDeleting(null)} />`}
    ${compare && html`<${Comparison} table=${table} first=${compare} others=${copies.map(copy => copy.TableName)} onClose=${() => setCompare(null)} />`}</section><${CodeOfLast} done=${done} />`;
}

async function readItems(name, signal, onProgress) {
  const items = [];
  let bytes = 0;
  let next;
  do {
    const page = await call('Scan', { TableName: name, ...(next ? { ExclusiveStartKey: next } : {}) }, { signal });
    items.push(...page.Items);
    bytes += page.Items.reduce((total, item) => total + itemSize(item), 0);
    next = page.LastEvaluatedKey;
    if (bytes > MAX_BYTES) throw new Error(`The table has more than ${bytesText(MAX_BYTES)}, the most that are compared.`);
    if (items.length > MAX_ITEMS) throw new Error(`The table has more than ${countText(MAX_ITEMS)} items, the most that are compared.`);
    onProgress(items.length);
  } while (next);
  return items;
}

/** The items that differ between two lists, with their key as a text. */
export function changesBetween(table, before, after) {
  const old = new Map(before.map(item => [keyTextOf(table, item), item]));
  const changes = [];
  for (const item of after) {
    const key = keyTextOf(table, item);
    const was = old.get(key);
    if (!was) changes.push({ key, after: item });
    else if (differences(was, item).length) changes.push({ key, before: was, after: item });
    old.delete(key);
  }
  for (const [key, item] of old) changes.push({ key, before: item });
  return changes;
}

/** What differs between two moments, and its undoing. */
function Comparison({ table, first, others, onClose }) {
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(table.TableName);
  const [changes, setChanges] = useState(null);
  const [chosen, setChosen] = useState(new Set());
  const [read, setRead] = useState(0);
  const [asked, setAsked] = useState(false);
  const { result: undone, run: undoThese, stop } = useUndo(table);
  const [state, run] = useTask();
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const compare = () => run(async () => {
    setChanges(null);
    setAsked(false);
    const [before, after] = await Promise.all([from, to].map(name => readItems(name, abort.current.signal, setRead)));
    const found = changesBetween(table, before, after);
    setChanges(found);
    // Only what the list shows is chosen without a question.
    choose(found.slice(0, MAX_ROWS));
  });
  useEffect(() => { compare(); }, [from, to]);
  const choose = some => setChosen(new Set(some.map(change => change.key)));
  const wanted = useMemo(() => changes?.filter(change => chosen.has(change.key)) ?? [], [changes, chosen]);
  const hidden = useMemo(() => changes?.slice(MAX_ROWS).filter(change => chosen.has(change.key)).length ?? 0, [changes, chosen]);
  const undo = () => run(async () => {
    setAsked(false);
    await undoThese(wanted);
    await compare();
  });
  const toggle = key => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  const names = [table.TableName, ...others];
  return html`<${Dialog} title="Differences" wide onClose=${onClose}>
    <div class="row"><${Field} label="Before"><${Select} name="from" value=${from} options=${names} onChange=${setFrom} /><//>
      <${Field} label="After"><${Select} name="to" value=${to} options=${names} onChange=${setTo} /><//></div>
    <${ErrorBox} error=${state.error} />
    ${!changes && state.busy && html`<${Busy} text=${`Reading… ${plural(read, 'item')}`} />`}
    ${undone && html`<${UndoResult} result=${undone} onStop=${stop} />`}
    ${changes && html`<p class="differing"><strong>${plural(changes.length, 'item differs', 'items differ')}</strong></p>
      <${ChangeTable} table=${table} changes=${changes} chosen=${to === table.TableName ? chosen : null} onToggle=${toggle} />
      ${to === table.TableName && changes.length > 0 && !stop && html`<div class="actions"><button type="button" class="danger" data-action="undo-all" disabled=${state.busy || !chosen.size} onClick=${() => setAsked(true)}>
          Undo ${plural(chosen.size, 'change')}…</button>
        ${chosen.size < changes.length && html`<button type="button" data-action="choose-all" disabled=${state.busy} onClick=${() => choose(changes)}>Choose all ${countText(changes.length)}</button>`}
        ${chosen.size > 0 && html`<button type="button" data-action="choose-none" disabled=${state.busy} onClick=${() => choose([])}>Choose none</button>`}</div>
      ${asked && wanted.length > 0 && html`<${UndoPlan} changes=${wanted} hidden=${hidden} onConfirm=${undo} />`}`}`}<//>`;
}

// Changes of the last day.

/**
 * The changes in a table's stream, the latest first.
 *
 * @param wanted whether a key belongs to the result
 */
export async function readChanges(arn, wanted, signal, onProgress) {
  const shards = [];
  let last;
  do {
    const { StreamDescription: stream } = await call('DescribeStream', { StreamArn: arn, ...(last ? { ExclusiveStartShardId: last } : {}) }, { signal, quiet: true });
    shards.push(...stream.Shards);
    last = stream.LastEvaluatedShardId;
  } while (last && shards.length < MAX_SHARDS);
  // Only the latest are kept: the images of all records would not fit into the memory of a page.
  let found = [];
  let bytes = 0;
  let count = 0;
  const prune = () => {
    found.sort((a, b) => b.time - a.time || (a.order.length - b.order.length || (a.order < b.order ? -1 : 1)) * -1);
    found = firstFitting(found, imageBytes, MAX_CHANGES, MAX_CHANGE_BYTES);
    bytes = found.reduce((total, change) => total + imageBytes(change), 0);
  };
  let read = 0;
  let complete = !last;
  await inParallel(shards, AT_A_TIME, async ({ ShardId }) => {
    let { ShardIterator: iterator } = await call('GetShardIterator', { StreamArn: arn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }, { signal, quiet: true });
    // The end of an open shard is known only by empty pages.
    for (let empty = 0; iterator && empty < EMPTY_PAGES;) {
      if (read >= MAX_READ) { complete = false; return; }
      const page = await call('GetRecords', { ShardIterator: iterator }, { signal, quiet: true });
      empty = page.Records.length ? 0 : empty + 1;
      read += page.Records.length;
      const matching = page.Records.filter(record => wanted(record.dynamodb.Keys)).map(({ eventID, dynamodb, userIdentity }) => ({
        id: eventID, time: dynamodb.ApproximateCreationDateTime, order: dynamodb.SequenceNumber, before: dynamodb.OldImage, after: dynamodb.NewImage, expired: !!userIdentity }));
      found.push(...matching);
      count += matching.length;
      bytes += matching.reduce((total, change) => total + imageBytes(change), 0);
      if (found.length > 2 * MAX_CHANGES || bytes > 2 * MAX_CHANGE_BYTES) prune();
      onProgress(read);
      iterator = page.NextShardIterator;
    }
  });
  prune();
  return { changes: found, read, complete: complete && count === found.length };
}

function Changes({ table, params }) {
  const [key, setKey] = useState(params.key ?? '');
  const [result, setResult] = useState(null);
  const [read, setRead] = useState(0);
  const [state, run] = useTask();
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const { StreamEnabled, StreamViewType } = table.StreamSpecification ?? {};
  const usable = StreamEnabled && StreamViewType === 'NEW_AND_OLD_IMAGES';
  const load = () => run(async () => {
    const text = key.trim();
    const wanted = keys => !text || Object.values(keys).some(value => show(value).includes(text)) || keyTitle(table, keys) === text;
    setResult(await readChanges(table.LatestStreamArn, wanted, abort.current.signal, setRead));
  });
  useEffect(() => { if (usable) load(); }, [table.LatestStreamArn]);
  return html`<section class="card"><h2>Changes of the last day</h2>
    ${!usable ? html`<p class="note">Changes are read from the table's stream with new and old images. Turn it on in the settings of the table; earlier changes are not in it.</p>`
    : html`<form class="row" onSubmit=${event => { event.preventDefault(); load(); }}>
        <${Field} label="A part of the key; empty for all items"><${Text} name="key" value=${key} onInput=${setKey} /><//>
        <button type="submit" disabled=${state.busy}>Read</button></form>
      <${ErrorBox} error=${state.error} />
      ${state.busy && html`<${Busy} text=${`Reading… ${plural(read, 'record')}`} />`}
      ${result && html`<p class="note">${plural(result.changes.length, 'change')} of ${plural(result.read, 'record')}${result.complete ? '' : '; there are more than are read or shown'}</p>
        <${UndoableChanges} table=${table} changes=${result.changes} onUndone=${load} />`}`}</section>`;
}
