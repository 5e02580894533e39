// A box for PartiQL statements.

import { html, useEffect, useRef, useState } from '/console/preact.js';
import { call, capacity, isRead } from '/console/api.js';
import { go, link } from '/console/route.js';
import { remember } from '/console/store.js';
import { ErrorBox, Tabs, plural } from '/console/ui.js';
import { CodeOf } from '/console/codeof.js';
import { Cost } from '/console/cost.js';
import { completions, errorRange, tableIn } from '/console/completion.js';
import { describe, tableNames, typeOfAttribute } from '/console/tables.js';
import { SaveDialog } from '/console/items.js';
import { keyOf, pkNames, skNames } from '/console/query.js';
import { show, showShort, typeOf } from '/console/values.js';

export function Partiql({ route }) {
  const given = route.params.s ?? '';
  const [statement, setStatement] = useState(given);
  const [result, setResult] = useState(null);
  const [state, setState] = useState({ busy: false, error: null });
  const [saving, setSaving] = useState(false);
  const [view, setView] = useState('grid');
  const box = useRef();
  const [tables, setTables] = useState([]);
  const [table, setTable] = useState(null);
  const [offer, setOffer] = useState(null);

  const execute = async (text, NextToken, before = []) => {
    setState({ busy: true, error: null });
    const start = performance.now();
    const input = { Statement: text, ...(NextToken ? { NextToken } : {}) };
    try {
      const answer = await call('ExecuteStatement', input);
      setResult({ items: answer.Items ?? [], next: answer.NextToken, before, token: NextToken, input, millis: performance.now() - start,
        ...capacity('ExecuteStatement', answer, input), wrote: !isRead(text) });
      setState({ busy: false, error: null });
    } catch (error) {
      setResult(null);
      setState({ busy: false, error });
      const range = errorRange(text, error.message);
      if (range) { box.current?.focus(); box.current?.setSelectionRange(...range); }
    }
  };
  // The description of the table that the statement names, for completion.
  const tableName = tableIn(statement);
  useEffect(() => {
    tableNames().then(setTables, error => console.warn('the tables could not be listed for completion', error.message));
  }, []);
  useEffect(() => {
    setTable(null);
    if (tables.includes(tableName)) describe(tableName).then(setTable, error => console.warn('the table could not be read for completion', error.message));
  }, [tableName, tables]);
  const complete = event => {
    setStatement(event.target.value);
    const found = completions(event.target.value, event.target.selectionStart, { tables, table, attributes: (result?.items ?? []).slice(0, 50).flatMap(item => Object.keys(item)) });
    setOffer(found.options.length ? { ...found, end: event.target.selectionStart, at: 0 } : null);
  };
  const accept = option => {
    const text = statement.slice(0, offer.start) + option + statement.slice(offer.end);
    const cursor = offer.start + option.length;
    setStatement(text);
    setOffer(null);
    box.current.value = text;
    box.current.focus();
    box.current.setSelectionRange(cursor, cursor);
  };
  // A statement in the address is run only if it reads: a link must not change data.
  useEffect(() => {
    setStatement(given);
    if (given && isRead(given)) execute(given);
  }, [given]);
  const run = () => {
    if (!statement.trim()) return;
    const hash = link(['partiql'], { s: statement });
    remember(hash, statement.length > 200 ? statement.slice(0, 200) + '…' : statement);
    if (isRead(statement) && statement !== given) go(['partiql'], { s: statement });
    else execute(statement);
  };
  const key = event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); setOffer(null); run(); return; }
    if (!offer) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); setOffer({ ...offer, at: (offer.at + step + offer.options.length) % offer.options.length }); }
    else if (event.key === 'Tab' && !event.shiftKey) { event.preventDefault(); accept(offer.options[offer.at]); }
    else if (event.key === 'Escape') { event.preventDefault(); setOffer(null); }
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') setOffer(null);
  };
  return html`
    <div class="title"><h1>PartiQL</h1></div>
    <form class="card" onSubmit=${event => { event.preventDefault(); run(); }}>
      <div class="field"><label for="statement">Statement</label>
        <textarea id="statement" ref=${box} name="statement" data-first="" class="code" rows="5" spellcheck=${false} placeholder=${'SELECT * FROM "orders" WHERE id = \'1\''}
          value=${statement} onInput=${complete} onKeyDown=${key} onBlur=${() => setOffer(null)} aria-controls="offers"
          aria-autocomplete="list" aria-activedescendant=${offer ? 'offer' + offer.at : null}></textarea>
        <ul id="offers" role="listbox" aria-label="Completions; Tab inserts" hidden=${!offer}>${offer?.options.map((option, at) => html`
          <li key=${option} id=${'offer' + at} role="option" aria-selected=${at === offer.at} onMouseDown=${event => { event.preventDefault(); accept(option); }}>${option}</li>`)}</ul></div>
      <div class="actions"><button type="submit" class="primary" disabled=${state.busy} title="Ctrl Enter">Run</button>
        <button type="button" onClick=${() => { go(['partiql'], { s: statement }); setSaving(true); }}>Save</button></div></form>
    <${ErrorBox} error=${state.error} />
    ${result && html`
      <div class="bar" role="status"><span class="count">${result.wrote && !result.items.length ? 'Done' : plural(result.items.length, 'item')}</span>
        <${Cost} reads=${result.reads} writes=${result.writes} millis=${result.millis} /><span class="space"></span>
        <button type="button" disabled=${!result.before.length} onClick=${() => execute(result.input.Statement, result.before.at(-1) || undefined, result.before.slice(0, -1))}>Previous</button>
        <button type="button" disabled=${!result.next} onClick=${() => execute(result.input.Statement, result.next, [...result.before, result.token ?? ''])}>Next</button></div>
      ${result.items.length > 0 && html`<${Tabs} label="Views of the result" tabs=${[['grid', 'Grid'], ['json', 'JSON']]} current=${view} onChoose=${setView} />
        ${view === 'grid' ? html`<${PlainGrid} items=${result.items} table=${table} />` : html`<pre class="code card" tabindex="0" aria-label="The items as JSON">${JSON.stringify(result.items, null, 2)}</pre>`}`}
      <${CodeOf} operation="ExecuteStatement" input=${result.input} />`}
    ${saving && html`<${SaveDialog} title=${statement.slice(0, 100)} onClose=${() => setSaving(false)} />`}`;
}

const MAX_ROWS = 1000;

/** The address that opens an item of a statement; undefined if the statement does not return the whole key of the item. */
function addressOf(table, item) {
  if (!table?.KeySchema.every(({ AttributeName: name }) => typeOf(item[name] ?? {}) === typeOfAttribute(table, name))) return undefined;
  const key = keyOf(table, item);
  const members = Object.fromEntries([...pkNames(table.KeySchema), ...skNames(table.KeySchema)].map(({ name, member }) => [member, show(key[name])]));
  return link(['table', table.TableName], { mode: 'query', ...members, item: JSON.stringify(key) });
}

/**
 * The items of a statement. Those with a whole key are opened in their table.
 *
 * @param table the description of the statement's table; null if it is not known
 */
function PlainGrid({ items, table }) {
  const columns = [...new Set(items.slice(0, MAX_ROWS).flatMap(item => Object.keys(item)))].slice(0, 60);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Items of the statement"><table class="list cells">
    <thead><tr>${columns.map(name => html`<th key=${name} scope="col">${name}</th>`)}</tr></thead>
    <tbody>${items.slice(0, MAX_ROWS).map((item, at) => html`<tr key=${at}>${columns.map((name, column) => html`<td key=${name}>${column === 0 && addressOf(table, item)
      ? html`<a href=${addressOf(table, item)}>${showShort(item[name], 300) || 'open'}</a>` : showShort(item[name], 300)}</td>`)}</tr>`)}</tbody></table></div>`;
}
