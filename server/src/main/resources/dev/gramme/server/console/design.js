// Access patterns beside the data: the toolkit's explanation of a table as JSON. Each pattern runs on a table of the server.

import { html, useEffect, useState } from '/console/preact.js';
import { link } from '/console/route.js';
import { describe, tableNames } from '/console/tables.js';
import { design, setDesign } from '/console/store.js';
import { ErrorBox, Field, Select, Text, countText, plural, unitsOf, unitsText, useTask } from '/console/ui.js';
import { pkNames, readPage, skNames, sourceOf, sources } from '/console/query.js';
import { Grid } from '/console/grid.js';

const MAX_FILE_BYTES = 2_000_000;
const MAX_PATTERNS = 500;
const MAX_SHOWN = 50;
/** What one partition can serve in a second, by the service's documentation (2026). */
const PARTITION_READS = 3000;
const PARTITION_WRITES = 1000;

/** Reads an explanation; throws an Error if the text is something else. */
export function explanationOf(text) {
  let json;
  try { json = JSON.parse(text); } catch (e) { throw new Error('This is not JSON: ' + e.message); }
  if (json.DataModel) throw new Error('This is a model of NoSQL Workbench, which has no access patterns. The toolkit reads it (WorkbenchModel), and its explanation is shown here.');
  const ok = typeof json.table === 'string' && Array.isArray(json.accessPatterns) && json.accessPatterns.every(each => typeof each?.name === 'string' && typeof each.shape === 'string');
  if (!ok) throw new Error('This is not the JSON of an explanation: the members "table" and "accessPatterns" are missing.');
  return { table: json.table, accessPatterns: json.accessPatterns.slice(0, MAX_PATTERNS), findings: Array.isArray(json.findings) ? json.findings : [] };
}

/** The conditions on key attributes in a pattern's text, such as pk = CUST#{email} AND begins_with(sk, ORDER#). */
export function conditionsOf(key) {
  return (key ?? '').split(/ AND (?=[^ ]+ (?:=|<|>|BETWEEN)|begins_with\()/).map(part => {
    const begins = /^begins_with\(([^,]+), (.*)\)$/.exec(part);
    if (begins) return { name: begins[1], op: 'begins_with', template: begins[2] };
    const equal = /^([^ ]+) = (.*)$/.exec(part);
    return equal && { name: equal[1], op: '=', template: equal[2] };
  }).filter(condition => condition);
}

export const variablesOf = conditions => [...new Set(conditions.flatMap(({ template }) => [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)))];
const filled = (template, values) => template.replaceAll(/\{([^}]+)\}/g, (_, name) => values[name] ?? '');

/** The members of the address that run a pattern on a table; null if it reads no single partition. */
export function addressOf(pattern, table, values) {
  if (pattern.shape === 'SCAN') return {};
  const index = pattern.index && sources(table).some(source => source.name === pattern.index) ? pattern.index : undefined;
  if (pattern.index && !index) throw new Error(`The table has no index ${pattern.index}.`);
  const { schema } = sourceOf(table, index);
  const conditions = conditionsOf(pattern.key);
  const params = { mode: 'query', index };
  for (const { name, member } of pkNames(schema)) {
    const condition = conditions.find(each => each.name === name && each.op === '=');
    if (!condition) return null;
    params[member] = filled(condition.template, values);
  }
  for (const { name, member } of skNames(schema)) {
    const condition = conditions.find(each => each.name === name);
    if (!condition) break;
    params[member] = filled(condition.template, values);
    if (condition.op !== '=') params.op = condition.op;
  }
  return params;
}

/** How often a second one partition can serve a call. */
export function mostPerSecond({ read = 0, write = 0 }) {
  return Math.min(read ? PARTITION_READS / read : Infinity, write ? PARTITION_WRITES / write : Infinity);
}

export function Design() {
  const known = design();
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [names, setNames] = useState([]);
  const [table, setTable] = useState(null);
  const [state, run] = useTask();
  const explanation = known;
  useEffect(() => {
    run(async () => {
      const all = await tableNames();
      setNames(all);
      if (explanation && all.includes(explanation.table)) setName(explanation.table);
    });
  }, [explanation?.table]);
  useEffect(() => {
    setTable(null);
    if (name) run(async () => setTable(await describe(name)));
  }, [name]);
  const load = content => run(async () => {
    if (content.length > MAX_FILE_BYTES) throw new Error(`The file has more than ${countText(MAX_FILE_BYTES)} characters.`);
    setDesign(explanationOf(content));
    setText('');
  });
  const file = event => { const chosen = event.target.files[0]; if (chosen) run(async () => load(await chosen.text())); };
  return html`<div class="title"><h1>Design</h1>${explanation && html`<span class="note">${explanation.table}, ${plural(explanation.accessPatterns.length, 'access pattern')}</span><span class="space"></span>
      <button type="button" onClick=${() => { setDesign(null); setName(''); }}>Another model</button>`}</div>
    <${ErrorBox} error=${state.error} />
    ${!explanation ? html`<form class="card" onSubmit=${event => { event.preventDefault(); load(text); }}>
        <p class="note">The toolkit writes the explanation of a table as JSON: <code>Explain.of(schema, workload).explanation().json()</code>.</p>
        <${Field} label="A file"><input type="file" accept=".json,application/json" onChange=${file} /><//>
        <${Field} label="Or its text"><textarea name="model" class="code" rows="10" spellcheck=${false} value=${text} onInput=${event => setText(event.target.value)}></textarea><//>
        <div class="actions"><button type="submit" class="primary" disabled=${!text.trim()}>Load</button></div></form>`
    : html`<section class="card"><${Field} label="Run on the table"><${Select} name="table" value=${name} options=${[['', 'choose'], ...names.map(each => [each, each])]} onChange=${setName} /><//></section>
      ${explanation.findings.length > 0 && html`<section class="card"><h2>Findings</h2><ul class="findings">${explanation.findings.map((finding, at) => html`<li key=${at}>${finding.severity} ${finding.subject}: ${finding.explanation} ${finding.advice}</li>`)}</ul></section>`}
      ${explanation.accessPatterns.map(pattern => html`<${Pattern} key=${pattern.name} pattern=${pattern} table=${table} />`)}`}`;
}

function Pattern({ pattern, table }) {
  const [values, setValues] = useState({});
  const [page, setPage] = useState(null);
  const [state, run] = useTask();
  const perCall = pattern.perCall ?? {};
  const variables = variablesOf(conditionsOf(pattern.key));
  const reads = ['GET', 'QUERY', 'SCAN'].includes(pattern.shape);
  const most = mostPerSecond(perCall);
  let address = null;
  let problem = null;
  try { address = table && reads ? addressOf(pattern, table, values) : null; } catch (e) { problem = e.message; }
  const execute = event => {
    event.preventDefault();
    run(async () => setPage(await readPage(table, { ...address, limit: String(MAX_SHOWN) })));
  };
  const cost = [perCall.read > 0 && unitsOf(perCall.read, 'read'), perCall.write > 0 && unitsOf(perCall.write, 'write')].filter(part => part).join(', ');
  return html`<section class="card pattern" data-pattern=${pattern.name}><div class="title"><h2>${pattern.name}</h2><span class="note">${pattern.shape}${pattern.index ? ' of ' + pattern.index : ''} · ${pattern.key || 'all items'}</span></div>
    <p class="note">Estimated: ${cost || 'nothing'} a call${pattern.callsPerSecond ? `, ${unitsText(pattern.callsPerSecond)} calls a second` : ''}${pattern.budget ? `, budget ${pattern.budget}` : ''}.
      ${most < Infinity && pattern.shape !== 'SCAN' ? ` One partition key throttles at more than ${unitsText(Math.floor(most))} calls a second.` : ''}</p>
    ${reads && table && (problem || !address ? html`<p class="note">${problem ?? 'The pattern reads several partitions, so it cannot run as one query here.'}</p>` : html`<form class="row" onSubmit=${execute}>
      ${variables.map(name => html`<${Field} key=${name} label=${name}><${Text} name=${name} value=${values[name]} onInput=${value => setValues({ ...values, [name]: value })} /><//>`)}
      <button type="submit" data-action="run-pattern" disabled=${state.busy}>Run</button><a class="button" href=${link(['table', table.TableName], address)}>Open</a></form>`)}
    <${ErrorBox} error=${state.error} />
    ${page && html`<p role="status" class="measured">${plural(page.items.length, 'item')}, ${unitsOf(page.reads, 'read')}; estimated ${unitsText(perCall.read ?? 0)}</p>
      ${page.items.length > 0 && html`<${Grid} table=${table} items=${page.items} selected=${new Set()} onSelect=${() => {}} onOpen=${() => {}} onSort=${() => {}} />`}`}</section>`;
}
