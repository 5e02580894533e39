// The list of tables with their state and settings.

import { html, useEffect, useState } from '/console/preact.js';
import { call, inParallel } from '/console/api.js';
import { link } from '/console/route.js';
import { Busy, ErrorBox, Text, bytesText, countText, useTask } from '/console/ui.js';

const MAX_NAMES = 10_000;
const DETAILS_AT_A_TIME = 4;
const ROWS = 100;

/** The names of all tables, at most 10,000. */
export async function tableNames() {
  const names = [];
  let start;
  do {
    const page = await call('ListTables', start ? { ExclusiveStartTableName: start } : {}, { quiet: true });
    names.push(...page.TableNames);
    start = page.LastEvaluatedTableName;
  } while (start && names.length < MAX_NAMES);
  return names;
}

/** Lets the list beside the views read the names again. */
export const tablesChanged = () => dispatchEvent(new Event('gramme-tables'));

/** A table with its settings. A setting that may not be read is missing. */
export async function describe(name) {
  const optional = promise => promise.catch(error => {
    if (error.type === 'NoAnswer') throw error;
    return {};
  });
  const [table, ttl, backups] = await Promise.all([
    call('DescribeTable', { TableName: name }, { quiet: true }),
    optional(call('DescribeTimeToLive', { TableName: name }, { quiet: true })),
    optional(call('DescribeContinuousBackups', { TableName: name }, { quiet: true })),
  ]);
  return { ...table.Table, ttl: ttl.TimeToLiveDescription, recovery: backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription };
}

export const isOnDemand = table => table.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST';
export const billingText = table => isOnDemand(table) ? 'on demand'
  : `${table.ProvisionedThroughput.ReadCapacityUnits} r / ${table.ProvisionedThroughput.WriteCapacityUnits} w`;
const VIEW_TEXTS = { NEW_AND_OLD_IMAGES: 'new and old', NEW_IMAGE: 'new', OLD_IMAGE: 'old', KEYS_ONLY: 'keys' };
export const streamText = table => table.StreamSpecification?.StreamEnabled ? VIEW_TEXTS[table.StreamSpecification.StreamViewType] : 'off';
export const ttlText = table => !table.ttl ? '–' : ['ENABLED', 'ENABLING'].includes(table.ttl.TimeToLiveStatus) ? table.ttl.AttributeName : 'off';
export const recoveryText = table => !table.recovery ? '–' : table.recovery.PointInTimeRecoveryStatus === 'ENABLED' ? 'on' : 'off';

export const typeOfAttribute = (table, name) => table.AttributeDefinitions.find(each => each.AttributeName === name)?.AttributeType ?? 'S';
export const keysOf = (schema, type) => schema.filter(key => key.KeyType === type).map(key => key.AttributeName);
export const keyText = (table, schema) => schema.map(key => `${key.AttributeName} (${typeOfAttribute(table, key.AttributeName)})`).join(', ');

export function TableList() {
  const [names, setNames] = useState(null);
  const [details, setDetails] = useState({});
  const [filter, setFilter] = useState('');
  const [most, setMost] = useState(ROWS);
  const [state, run] = useTask();
  const load = () => { setDetails({}); run(async () => setNames(await tableNames())); };
  useEffect(load, []);
  const matching = (names ?? []).filter(name => name.toLowerCase().includes(filter.toLowerCase()));
  const shown = matching.slice(0, most);
  useEffect(() => {
    let over = false;
    const missing = shown.filter(name => !details[name]);
    inParallel(missing, DETAILS_AT_A_TIME, async name => {
      if (over) return;
      const found = await describe(name).catch(error => ({ error }));
      if (!over) setDetails(all => ({ ...all, [name]: found }));
    });
    return () => { over = true; };
  }, [shown.join('\n'), names]);

  return html`
    <div class="title"><h1>Tables</h1><span class="note">${names && countText(matching.length)}</span><span class="space"></span>
      <${Text} type="search" data-first="" aria-label="Filter tables" placeholder="Filter  /" value=${filter} onInput=${setFilter} />
      <button type="button" onClick=${load}>Refresh</button>
      <a class="button primary" href=${link(['create'])}>Create table</a></div>
    <${ErrorBox} error=${state.error} />
    ${!names && !state.error && html`<${Busy} />`}
    ${names && !names.length && html`<div class="empty"><p>There are no tables yet.</p><p><a class="button primary" href=${link(['create'])}>Create the first table</a></p></div>`}
    ${shown.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Tables and their settings"><table class="list">
      <thead><tr><th scope="col">Name</th><th scope="col" class="number">Items</th><th scope="col" class="number">Size</th><th scope="col">State</th>
        <th scope="col">Billing</th><th scope="col">Indexes</th><th scope="col">Stream</th><th scope="col">Expiry</th><th scope="col">Recovery</th></tr></thead>
      <tbody>${shown.map(name => html`<${Row} key=${name} name=${name} table=${details[name]} />`)}</tbody></table></div>`}
    ${matching.length > most && html`<button type="button" onClick=${() => setMost(most + ROWS)}>Show more tables</button>`}`;
}

function Row({ name, table }) {
  const heading = html`<th scope="row"><a href=${link(['table', name])}>${name}</a></th>`;
  if (!table) return html`<tr>${heading}<td colspan="8" class="note">…</td></tr>`;
  if (table.error) return html`<tr>${heading}<td colspan="8" class="note">${table.error.message}</td></tr>`;
  const indexes = (table.GlobalSecondaryIndexes?.length ?? 0) + (table.LocalSecondaryIndexes?.length ?? 0);
  return html`<tr>${heading}<td class="number">${countText(table.ItemCount)}</td><td class="number">${bytesText(table.TableSizeBytes)}</td>
    <td><${State} state=${table.TableStatus} /></td><td>${billingText(table)}</td><td>${indexes || '–'}</td>
    <td>${streamText(table)}</td><td>${ttlText(table)}</td><td>${recoveryText(table)}</td></tr>`;
}

export const State = ({ state }) => html`<span class=${'state ' + (state === 'ACTIVE' ? 'good' : 'changing')}>${state}</span>`;
