// One table: its items, its settings, its stream.

import { html, useEffect, useState } from '/console/preact.js';
import { describe, State, keyText } from '/console/tables.js';
import { go } from '/console/route.js';
import { Busy, ErrorBox, Tabs, lazy, useTask } from '/console/ui.js';
import { Items } from '/console/items.js';

const Details = lazy(async () => (await import('/console/details.js')).Details);
const Stream = lazy(async () => (await import('/console/stream.js')).Stream);
const Time = lazy(async () => (await import('/console/time.js')).Time);
const Backups = lazy(async () => (await import('/console/backups.js')).Backups);

/** The interval of reading a table whose state is changing. */
const POLL_MILLIS = 1000;

export function TablePage({ name, route }) {
  const [table, setTable] = useState(null);
  const [state, run] = useTask();
  const load = () => run(async () => setTable(await describe(name)));
  useEffect(() => { load(); }, [name]);
  const changing = table && (table.TableStatus !== 'ACTIVE' || table.GlobalSecondaryIndexes?.some(index => index.IndexStatus !== 'ACTIVE'));
  useEffect(() => {
    if (!changing) return undefined;
    const timer = setInterval(() => describe(name).then(setTable, error => console.warn('the table could not be read', error)), POLL_MILLIS);
    return () => clearInterval(timer);
  }, [name, changing]);
  const tab = route.params.tab ?? 'items';
  return html`
    <div class="title"><h1>${name}</h1>${table && html`<${State} state=${table.TableStatus} /><span class="note">${keyText(table, table.KeySchema)}</span>`}</div>
    <${Tabs} label="Views of the table" current=${tab} onChoose=${id => go(['table', name], id === 'items' ? {} : { tab: id })}
      tabs=${[['items', 'Items'], ['details', 'Settings'], ['stream', 'Stream'], ['time', 'Time'], ['backups', 'Backups']]} />
    <${ErrorBox} error=${state.error} />
    ${!table && !state.error && html`<${Busy} />`}
    ${table && (tab === 'details' ? html`<${Details} table=${table} onChange=${load} />`
    : tab === 'stream' ? html`<${Stream} table=${table} />`
    : tab === 'time' ? html`<${Time} table=${table} params=${route.params} />`
    : tab === 'backups' ? html`<${Backups} table=${table} />`
    : html`<${Items} table=${table} params=${route.params} />`)}`;
}
