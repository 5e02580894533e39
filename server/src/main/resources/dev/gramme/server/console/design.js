// Access patterns beside the data: from the toolkit's explanation or a model of NoSQL Workbench. Each pattern runs on a table of the server.

import { html, useEffect, useMemo, useRef, useState } from '/console/preact.js';
import { go, link } from '/console/route.js';
import { describe, tableNames, tablesChanged } from '/console/tables.js';
import { design, setDesign } from '/console/store.js';
import { call } from '/console/api.js';
import { Dialog, ErrorBox, Field, Select, Text, countText, download, plural, unitsOf, unitsText, useStore, useTask } from '/console/ui.js';
import { cloudFormationOf, createInputOf, modelOf, tableOfServer, tablesOf, workbenchOf } from '/console/model.js';
import { cdkOf } from '/console/cdk.js';
import { checkedTable, emptyTable } from '/console/modelchange.js';
import { ModelEditor } from '/console/modeleditor.js';
import { recordsOf } from '/console/records.js';
import { yamlOf } from '/console/template.js';
import { itemWriter } from '/console/transfer.js';
import { keyOf, pkNames, readPage, skNames, sourceOf, sources } from '/console/query.js';
import { Cost } from '/console/cost.js';
import { Grid, sorted } from '/console/grid.js';
import { PARTITION_READS, PARTITION_WRITES } from '/console/heat.js';

const MAX_SHOWN = 50;
const jsonOf = value => JSON.stringify(value, null, 2) + '\n';
const POLL_MILLIS = 500;

const VARIABLE = /\{([^}:]+)(?::([^}]*))?\}/g;
const namesIn = template => [...template.matchAll(VARIABLE)].map(([, name]) => name);

/** The upper bound of a range. The last variable of both bounds has a value in each of them; what is before it is the same. */
function upperBound(low, high) {
  const last = namesIn(high).at(-1);
  if (!last || namesIn(low).at(-1) !== last) return high;
  const at = high.lastIndexOf('{' + last);
  return high.slice(0, at) + high.slice(at).replace('{' + last, `{${last} (to)`);
}

/**
 * The conditions on key attributes in a pattern's text, such as pk = CUST#{email} AND begins_with(sk, ORDER#). A part that is none of
 * them has its text alone.
 */
export function conditionsOf(key) {
  return (key ?? '').split(/ AND (?=[^ ]+ (?:=|<|>|BETWEEN)|begins_with\()/).filter(part => part).map(part => {
    const begins = /^begins_with\(([^,]+), (.*)\)$/.exec(part);
    if (begins) return { name: begins[1], op: 'begins_with', template: begins[2] };
    const between = /^([^ ]+) BETWEEN (.*) AND (.*)$/.exec(part);
    if (between) return { name: between[1], op: 'between', template: between[2], to: upperBound(between[2], between[3]) };
    const compared = /^([^ ]+) (=|<=|<|>=|>) (.*)$/.exec(part);
    return compared && !compared[3].includes(' AND ') ? { name: compared[1], op: compared[2], template: compared[3] } : { text: part };
  });
}

export const variablesOf = conditions => [...new Set(conditions.flatMap(({ template = '', to = '' }) => [...namesIn(template), ...namesIn(to)]))];
/** A format of digits alone is the width of a number. */
const filled = (template, values) => template.replaceAll(VARIABLE, (_, name, format) => {
  const value = values[name] ?? '';
  return /^\d+$/.test(format ?? '') && /^\d+$/.test(value) ? value.padStart(Number(format), '0') : value;
});

/** The members of the address that run a pattern on a table; null if it reads no single partition. Throws an Error if a condition cannot run. */
export function addressOf(pattern, table, values) {
  if (pattern.shape === 'SCAN') return {};
  const index = pattern.index && sources(table).some(source => source.name === pattern.index) ? pattern.index : undefined;
  if (pattern.index && !index) throw new Error(`The table has no index ${pattern.index}.`);
  const { schema } = sourceOf(table, index);
  const conditions = conditionsOf(pattern.key);
  const unread = conditions.find(({ text }) => text);
  if (unread) throw new Error(`The console does not understand the condition "${unread.text}".`);
  const params = { mode: 'query', index };
  for (const { name, member } of pkNames(schema)) {
    const condition = conditions.find(each => each.name === name && each.op === '=');
    if (!condition) return null;
    params[member] = filled(condition.template, values);
  }
  const used = pkNames(schema).map(({ name }) => name);
  for (const { name, member } of skNames(schema)) {
    const condition = conditions.find(each => each.name === name);
    if (!condition) break;
    used.push(name);
    params[member] = filled(condition.template, values);
    if (condition.op !== '=') params.op = condition.op;
    if (condition.to !== undefined) params.to = filled(condition.to, values);
    if (condition.op !== '=') break;
  }
  const left = conditions.find(({ name }) => !used.includes(name));
  if (left) throw new Error(`The condition on ${left.name} cannot run: it is not a condition on the key of ${index ?? 'the table'}.`);
  return params;
}

/** How often a second one partition can serve a call. */
export function mostPerSecond({ read = 0, write = 0 }) {
  return Math.min(read ? PARTITION_READS / read : Infinity, write ? PARTITION_WRITES / write : Infinity);
}

export function Design() {
  useStore();
  const model = design();
  const [text, setText] = useState('');
  const [names, setNames] = useState([]);
  const [chosen, setChosen] = useState('');
  const [table, setTable] = useState(null);
  const [creating, setCreating] = useState(false);
  const [editing, setEditing] = useState(null);
  const [state, run] = useTask();
  const tables = tablesOf(model);
  const shown = tables.find(each => each.name === chosen) ?? tables[0];
  const name = shown && (model.on?.[shown.name] ?? (names.includes(shown.name) ? shown.name : ''));
  const loadNames = () => run(async () => setNames(await tableNames()));
  useEffect(() => { loadNames(); }, []);
  useEffect(() => {
    setTable(null);
    if (name) run(async () => setTable(await describe(name)));
  }, [name]);
  const load = content => {
    const loaded = modelOf(content);
    if (loaded.format === 'tables') loaded.json.tables.forEach(checkedTable);
    setDesign(loaded);
    setText('');
  };
  // A changed model has a form of its own. What else a file of NoSQL Workbench contains stays for its export.
  const setTables = (all, on = model?.on) => {
    const original = model?.format === 'workbench' ? model.json : model?.json.original;
    setDesign({ format: 'tables', on, json: { ModelName: model?.json.ModelName ?? all[0].name, tables: all, ...(original ? { original } : {}) } });
  };
  const saveTable = given => {
    const { of } = editing;
    // Only the toolkit computes costs and findings. Those of the file are of the model before the change.
    const changed = { ...given, isChanged: given.findings?.length > 0 };
    if (changed.name !== of && tables.some(each => each.name === changed.name)) throw new Error(`The model has a table ${changed.name} already.`);
    const { [of]: runsOn, ...on } = model?.on ?? {};
    setTables(of ? tables.map(each => each.name === of ? changed : each) : [...tables, changed], runsOn ? { ...on, [changed.name]: runsOn } : on);
    setChosen(changed.name);
    setEditing(null);
  };
  const editor = editing && html`<${ModelEditor} title=${editing.of ? 'Change the table ' + editing.of : 'New table of the model'} table=${editing.table} onSave=${saveTable} onClose=${() => setEditing(null)} />`;
  const file = event => { const [one] = event.target.files; if (one) run(async () => load(await one.text())); };
  const fromServer = server => run(async () => setDesign({ format: 'workbench', json: workbenchOf(server, [tableOfServer(await describe(server))]) }));
  const save = (suffix, make) => run(async () => download(`${tables[0].name}.${suffix}.json`, 'application/json', make()));
  const saveYaml = () => run(async () => download(`${tables[0].name}.template.yaml`, 'application/yaml', await yamlOf(cloudFormationOf(tables))));
  const saveCdk = () => run(async () => download(`${tables[0].name}.cdk.ts`, 'text/plain', cdkOf(model.json.ModelName ?? shown.name, tables)));
  const saveRecords = () => run(async () => {
    const { source, patterns } = recordsOf(shown);
    download(`${patterns}.java`, 'text/plain', source + '\n');
  });
  if (!model) {
    return html`<div class="title"><h1>Design</h1></div><${ErrorBox} error=${state.error} />
      <form class="card" onSubmit=${event => { event.preventDefault(); run(async () => load(text)); }}>
        <p class="note">A model of NoSQL Workbench, or the explanation of the toolkit: <code>Explain.of(schema, workload).explanation().json()</code>.</p>
        <${Field} label="A file"><input type="file" accept=".json,application/json" onChange=${file} /><//>
        <${Field} label="Or its text"><textarea name="model" class="code" rows="10" spellcheck=${false} value=${text} onInput=${event => setText(event.target.value)}></textarea><//>
        <${Field} label="Or a table of the server as a new model"><${Select} name="from-table" value="" options=${[['', 'choose'], ...names.map(each => [each, each])]} onChange=${server => server && fromServer(server)} /><//>
        <div class="actions"><button type="submit" class="primary" disabled=${!text.trim()}>Load</button>
          <button type="button" data-action="new-model" onClick=${() => setEditing({ table: emptyTable('') })}>New model</button></div></form>${editor}`;
  }
  return html`<div class="title"><h1>Design</h1><span class="note">${model.json.ModelName ?? shown.name}, ${plural(tables.length, 'table')}, ${plural(shown.patterns.length, 'access pattern')}</span><span class="space"></span>
      <button type="button" data-action="edit-model" disabled=${!shown.key} onClick=${() => setEditing({ table: shown, of: shown.name })}>Change…</button>
      <button type="button" data-action="add-table" disabled=${!tables.every(each => each.key)} onClick=${() => setEditing({ table: emptyTable('') })}>Add a table</button>
      ${tables.length > 1 && html`<button type="button" data-action="remove-table" onClick=${() => run(async () => { setTables(tables.filter(each => each.name !== shown.name)); setChosen(''); })}>Remove ${shown.name}</button>`}
      <button type="button" data-action="create-tables" disabled=${!tables.every(each => each.key)} onClick=${() => setCreating(true)}>Create the tables…</button>
      <button type="button" data-action="close-model" onClick=${() => run(async () => { setDesign(null); setChosen(''); })}>Another model</button></div>
    <div class="bar exports"><span class="note">Export as</span>
      <button type="button" data-action="cloudformation" onClick=${() => save('template', () => jsonOf(cloudFormationOf(tables)))}>CloudFormation</button>
      <button type="button" data-action="cloudformation-yaml" title="The CloudFormation template in YAML" onClick=${saveYaml}>CloudFormation (YAML)</button>
      <button type="button" data-action="workbench" onClick=${() => save('workbench', () => jsonOf(model.format === 'workbench' ? model.json : workbenchOf(model.json.ModelName ?? shown.name, tables, model.json.original)))}>Workbench model</button>
      <button type="button" data-action="cdk" title="TypeScript for the AWS CDK" onClick=${saveCdk}>CDK</button>
      <button type="button" data-action="records" title=${`The table ${shown.name} as Java records of the toolkit`} onClick=${saveRecords}>Java records</button>
      <button type="button" data-action="model" title="All that the console knows of the model, to be loaded again" onClick=${() => save('model', () => jsonOf({ ModelName: model.json.ModelName ?? shown.name, tables }))}>JSON</button></div>
    <${ErrorBox} error=${state.error} />
    <section class="card row">
      ${tables.length > 1 && html`<${Field} label="Table of the model"><${Select} name="model-table" value=${shown.name} options=${tables.map(each => each.name)} onChange=${setChosen} /><//>`}
      <${Field} label="Run on the table" hint="Its items are named and coloured by the kinds of the model."><${Select} name="table" value=${name} options=${[['', 'choose'], ...names.map(each => [each, each])]} onChange=${on => run(async () => setDesign({ ...model, on: { ...model.on, [shown.name]: on } }))} /><//></section>
    ${shown.entities.length > 0 && html`<${Entities} table=${shown} />`}
    ${shown.findings.length > 0 && html`<section class="card lint"><h2>${shown.isChanged ? 'Findings before the last change' : 'Findings'}</h2><ul class="findings">${shown.findings.map((finding, at) => html`<li key=${at}>${finding.severity} ${finding.subject}: ${finding.explanation} ${finding.advice}</li>`)}</ul></section>`}
    ${shown.patterns.map(pattern => html`<${Pattern} key=${shown.name + pattern.name + (pattern.index ?? '')} pattern=${pattern} table=${table} />`)}
    ${editor}
    ${creating && html`<${CreateDialog} tables=${tables} onClose=${changed => { setCreating(false); if (changed) { tablesChanged(); loadNames(); } }} />`}`;
}

function Entities({ table }) {
  return html`<section class="card"><h2>Kinds of items</h2><div class="scroll" tabindex="0" role="region" aria-label="Kinds of items"><table class="list entities"><thead><tr><th scope="col">Kind</th><th scope="col">Keys</th><th scope="col">Attributes</th></tr></thead>
    <tbody>${table.entities.map(entity => html`<tr key=${entity.name}><th scope="row">${entity.name}</th><td>${Object.entries(entity.keys).map(([name, template]) => `${name} = ${template}`).join(', ')}</td>
      <td>${entity.attributes.map(({ attribute }) => attribute).join(', ')}</td></tr>`)}</tbody></table></div></section>`;
}

/** Creates the tables of the model and writes its sample items; an item that exists is not replaced. */
function CreateDialog({ tables, onClose }) {
  const [samples, setSamples] = useState(true);
  const [done, setDone] = useState([]);
  const [state, run] = useTask();
  const abort = useRef(new AbortController());
  const items = tables.reduce((sum, table) => sum + table.items.length, 0);
  const close = () => { abort.current.abort(); onClose(done.length > 0); };
  const create = () => run(async () => {
    for (const table of tables) {
      if (abort.current.signal.aborted) return;
      await call('CreateTable', createInputOf(table));
      let active = await describe(table.name);
      while (active.TableStatus !== 'ACTIVE' && !abort.current.signal.aborted) {
        await new Promise(resolve => setTimeout(resolve, POLL_MILLIS));
        active = await describe(table.name);
      }
      if (table.ttl) await call('UpdateTimeToLive', { TableName: table.name, TimeToLiveSpecification: { AttributeName: table.ttl, Enabled: true } });
      const result = { written: 0, existed: 0, units: 0, failedCount: 0, failed: [] };
      const writer = itemWriter(active, 'new', result, () => {}, abort.current.signal);
      for (const item of samples ? table.items : []) await writer.add(item);
      await writer.end();
      setDone(before => [...before, { name: table.name, ...result }]);
    }
  });
  return html`<${Dialog} title=${`Create ${plural(tables.length, 'table')} of the model`} running=${state.busy} onClose=${close}>
    <ul>${tables.map(table => html`<li key=${table.name}>${table.name}, ${plural(table.indexes.length, 'index', 'indexes')}, ${plural(table.items.length, 'sample item')}</li>`)}</ul>
    ${items > 0 && html`<label class="check"><input type="checkbox" name="samples" checked=${samples} onChange=${event => setSamples(event.target.checked)} /> Write the sample items, ${countText(items)} in all</label>`}
    <div role="status"><ul class="done-tables">${done.map(each => html`<li key=${each.name}>${each.name} was created${samples ? `, ${plural(each.written, 'item')} written` : ''}${each.failed.length ? `; ${each.failed[0]}` : ''}</li>`)}</ul></div>
    <${ErrorBox} error=${state.error} />
    <div class="actions">${done.length < tables.length && html`<button type="button" class="primary" data-action="execute" disabled=${state.busy} onClick=${create}>Create</button>`}
      <button type="button" data-action="close" onClick=${close}>${done.length === tables.length ? 'Close' : 'Cancel'}</button></div><//>`;
}

function Pattern({ pattern, table }) {
  const [values, setValues] = useState({});
  const [page, setPage] = useState(null);
  const [sort, setSort] = useState(undefined);
  const items = useMemo(() => sorted(page?.items ?? [], sort), [page, sort]);
  const [state, run] = useTask();
  const perCall = pattern.perCall ?? {};
  const variables = variablesOf(conditionsOf(pattern.key));
  const reads = ['GET', 'QUERY', 'SCAN'].includes(pattern.shape);
  const most = mostPerSecond(perCall);
  const measured = page ? mostPerSecond({ read: page.reads }) : Infinity;
  const open = item => go(['table', table.TableName], { ...address, item: JSON.stringify(keyOf(table, item)) });
  let address = null;
  let problem = null;
  try { address = table && reads ? addressOf(pattern, table, values) : null; } catch (e) { problem = e.message; }
  const execute = event => {
    event.preventDefault();
    run(async () => setPage(await readPage(table, { ...address, limit: String(MAX_SHOWN) })));
  };
  const cost = [perCall.read > 0 && unitsOf(perCall.read, 'read'), perCall.write > 0 && unitsOf(perCall.write, 'write')].filter(part => part).join(', ');
  return html`<section class="card pattern" data-pattern=${pattern.name}><div class="title"><h2>${pattern.name}</h2><span class="note">${pattern.shape}${pattern.index ? ' of ' + pattern.index : ''} · ${pattern.key || 'all items'}</span></div>
    ${pattern.perCall && html`<p class="note">Estimated: ${cost || 'nothing'} a call${pattern.callsPerSecond ? `, ${unitsText(pattern.callsPerSecond)} calls a second` : ''}${pattern.budget ? `, budget ${pattern.budget}` : ''}.
      ${most < Infinity && pattern.shape !== 'SCAN' ? ` One partition key throttles at more than ${unitsText(Math.floor(most))} calls a second.` : ''}</p>`}
    ${reads && table && (problem || !address ? html`<p class="note">${problem ?? 'The pattern reads several partitions, so it cannot run as one query here.'}</p>` : html`<form class="row" onSubmit=${execute}>
      ${variables.map(name => html`<${Field} key=${name} label=${name}><${Text} name=${name} required value=${values[name]} onInput=${value => setValues({ ...values, [name]: value })} /><//>`)}
      <button type="submit" data-action="run-pattern" disabled=${state.busy}>Run</button><a class="button" href=${link(['table', table.TableName], address)}>Open</a></form>`)}
    <${ErrorBox} error=${state.error} />
    ${page && html`<p role="status" class="measured">${plural(page.items.length, 'item')}, ${unitsOf(page.reads, 'read')}${pattern.perCall ? `; estimated ${unitsText(perCall.read ?? 0)}` : ''}</p>
      <p class="note rate"><${Cost} reads=${page.reads} writes=${0} />.${page.next ? ` This is the cost of the first ${plural(page.items.length, 'item')}; there are more.` : ''}${' '}
        ${measured < Infinity && pattern.shape !== 'SCAN' ? `One partition key throttles at more than ${unitsText(Math.floor(measured))} such calls a second.` : ''}</p>
      ${items.length > 0 && html`<${Grid} table=${table} items=${items} onOpen=${open} sort=${sort} onSort=${setSort} />`}`}</section>`;
}
