// The settings of a table, their changes, and its deletion.

import { html, useState } from '/console/preact.js';
import { call } from '/console/api.js';
import { go } from '/console/route.js';
import { Policy, Tags } from '/console/access.js';
import { CodeOfLast } from '/console/codeof.js';
import { Confirm, DeleteTable } from '/console/confirm.js';
import { IndexForm, addIndexInput, emptyIndex } from '/console/create.js';
import { CopyButton, Dialog, ErrorBox, Field, Select, Text, bytesText, countText, useTask } from '/console/ui.js';
import { billingText, isOnDemand, keyText, recoveryText, streamText, ttlText } from '/console/tables.js';

const VIEWS = [['NEW_AND_OLD_IMAGES', 'new and old images'], ['NEW_IMAGE', 'new image'], ['OLD_IMAGE', 'old image'], ['KEYS_ONLY', 'keys only']];

export function Details({ table, onChange }) {
  const [open, setOpen] = useState(null);
  const [done, setDone] = useState(null);
  const [state, run] = useTask();
  const { ttl, recovery, ...description } = table;
  const name = table.TableName;
  const close = () => setOpen(null);
  const apply = async (operation, members) => {
    const input = { TableName: name, ...members };
    await call(operation, input);
    setDone({ operation, input });
    close();
    await onChange();
  };
  const change = (operation, input) => run(async () => {
    await apply(operation, typeof input === 'function' ? input() : input);
    return true;
  });
  const json = JSON.stringify(description, null, 2);
  const recovers = recoveryText(table) === 'on';
  const expires = !['off', '–'].includes(ttlText(table));
  const rows = [
    ['Items', countText(table.ItemCount)],
    ['Size', bytesText(table.TableSizeBytes)],
    ['Key', keyText(table, table.KeySchema)],
    ['Throughput', billingText(table), ['throughput', 'Change']],
    ['Stream', streamText(table), table.StreamSpecification?.StreamEnabled
      ? ['stream-off', 'Turn off'] : ['stream', 'Turn on']],
    ['Expiry of items', ttlText(table), expires
      ? ['ttl-off', 'Turn off', () => change('UpdateTimeToLive', { TimeToLiveSpecification: { Enabled: false, AttributeName: table.ttl.AttributeName } })] : ['ttl', 'Turn on']],
    ['Point-in-time recovery', recoveryText(table), recovers ? ['recovery', 'Turn off']
      : ['recovery', 'Turn on', () => change('UpdateContinuousBackups', { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } })]],
    ['Deletion protection', table.DeletionProtectionEnabled ? 'on' : 'off', table.DeletionProtectionEnabled ? ['protection', 'Turn off']
      : ['protection', 'Turn on', () => change('UpdateTable', { DeletionProtectionEnabled: true })]],
    ['ARN', table.TableArn],
  ];
  return html`
    <section class="card"><dl class="settings">${rows.map(([label, value, action]) => html`
      <div key=${label}><dt>${label}</dt><dd><span>${value}</span>
        ${action && html`<button type="button" class="quiet" data-action=${action[0]} aria-label=${`${action[1]}: ${label}`} disabled=${state.busy}
          onClick=${action[2] ?? (() => setOpen(action[0]))}>${action[1]}</button>`}</dd></div>`)}</dl>
      <${ErrorBox} error=${!open && state.error} />
      <div class="actions"><button type="button" class="danger" data-action="delete" onClick=${() => setOpen('delete')}>Delete the table…</button></div></section>
    <${CodeOfLast} done=${done} />
    <${Indexes} table=${table} change=${change} state=${state} />
    <${Tags} arn=${table.TableArn} /><${Policy} table=${table} />
    <section class="card"><div class="title"><h2>DescribeTable</h2><span class="space"></span><${CopyButton} text=${json} /></div>
      <pre class="code" tabindex="0" aria-label="The answer of DescribeTable">${json}</pre></section>
    ${open === 'throughput' && html`<${Throughput} table=${table} change=${change} state=${state} onClose=${close} />`}
    ${open === 'stream' && html`<${OneChoice} title="Turn on the stream" label="Records contain" options=${VIEWS} state=${state} onClose=${close}
      onSubmit=${view => change('UpdateTable', { StreamSpecification: { StreamEnabled: true, StreamViewType: view } })} />`}
    ${open === 'ttl' && html`<${OneChoice} title="Turn on the expiry of items" label="Attribute with the time of expiry, in seconds since 1970" state=${state} onClose=${close}
      onSubmit=${AttributeName => change('UpdateTimeToLive', { TimeToLiveSpecification: { Enabled: true, AttributeName } })} />`}
    ${open === 'stream-off' && html`<${Confirm} title=${'Turn off the stream of ' + name} action="Turn it off" onClose=${close}
      onConfirm=${() => apply('UpdateTable', { StreamSpecification: { StreamEnabled: false } })}>
      <p>Programs get no records of later changes, and those changes cannot be undone from the stream. A new stream does not contain the records of this one.</p><//>`}
    ${open === 'recovery' && html`<${Confirm} title=${'Turn off the recovery of ' + name} action="Turn it off" onClose=${close}
      onConfirm=${() => apply('UpdateContinuousBackups', { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false } })}>
      <p>All earlier states of the table are lost. If recovery is turned on again, it begins at that time.</p><//>`}
    ${open === 'protection' && html`<${Confirm} title=${'Turn off the protection of ' + name} action="Turn it off" onClose=${close}
      onConfirm=${() => apply('UpdateTable', { DeletionProtectionEnabled: false })}><p>Anyone with the permission can then delete the table.</p><//>`}
    ${open === 'delete' && html`<${DeleteTable} table=${table} onDeleted=${() => go([])} onClose=${close} />`}`;
}

function Indexes({ table, change, state }) {
  const [adding, setAdding] = useState(null);
  const [deleting, setDeleting] = useState(null);
  const all = [...(table.GlobalSecondaryIndexes ?? []).map(index => [index, 'global']), ...(table.LocalSecondaryIndexes ?? []).map(index => [index, 'local'])];
  const projection = ({ ProjectionType, NonKeyAttributes }) => ProjectionType === 'INCLUDE' ? 'keys and ' + NonKeyAttributes.join(', ') : ProjectionType === 'ALL' ? 'all' : 'keys only';
  const add = async event => {
    event.preventDefault();
    const units = isOnDemand(table) ? null : { reads: table.ProvisionedThroughput.ReadCapacityUnits, writes: table.ProvisionedThroughput.WriteCapacityUnits };
    if (await change('UpdateTable', () => addIndexInput(table, adding, units))) setAdding(null);
  };
  const remove = async () => {
    if (await change('UpdateTable', () => ({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: deleting } }] }))) setDeleting(null);
  };
  return html`<section class="card"><div class="title"><h2>Indexes</h2><span class="space"></span>
      <button type="button" data-action="add-index" onClick=${() => setAdding(emptyIndex(true))}>Add a global index</button></div>
    ${all.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Indexes"><table class="list">
      <thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">Key</th><th scope="col">Projection</th><th scope="col" class="number">Items</th>
        <th scope="col" class="number">Size</th><th scope="col">State</th><th scope="col">Change</th></tr></thead>
      <tbody>${all.map(([index, kind]) => html`<tr key=${index.IndexName}><th scope="row">${index.IndexName}</th><td>${kind}</td><td>${keyText(table, index.KeySchema)}</td>
        <td>${projection(index.Projection)}</td><td class="number">${countText(index.ItemCount)}</td><td class="number">${bytesText(index.IndexSizeBytes)}</td>
        <td>${index.IndexStatus ?? table.TableStatus}</td>
        <td>${kind === 'global' && html`<button type="button" class="quiet" data-action="delete-index" aria-label=${'Delete the index ' + index.IndexName}
          onClick=${() => setDeleting(index.IndexName)}>Delete</button>`}</td></tr>`)}</tbody></table></div>`}
    ${!all.length && html`<p class="note">The table has no indexes.</p>`}
    ${adding && html`<${Dialog} title="Add a global index" onClose=${() => setAdding(null)}><form onSubmit=${add}>
      <p class="note">The server fills the index from the items in the background.</p>
      <${IndexForm} index=${adding} at=${0} onChange=${setAdding} /><${ErrorBox} error=${state.error} />
      <div class="actions"><button type="submit" class="primary" disabled=${state.busy}>Add</button></div></form><//>`}
    ${deleting && html`<${Dialog} title=${'Delete the index ' + deleting} onClose=${() => setDeleting(null)}>
      <p>The items stay in the table. Queries of the index fail from now on.</p><${ErrorBox} error=${state.error} />
      <div class="actions"><button type="button" class="danger" data-action="confirm-delete-index" disabled=${state.busy} onClick=${remove}>Delete the index</button></div><//>`}</section>`;
}

function Throughput({ table, change, state, onClose }) {
  const [billing, setBilling] = useState(isOnDemand(table) ? 'PAY_PER_REQUEST' : 'PROVISIONED');
  const [reads, setReads] = useState(String(table.ProvisionedThroughput?.ReadCapacityUnits || 5));
  const [writes, setWrites] = useState(String(table.ProvisionedThroughput?.WriteCapacityUnits || 5));
  const submit = event => {
    event.preventDefault();
    const units = { ProvisionedThroughput: { ReadCapacityUnits: Number(reads), WriteCapacityUnits: Number(writes) } };
    const indexes = isOnDemand(table) ? (table.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => ({ Update: { IndexName, ...units } })) : [];
    change('UpdateTable', billing === 'PAY_PER_REQUEST' ? { BillingMode: billing }
      : { BillingMode: billing, ...units, ...(indexes.length ? { GlobalSecondaryIndexUpdates: indexes } : {}) });
  };
  return html`<${Dialog} title="Throughput" onClose=${onClose}><form onSubmit=${submit}>
    <${Field} label="Billing"><${Select} name="billing" value=${billing} onChange=${setBilling} options=${[['PAY_PER_REQUEST', 'on demand'], ['PROVISIONED', 'provisioned']]} /><//>
    ${billing === 'PROVISIONED' && html`<div class="row"><${Field} label="Read units"><${Text} name="reads" inputmode="numeric" value=${reads} onInput=${setReads} /><//>
      <${Field} label="Write units"><${Text} name="writes" inputmode="numeric" value=${writes} onInput=${setWrites} /><//></div>`}
    <${ErrorBox} error=${state.error} /><div class="actions"><button type="submit" class="primary" disabled=${state.busy}>Save</button></div></form><//>`;
}

function OneChoice({ title, label, options, state, onSubmit, onClose }) {
  const [value, setValue] = useState(options ? options[0][0] : '');
  return html`<${Dialog} title=${title} onClose=${onClose}><form onSubmit=${event => { event.preventDefault(); onSubmit(value); }}>
    <${Field} label=${label}>${options ? html`<${Select} name="choice" value=${value} options=${options} onChange=${setValue} />`
      : html`<${Text} name="choice" required value=${value} onInput=${setValue} />`}<//>
    <${ErrorBox} error=${state.error} /><div class="actions"><button type="submit" class="primary" disabled=${state.busy}>Turn on</button></div></form><//>`;
}
