// The records of a table's stream as they arrive.

import { html, useEffect, useRef, useState } from '/console/preact.js';
import { call } from '/console/api.js';
import { ErrorBox, Select } from '/console/ui.js';
import { show, showShort, differences } from '/console/values.js';

const MAX_RECORDS = 500;
const MAX_SHARDS = 50;
const INTERVAL_MILLIS = 1000;

export function Stream({ table }) {
  const [from, setFrom] = useState('LATEST');
  const [records, setRecords] = useState([]);
  const [running, setRunning] = useState(true);
  const [error, setError] = useState(null);
  const list = useRef();
  const arn = table.StreamSpecification?.StreamEnabled ? table.LatestStreamArn : null;

  useEffect(() => {
    if (!arn || !running) return undefined;
    const abort = new AbortController();
    const options = { signal: abort.signal, quiet: true };
    const iterators = new Map();
    const seen = new Set();
    let timer;
    const round = async () => {
      const { StreamDescription: stream } = await call('DescribeStream', { StreamArn: arn }, options);
      for (const { ShardId } of stream.Shards.slice(-MAX_SHARDS)) {
        if (seen.has(ShardId)) continue;
        // A shard that appears later is read from its start.
        const type = seen.size < stream.Shards.length && iterators.size === 0 || from === 'TRIM_HORIZON' ? from : 'TRIM_HORIZON';
        const { ShardIterator } = await call('GetShardIterator', { StreamArn: arn, ShardId, ShardIteratorType: type }, options);
        seen.add(ShardId);
        iterators.set(ShardId, ShardIterator);
      }
      for (const [shard, ShardIterator] of [...iterators]) {
        const page = await call('GetRecords', { ShardIterator }, options);
        if (page.NextShardIterator) iterators.set(shard, page.NextShardIterator);
        else iterators.delete(shard);
        if (page.Records.length) setRecords(before => [...page.Records.toReversed(), ...before].slice(0, MAX_RECORDS));
      }
    };
    const loop = async () => {
      try {
        await round();
        setError(null);
      } catch (e) {
        if (abort.signal.aborted) return;
        setError(e);
      }
      if (!abort.signal.aborted) timer = setTimeout(loop, INTERVAL_MILLIS);
    };
    loop();
    return () => { abort.abort(); clearTimeout(timer); };
  }, [arn, running, from]);

  if (!arn) return html`<div class="empty"><p>The table has no stream. Turn it on in the settings of the table.</p></div>`;
  return html`<div class="title"><span class="note" role="status">${running ? 'Reading once a second' : 'Paused'} · the last ${records.length} records</span><span class="space"></span>
      <${Select} aria-label="Start of the records" value=${from} onChange=${value => { setRecords([]); setFrom(value); }}
        options=${[['LATEST', 'from now'], ['TRIM_HORIZON', 'from the oldest record']]} />
      <button type="button" onClick=${() => setRunning(!running)}>${running ? 'Pause' : 'Continue'}</button></div>
    <${ErrorBox} error=${error} />
    <ol class="records" ref=${list} tabindex="0" aria-label="Records">${records.map(record => html`<${Record} key=${record.eventID} record=${record} />`)}</ol>`;
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
