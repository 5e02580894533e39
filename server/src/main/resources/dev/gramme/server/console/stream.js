// The records of a table's stream as they arrive.

import { html, useEffect, useMemo, useRef, useState } from '/console/preact.js';
import { call, configuration, inParallel } from '/console/api.js';
import { TokenForm, operators } from '/console/operators.js';
import { ErrorBox, Select, bytesText, countText, plural } from '/console/ui.js';
import { show, showShort, differences, firstFitting, itemSize } from '/console/values.js';

const MAX_RECORDS = 500;
/** Two images of 400 KB in each record would need far more memory than this. */
const MAX_RECORD_BYTES = 20_000_000;
const MAX_SHARDS = 1000;
const AT_A_TIME = 4;
const INTERVAL_MILLIS = 1000;
const FUNCTIONS_MILLIS = 2000;

/** Reads a stream: each call of next() returns the records since the last one that ended. Those of a shard are in order. */
export class StreamReader {
  constructor(arn, from) {
    Object.assign(this, { arn, from, shards: new Map(), hasStarted: false });
  }

  /** The newest shards; the pages of the list have the oldest first. */
  async list(options) {
    let all = [];
    let last;
    do {
      const { StreamDescription: page } = await call('DescribeStream', { StreamArn: this.arn, ...(last ? { ExclusiveStartShardId: last } : {}) }, options);
      all = [...all, ...page.Shards].slice(-MAX_SHARDS);
      last = page.LastEvaluatedShardId;
    } while (last);
    return all.map(shard => shard.ShardId);
  }

  /** An iterator behind the last record that was read; without one, at the first position of the shard. */
  async iterator(shard, options) {
    const { after, type } = this.shards.get(shard);
    const position = after ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } : { ShardIteratorType: type };
    return (await call('GetShardIterator', { StreamArn: this.arn, ShardId: shard, ...position }, options)).ShardIterator;
  }

  async page(shard, options) {
    const state = this.shards.get(shard);
    try {
      state.next ??= await this.iterator(shard, options);
      return await call('GetRecords', { ShardIterator: state.next }, options);
    } catch (error) {
      // An iterator is valid for 15 minutes, a record for a day.
      if (!['ExpiredIteratorException', 'TrimmedDataAccessException'].includes(error.type)) throw error;
      if (!state.after) state.since = Math.floor(state.read / 1000);
      if (!state.after || error.type === 'TrimmedDataAccessException') Object.assign(state, { after: undefined, type: 'TRIM_HORIZON' });
      state.next = await this.iterator(shard, options);
      return call('GetRecords', { ShardIterator: state.next }, options);
    }
  }

  /** @return records, and the first error of a shard, which does not keep the others from being read */
  async next(options) {
    const ids = await this.list(options);
    for (const id of [...this.shards.keys()]) if (!ids.includes(id)) this.shards.delete(id);
    // A shard that appears later is read from its start.
    for (const id of ids) if (!this.shards.has(id)) this.shards.set(id, { type: this.hasStarted ? 'TRIM_HORIZON' : this.from, since: 0, read: 0 });
    const records = [];
    const ends = [];
    let error = null;
    await inParallel(ids.filter(id => !this.shards.get(id).over), AT_A_TIME, async id => {
      const state = this.shards.get(id);
      try {
        const { Records, NextShardIterator } = await this.page(id, options);
        records.push(...Records.filter(({ dynamodb }) => dynamodb.ApproximateCreationDateTime >= state.since));
        ends.push(() => Object.assign(state, { next: NextShardIterator, over: !NextShardIterator, after: Records.at(-1)?.dynamodb.SequenceNumber ?? state.after, read: Date.now() }));
      } catch (e) {
        if (options.signal?.aborted) throw e;
        error ??= e;
      }
    });
    // If the reading was aborted, the same records are read again.
    ends.forEach(end => end());
    this.hasStarted = true;
    return { records: records.sort((a, b) => a.dynamodb.ApproximateCreationDateTime - b.dynamodb.ApproximateCreationDateTime), error };
  }
}

const imageBytes = ({ dynamodb }) => [dynamodb.OldImage, dynamodb.NewImage].reduce((total, image) => total + (image ? itemSize(image) : 0), 0);

const NO_RECORDS = { records: [], dropped: false };

/** The records that are kept, the latest first, and whether earlier ones were dropped. */
function withLatest({ records, dropped }, found) {
  const all = [...found.toReversed(), ...records];
  const kept = firstFitting(all, imageBytes, MAX_RECORDS, MAX_RECORD_BYTES);
  return { records: kept, dropped: dropped || kept.length < all.length };
}

export function Stream({ table }) {
  const [from, setFrom] = useState('LATEST');
  const [{ records, dropped }, setRecords] = useState(NO_RECORDS);
  const [running, setRunning] = useState(true);
  const [started, setStarted] = useState(false);
  const [error, setError] = useState(null);
  const list = useRef();
  const arn = table.StreamSpecification?.StreamEnabled ? table.LatestStreamArn : null;
  const reader = useMemo(() => new StreamReader(arn, from), [arn, from]);

  useEffect(() => {
    if (!arn || !running) return undefined;
    const abort = new AbortController();
    let timer;
    setStarted(false);
    const loop = async () => {
      try {
        const found = await reader.next({ signal: abort.signal, quiet: true });
        setStarted(true);
        setError(found.error);
        if (found.records.length) setRecords(before => withLatest(before, found.records));
      } catch (e) {
        if (abort.signal.aborted) return;
        setError(e);
      }
      if (!abort.signal.aborted) timer = setTimeout(loop, INTERVAL_MILLIS);
    };
    loop();
    return () => { abort.abort(); clearTimeout(timer); };
  }, [reader, running]);

  if (!arn) return html`<div class="empty"><p>The table has no stream. Turn it on in the settings of the table.</p></div>`;
  return html`${!configuration.endpoint && html`<${FunctionsOf} arn=${arn} />`}
    <div class="title"><span class="note" role="status">${!running ? 'Paused' : started ? 'Reading once a second' : 'Starting'} · the last ${records.length} records</span><span class="space"></span>
      <${Select} aria-label="Start of the records" value=${from} onChange=${value => { setRecords(NO_RECORDS); setFrom(value); }}
        options=${[['LATEST', 'from now'], ['TRIM_HORIZON', 'from the oldest record']]} />
      <button type="button" data-action="pause" onClick=${() => setRunning(!running)}>${running ? 'Pause' : 'Continue'}</button></div>
    <${ErrorBox} error=${error} />
    ${dropped && html`<p class="note dropped">Earlier records are not shown. The page keeps at most ${countText(MAX_RECORDS)} records, with images of ${bytesText(MAX_RECORD_BYTES)}.</p>`}
    <ol class="records" ref=${list} tabindex="0" aria-label="Records">${records.map(record => html`<${Record} key=${record.eventID} record=${record} />`)}</ol>`;
}

const ageText = millis => millis < 1000 ? `${millis} ms` : `${countText(Math.round(millis / 1000))} s`;

/** The functions that receive the records of a stream, from the server's page for operators. */
function FunctionsOf({ arn }) {
  const [functions, setFunctions] = useState(null);
  const [shards, setShards] = useState(null);
  const [token, setToken] = useState('');
  const [error, setError] = useState(null);
  useEffect(() => {
    const abort = new AbortController();
    let timer;
    let isFirst = true;
    const round = async () => {
      // The metrics show whether the server has several regions.
      if (isFirst) await operators('metrics', token, abort.signal);
      isFirst = false;
      const [{ Functions }, { StreamDescription: stream }] = await Promise.all([operators('functions', token, abort.signal), call('DescribeStream', { StreamArn: arn }, { signal: abort.signal, quiet: true })]);
      setFunctions(Functions.filter(each => each.EventSourceArn === arn));
      setShards({ open: stream.Shards.filter(each => !each.SequenceNumberRange?.EndingSequenceNumber).length, all: stream.Shards.length, more: !!stream.LastEvaluatedShardId });
      setError(null);
    };
    const loop = async () => {
      try {
        if (!document.hidden) await round();
      } catch (e) {
        if (abort.signal.aborted) return;
        setError(e);
        if (e.type === 'TokenNeeded') return;
      }
      if (!abort.signal.aborted) timer = setTimeout(loop, FUNCTIONS_MILLIS);
    };
    loop();
    return () => { abort.abort(); clearTimeout(timer); };
  }, [arn, token]);
  if (error?.type === 'TokenNeeded') {
    return html`<${TokenForm} title="Functions" onToken=${setToken} />`;
  }
  return html`<section class="card functions"><h2>Functions</h2><${ErrorBox} error=${error} />
    ${shards && html`<p class="note shards">The stream has ${plural(shards.open, 'open shard')}${shards.all > shards.open ? ` and ${plural(shards.all - shards.open, 'closed one')}` : ''}${shards.more ? ', and more' : ''}.</p>`}
    ${functions && (!functions.length ? html`<p class="note">No function is bound to the stream.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Functions of the stream"><table class="list"><thead><tr><th scope="col">Function</th><th scope="col">State</th><th scope="col">Where</th><th scope="col" class="number">Calls</th>
        <th scope="col" class="number">Failed</th><th scope="col" class="number">Records</th><th scope="col" class="number">Discarded</th><th scope="col" class="number">Age of the oldest waiting record</th></tr></thead>
      <tbody>${functions.map(each => html`<tr key=${each.FunctionName}><th scope="row">${each.FunctionName}</th><td>${each.State}</td><td>${each.Endpoint ?? 'in process'}</td><td class="number">${countText(each.Invocations)}</td>
        <td class="number">${countText(each.Failures)}</td><td class="number">${countText(each.Records)}</td><td class="number">${countText(each.DiscardedRecords)}</td><td class="number">${ageText(each.IteratorAgeMillis)}</td></tr>`)}</tbody></table></div>`)}</section>`;
}

function Record({ record }) {
  const { dynamodb } = record;
  const keys = Object.entries(dynamodb.Keys).map(([name, value]) => `${name} ${show(value)}`).join(' · ');
  const before = dynamodb.OldImage ?? {};
  const after = dynamodb.NewImage ?? {};
  const changed = differences(before, after).filter(name => !(name in dynamodb.Keys));
  return html`<li class=${'record ' + record.eventName.toLowerCase()}><div><strong>${record.eventName}</strong> ${keys}${' '}
    <time class="note">${new Date(dynamodb.ApproximateCreationDateTime * 1000).toLocaleTimeString()}</time></div>
    ${changed.length > 0 && html`<dl>${changed.slice(0, 50).map(name => html`<div key=${name}><dt>${name}</dt>
      <dd>${before[name] && html`<del>${showShort(before[name], 300)}</del>`} ${after[name] && html`<ins>${showShort(after[name], 300)}</ins>`}</dd></div>`)}</dl>`}</li>`;
}
