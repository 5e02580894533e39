// The partitions of a table as a map: ranges of the hash downwards, the last hour to the right. And throttles by their cause.

import { html, useEffect, useState } from '/console/preact.js';
import { rangeText } from '/console/operators.js';
import { link } from '/console/route.js';
import { Field, Select, countText, unitsText } from '/console/ui.js';

const INTERVAL_MILLIS = 10_000;
const MINUTES = 60;
/** What one partition can serve in a second, by the service's documentation (2026). */
export const PARTITION_READS = 3000;
export const PARTITION_WRITES = 1000;
const SECONDS = 60;
const MAP_HEIGHT = 320;
const MIN_HEIGHT = 3;
const MAX_ROWS = 20;

/** The share of its limit that a partition used in a minute, on average. */
export const shareOf = ({ ReadUnits, WriteUnits }) => Math.max(ReadUnits / SECONDS / PARTITION_READS, WriteUnits / SECONDS / PARTITION_WRITES);

/** Levels of heat by the share of the limit; a minute with throttles has the highest one. */
const LEVELS = [[0.01, 'under 1 %'], [0.1, '1 to 10 %'], [0.5, '10 to 50 %'], [Infinity, '50 % and more']];
const levelOf = minute => LEVELS.findIndex(([below]) => shareOf(minute) < below);

/** The place of a hash in the hash space, from 0 to 1. */
export const placeOf = hash => parseInt(hash.slice(0, 13), 16) / 2 ** 52;

const idOf = ({ TableName, IndexName }) => JSON.stringify([TableName, IndexName ?? '']);
const titleOf = ({ TableName, IndexName }) => TableName + (IndexName ? ' · ' + IndexName : '');

/** A throttling reason in words. */
export function causeOf(reason) {
  const [, what, direction, cause] = /^(Table|Index)(Read|Write)(.*)$/.exec(reason) ?? [];
  const causes = {
    ProvisionedThroughputExceeded: 'more than the provisioned throughput', KeyRangeThroughputExceeded: 'more than a partition serves',
    AccountLimitExceeded: 'more than the limit of the account', MaxOnDemandThroughputExceeded: 'more than the configured maximum',
  };
  return what ? `${direction === 'Read' ? 'reads' : 'writes'}: ${causes[cause] ?? cause}` : reason;
}

export function Heat({ load }) {
  const [heat, setHeat] = useState(null);
  const [chosen, setChosen] = useState('');
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    let timer;
    const round = async () => {
      try {
        if (!document.hidden) { setHeat(await load('partitions', abort.signal)); setFailed(false); }
      } catch (e) {
        if (abort.signal.aborted) return;
        console.warn('the partitions could not be read', e);
        setFailed(true);
      }
      if (!abort.signal.aborted) timer = setTimeout(round, INTERVAL_MILLIS);
    };
    round();
    return () => { abort.abort(); clearTimeout(timer); };
  }, [load]);
  const resources = heat?.Resources ?? [];
  const resource = resources.find(each => idOf(each) === chosen) ?? resources[0];
  return html`<section class="card partition-heat"><h2>Partitions</h2>
    ${failed && html`<p class="note">The partitions could not be read. The next attempt follows in ${INTERVAL_MILLIS / 1000} seconds.</p>`}
    ${heat && !heat.Throttling && html`<p class="note">The server does not limit throughput, so it counts neither partitions nor throttles. Start it with <code>--throttling=service</code> to see them.</p>`}
    ${heat?.Throttling && !resource && html`<p class="note">No table was used since the server started.</p>`}
    ${resource && html`<${Field} label="Table or index" hint="The ten with the most use in the last hour"><${Select} name="heat" value=${idOf(resource)} options=${resources.map(each => [idOf(each), titleOf(each)])} onChange=${setChosen} /><//>
      <${HeatMap} resource=${resource} /><${Ranges} resource=${resource} />`}
    ${heat?.Throttling && html`<${Causes} resources=${resources} />`}</section>`;
}

function HeatMap({ resource }) {
  const ranges = resource.Partitions;
  const throttled = ranges.reduce((total, range) => total + range.Minutes.reduce((sum, minute) => sum + minute.Throttled, 0), 0);
  const hottest = Math.max(0, ...ranges.flatMap(range => range.Minutes.map(shareOf)));
  const percent = Math.round(hottest * 100);
  const label = `${resource.PartitionCount} partitions of ${titleOf(resource)} in the last hour: the hottest minute used ${percent} % of the limit of a partition, ${countText(throttled)} requests were throttled by one`;
  const cell = (range, minute) => {
    const y = placeOf(range.FirstHash) * MAP_HEIGHT;
    const height = Math.max(MIN_HEIGHT, placeOf(range.LastHash) * MAP_HEIGHT - y);
    const title = `${rangeText(range)}, ${minute.MinutesAgo ? minute.MinutesAgo + ' min ago' : 'this minute'}: ${unitsText(minute.ReadUnits)} read and ${unitsText(minute.WriteUnits)} write units, ${countText(minute.Throttled)} throttled`;
    const x = (MINUTES - 1 - minute.MinutesAgo) * 10;
    return html`<g key=${range.FirstHash + range.LastHash + minute.MinutesAgo} class=${'level' + (minute.Throttled ? LEVELS.length : levelOf(minute))}><title>${title}</title>
      <rect x=${x} y=${y} width="10" height=${height} />${minute.Throttled > 0 && html`<path d=${`M${x + 1} ${y + 1}L${x + 9} ${y + height - 1}M${x + 9} ${y + 1}L${x + 1} ${y + height - 1}`} vector-effect="non-scaling-stroke" />`}</g>`;
  };
  return html`<figure class="map"><svg viewBox=${`0 0 ${MINUTES * 10} ${MAP_HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${label}>
      ${ranges.flatMap(range => range.Minutes.map(minute => cell(range, minute)))}
      ${ranges.filter(range => !range.IsSplit).map(range => html`<line key=${range.FirstHash + range.LastHash} class="border" x1="0" x2=${MINUTES * 10} y1=${placeOf(range.FirstHash) * MAP_HEIGHT} y2=${placeOf(range.FirstHash) * MAP_HEIGHT} vector-effect="non-scaling-stroke" />`)}</svg>
    <figcaption><span class="axis"><span>60 min ago</span><span>now</span></span>${LEVELS.map(([, name], at) => html`<span key=${name} class="legend"><svg viewBox="0 0 10 10" aria-hidden="true" class=${'level' + at}><rect width="10" height="10" /></svg>${name}</span>`)}
      <span class="legend"><svg viewBox="0 0 10 10" aria-hidden="true" class=${'level' + LEVELS.length}><rect width="10" height="10" /><path d="M1 1L9 9M9 1L1 9" /></svg>throttled</span></figcaption></figure>
    <p class="note">Downwards: the hash of the partition key. A colour is the share of what one partition serves, ${countText(PARTITION_READS)} read or ${countText(PARTITION_WRITES)} write units a second, on average over a minute. A line is the border of a partition.</p>`;
}

/** The figures of the map as a table, the hottest partition first. */
function Ranges({ resource }) {
  const rows = resource.Partitions.map(range => {
    const total = name => range.Minutes.reduce((sum, minute) => sum + minute[name], 0);
    return { range, reads: total('ReadUnits'), writes: total('WriteUnits'), throttled: total('Throttled'), peak: Math.max(0, ...range.Minutes.map(shareOf)) };
  }).sort((a, b) => b.peak - a.peak);
  const others = resource.OtherPartitions + Math.max(0, rows.length - MAX_ROWS);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Partitions"><table class="list ranges"><thead><tr><th scope="col">Hashes</th><th scope="col" class="number">Read units</th>
      <th scope="col" class="number">Write units</th><th scope="col" class="number">Hottest minute</th><th scope="col" class="number">Throttled</th></tr></thead>
    <tbody>${rows.slice(0, MAX_ROWS).map(({ range, reads, writes, throttled, peak }) => html`<tr key=${range.FirstHash + range.LastHash + range.IsSplit}><th scope="row">${rangeText(range)}${range.IsSplit ? ', split since' : ''}</th>
      <td class="number">${unitsText(reads)}</td><td class="number">${unitsText(writes)}</td><td class="number">${(peak * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %</td><td class="number">${countText(throttled)}</td></tr>`)}</tbody></table></div>
    ${others > 0 && html`<p class="note">and ${others} with less use.</p>`}`;
}

function Causes({ resources }) {
  const rows = resources.flatMap(resource => Object.entries(resource.Throttles).map(([reason, count]) => ({ resource, reason, count }))).sort((a, b) => b.count - a.count);
  return html`<h3>Throttles by cause</h3>${!rows.length ? html`<p class="note">No request was throttled since the server started.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Throttles by cause"><table class="list causes"><thead><tr><th scope="col">Table or index</th><th scope="col">Cause</th><th scope="col">Reason in the error</th><th scope="col" class="number">Requests</th></tr></thead>
      <tbody>${rows.map(({ resource, reason, count }) => html`<tr key=${titleOf(resource) + reason}><th scope="row"><a href=${link(['table', resource.TableName])}>${titleOf(resource)}</a></th><td>${causeOf(reason)}</td><td><code>${reason}</code></td><td class="number">${countText(count)}</td></tr>`)}</tbody></table></div>`}`;
}
