// What the server does now: requests, times, throttles, hot keys, background work. From the pages for operators.

import { html, useCallback, useEffect, useState } from '/console/preact.js';
import { call } from '/console/api.js';
import { TokenForm, operators } from '/console/operators.js';
import { ErrorBox, Field, Select, bytesText, countText, useTask } from '/console/ui.js';
import { tableNames } from '/console/tables.js';
import { link } from '/console/route.js';
import { Heat } from '/console/heat.js';
import { show } from '/console/values.js';

const INTERVAL_MILLIS = 2000;
const MAX_POINTS = 90;

const idOf = sample => sample.name + JSON.stringify(sample.labels);

/** By how much each counter has grown since the samples before; a counter that fell began again at zero. */
export function growth(before, after) {
  const old = new Map(before.map(sample => [idOf(sample), sample.value]));
  return after.map(sample => {
    const was = old.get(idOf(sample)) ?? 0;
    return { ...sample, value: sample.value >= was ? sample.value - was : sample.value };
  });
}

/** The upper bound of the bucket that contains a share of the observations, in milliseconds. */
export function quantile(buckets, share) {
  const sorted = buckets.map(({ labels, value }) => [labels.le === '+Inf' ? Infinity : Number(labels.le), value]).sort((a, b) => a[0] - b[0]);
  const total = sorted.at(-1)?.[1] ?? 0;
  return total === 0 ? null : sorted.find(([, count]) => count >= share * total)[0] * 1000;
}

const sum = (samples, name, test = () => true) => samples.filter(sample => sample.name === name && test(sample.labels)).reduce((total, sample) => total + sample.value, 0);

const millisText = millis => millis === null ? '–' : millis === Infinity ? 'over 17 s' : `≤ ${millis < 10 ? millis.toFixed(2) : Math.round(millis)} ms`;
const rateText = rate => rate.toLocaleString('en', { maximumFractionDigits: rate < 10 ? 1 : 0 });

export function Live() {
  const [now, setNow] = useState(null);
  const [points, setPoints] = useState([]);
  const [jobs, setJobs] = useState(null);
  const [rules, setRules] = useState([]);
  const [token, setToken] = useState('');
  const [error, setError] = useState(null);
  useEffect(() => {
    const abort = new AbortController();
    let timer;
    let last = null;
    const round = async () => {
      const samples = await operators('metrics', token, abort.signal);
      const [status, insights] = await Promise.all(['status', 'insights'].map(name => operators(name, token, abort.signal)));
      const time = performance.now();
      if (last) {
        const seconds = (time - last.time) / 1000;
        const grown = growth(last.samples, samples);
        setNow({ seconds, grown, samples });
        setPoints(before => [...before, sum(grown, 'gramme_requests_total') / seconds].slice(-MAX_POINTS));
      } else {
        setNow({ seconds: 0, grown: [], samples });
      }
      last = { time, samples };
      setJobs(status);
      setRules(insights.Rules);
      setError(null);
    };
    const loop = async () => {
      try {
        if (!document.hidden) await round();
      } catch (e) {
        if (abort.signal.aborted) return;
        setError(e.type ? e : Object.assign(new Error('The server did not answer. Is it running?'), { type: 'NoAnswer' }));
        if (e.type === 'TokenNeeded') return;
      }
      if (!abort.signal.aborted) timer = setTimeout(loop, INTERVAL_MILLIS);
    };
    loop();
    return () => { abort.abort(); clearTimeout(timer); };
  }, [token]);
  const load = useCallback((name, signal) => operators(name, token, signal), [token]);
  return html`<div class="title"><h1>Live</h1><span class="note" role="status">${now ? `every ${INTERVAL_MILLIS / 1000} seconds, of this server` : ''}</span></div>
    <${ErrorBox} error=${error} />
    ${error?.type === 'TokenNeeded' && html`<${TokenForm} onToken=${setToken} />`}
    ${now && !error && html`<${Overview} now=${now} points=${points} /><${Operations} now=${now} /><${Throttles} now=${now} /><${Heat} load=${load} /><${HotKeys} rules=${rules} /><${Jobs} status=${jobs} />`}`;
}

function Overview({ now, points }) {
  const value = name => sum(now.samples, name);
  const most = Math.max(1, ...points);
  const line = points.map((point, at) => `${at * 600 / (MAX_POINTS - 1)},${58 - 54 * point / most}`).join(' ');
  const figures = [
    ['requests a second', rateText(points.at(-1) ?? 0)],
    ['memory of requests', `${bytesText(value('gramme_request_memory_bytes'))} of ${bytesText(value('gramme_request_memory_limit_bytes'))}`],
    ['refused for lack of memory', countText(value('gramme_request_memory_refusals_total'))],
    ['writable', now.samples.some(sample => sample.name === 'gramme_storage_writable') ? (value('gramme_storage_writable') ? 'yes' : 'no') : 'yes'],
  ];
  return html`<section class="card"><h2>Requests</h2><dl class="figures">${figures.map(([label, text]) => html`<div key=${label}><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>
    <svg class="line" viewBox="0 0 600 60" preserveAspectRatio="none" role="img" aria-label=${`Requests a second in the last ${points.length * INTERVAL_MILLIS / 1000} seconds, at most ${rateText(most)}`}>
      <polyline points=${line} fill="none" stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke" /></svg></section>`;
}

function Operations({ now }) {
  const names = [...new Set(now.samples.filter(sample => sample.name === 'gramme_requests_total').map(sample => sample.labels.operation))];
  const rows = names.map(name => {
    const of = labels => labels.operation === name;
    const latencies = from => from.filter(sample => sample.name === 'gramme_request_duration_seconds_bucket' && of(sample.labels));
    const recent = sum(now.grown, 'gramme_requests_total', of);
    const buckets = latencies(recent ? now.grown : now.samples);
    return { name, rate: now.seconds ? recent / now.seconds : 0, total: sum(now.samples, 'gramme_requests_total', of), failed: sum(now.samples, 'gramme_requests_total', labels => of(labels) && labels.status !== '200'),
      half: quantile(buckets, 0.5), most: quantile(buckets, 0.99) };
  }).sort((a, b) => b.rate - a.rate || b.total - a.total);
  return html`<section class="card"><h2>Operations</h2><div class="scroll" tabindex="0" role="region" aria-label="Operations"><table class="list operations"><thead><tr>
      <th scope="col">Operation</th><th scope="col" class="number">A second</th><th scope="col" class="number">Half within</th><th scope="col" class="number">99 % within</th><th scope="col" class="number">All</th><th scope="col" class="number">Refused</th></tr></thead>
    <tbody>${rows.map(row => html`<tr key=${row.name}><th scope="row">${row.name}</th><td class="number">${rateText(row.rate)}</td><td class="number">${millisText(row.half)}</td><td class="number">${millisText(row.most)}</td>
      <td class="number">${countText(row.total)}</td><td class="number">${countText(row.failed)}</td></tr>`)}</tbody></table></div>
    <p class="note">The times are of the last ${INTERVAL_MILLIS / 1000} seconds, or since the start if there was no such request. Their bounds double.</p></section>`;
}

const THROTTLES = [['gramme_consumed_read_capacity_units_total', 'Read units a second', true], ['gramme_consumed_write_capacity_units_total', 'Write units a second', true],
  ['gramme_read_throttle_events_total', 'Throttled reads', false], ['gramme_write_throttle_events_total', 'Throttled writes', false], ['gramme_physical_partitions', 'Partitions', false]];

function Throttles({ now }) {
  const resources = [...new Set(now.samples.filter(sample => sample.name === THROTTLES[0][0]).map(({ labels }) => JSON.stringify([labels.table, labels.index])))].map(text => JSON.parse(text));
  return html`<section class="card"><h2>Throughput and throttles</h2>${!resources.length ? html`<p class="note">The server does not limit throughput, so it throttles no table. The setting --throttling changes that.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Throughput"><table class="list throttles"><thead><tr><th scope="col">Table or index</th>${THROTTLES.map(([name, label]) => html`<th key=${name} scope="col" class="number">${label}</th>`)}</tr></thead>
      <tbody>${resources.map(([table, index]) => html`<tr key=${table + '/' + index}><th scope="row"><a href=${link(['table', table])}>${table}${index ? ' · ' + index : ''}</a></th>
        ${THROTTLES.map(([name, , rate]) => html`<td key=${name} class="number">${rate ? rateText(now.seconds ? sum(now.grown, name, labels => labels.table === table && labels.index === index) / now.seconds : 0)
          : countText(sum(now.samples, name, labels => labels.table === table && labels.index === index))}</td>`)}</tr>`)}</tbody></table></div>`}</section>`;
}

const RULES = { PKC: 'partition keys by units', SKC: 'items by units', PKT: 'throttled partition keys', SKT: 'throttled items' };

function HotKeys({ rules }) {
  const [names, setNames] = useState([]);
  const [table, setTable] = useState('');
  const [state, run] = useTask();
  useEffect(() => { run(async () => setNames(await tableNames())); }, []);
  const enable = event => {
    event.preventDefault();
    run(() => call('UpdateContributorInsights', { TableName: table, ContributorInsightsAction: 'ENABLE' }));
  };
  const shown = rules.filter(rule => rule.Contributors.length);
  return html`<section class="card"><h2>Hot keys</h2>
    <form class="row" onSubmit=${enable}><${Field} label="Count the keys of a table"><${Select} name="insights" value=${table} options=${[['', 'choose'], ...names.slice(0, 500).map(name => [name, name])]} onChange=${setTable} /><//>
      <button type="submit" data-action="insights" disabled=${!table || state.busy}>Turn on contributor insights</button></form>
    <${ErrorBox} error=${state.error} />
    ${!shown.length && html`<p class="note">No key was counted in the last two hours.</p>`}
    ${shown.map(rule => {
      const most = rule.Contributors[0].Count;
      return html`<div key=${rule.TableName + rule.IndexName + rule.Rule}><h3>${rule.TableName}${rule.IndexName ? ' · ' + rule.IndexName : ''}: ${RULES[rule.Rule] ?? rule.Rule}</h3>
        <ol class="heat">${rule.Contributors.slice(0, 10).map(({ Key, Count }) => html`<li key=${JSON.stringify(Key)}><span>${Object.values(Key).map(show).join(' · ').slice(0, 200)}</span>
          <meter min="0" max=${most} value=${Count} aria-label="Share of the most used key"></meter><span class="number">${rateText(Count)}</span></li>`)}</ol></div>`;
    })}</section>`;
}

function Jobs({ status }) {
  const jobs = status?.BackgroundJobs ?? [];
  return html`<section class="card"><h2>Background work</h2>
    ${status && !status.Writable && html`<${ErrorBox} error=${Object.assign(new Error(status.Reason), { type: 'The storage cannot be written' })} />`}
    ${!jobs.length ? html`<p class="note">Nothing runs in the background.</p>` : html`<div class="scroll" tabindex="0" role="region" aria-label="Background work"><table class="list jobs"><thead><tr>
      <th scope="col">Work</th><th scope="col">Of</th><th scope="col">Since</th><th scope="col" class="number">Tries</th><th scope="col">State</th></tr></thead>
      <tbody>${jobs.map((job, at) => html`<tr key=${at}><th scope="row">${job.Kind}</th><td>${job.Subject}</td><td>${new Date(job.Since * 1000).toLocaleTimeString()}</td><td class="number">${job.Tries}</td>
        <td>${job.LastError ? 'failed: ' + job.LastError : job.NextTry ? 'waits' : 'runs'}</td></tr>`)}</tbody></table></div>`}</section>`;
}
