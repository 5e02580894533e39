// The records of a table's stream as they arrive.

import { html, useEffect, useRef, useState } from '/console/preact.js';
import { call, configuration } from '/console/api.js';
import { operators } from '/console/live.js';
import { ErrorBox, Field, Select, Text, countText, plural } from '/console/ui.js';
import { show, showShort, differences } from '/console/values.js';

const MAX_RECORDS = 500;
const MAX_SHARDS = 50;
const INTERVAL_MILLIS = 1000;
const FUNCTIONS_MILLIS = 2000;

export function Stream({ table }) {
  const [from, setFrom] = useState('LATEST');
  const [records, setRecords] = useState([]);
  const [running, setRunning] = useState(true);
  const [started, setStarted] = useState(false);
  const [error, setError] = useState(null);
  const list = useRef();
  const arn = table.StreamSpecification?.StreamEnabled ? table.LatestStreamArn : null;

  useEffect(() => {
    if (!arn || !running) return undefined;
    const abort = new AbortController();
    const options = { signal: abort.signal, quiet: true };
    const iterators = new Map();
    const seen = new Set();
    let hasStarted = false;
    let timer;
    setStarted(false);
    const round = async () => {
      const { StreamDescription: stream } = await call('DescribeStream', { StreamArn: arn }, options);
      for (const { ShardId } of stream.Shards.slice(-MAX_SHARDS)) {
        if (seen.has(ShardId)) continue;
        // A shard that appears later is read from its start.
        const { ShardIterator } = await call('GetShardIterator', { StreamArn: arn, ShardId, ShardIteratorType: hasStarted ? 'TRIM_HORIZON' : from }, options);
        seen.add(ShardId);
        iterators.set(ShardId, ShardIterator);
      }
      hasStarted = true;
      setStarted(true);
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
  return html`${!configuration.endpoint && html`<${FunctionsOf} arn=${arn} />`}
    <div class="title"><span class="note" role="status">${!running ? 'Paused' : started ? 'Reading once a second' : 'Starting'} · the last ${records.length} records</span><span class="space"></span>
      <${Select} aria-label="Start of the records" value=${from} onChange=${value => { setRecords([]); setFrom(value); }}
        options=${[['LATEST', 'from now'], ['TRIM_HORIZON', 'from the oldest record']]} />
      <button type="button" onClick=${() => setRunning(!running)}>${running ? 'Pause' : 'Continue'}</button></div>
    <${ErrorBox} error=${error} />
    <ol class="records" ref=${list} tabindex="0" aria-label="Records">${records.map(record => html`<${Record} key=${record.eventID} record=${record} />`)}</ol>`;
}

const ageText = millis => millis < 1000 ? `${millis} ms` : `${countText(Math.round(millis / 1000))} s`;

/** The functions that receive the records of a stream, from the server's page for operators. */
function FunctionsOf({ arn }) {
  const [functions, setFunctions] = useState(null);
  const [shards, setShards] = useState(null);
  const [token, setToken] = useState('');
  const [typed, setTyped] = useState('');
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
    return html`<form class="card" onSubmit=${event => { event.preventDefault(); setToken(typed.trim()); }}><h2>Functions</h2>
      <${Field} label="Admin token" hint="From security/admin-token in the data folder of the server. It stays in this page."><${Text} name="token" type="password" value=${typed} onInput=${setTyped} /><//>
      <div class="actions"><button type="submit" class="primary">Use</button></div></form>`;
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
