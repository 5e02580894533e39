// A box for PartiQL statements.

import { html, useEffect, useMemo, useRef, useState } from '/console/preact.js';
import { call, capacity, isRead } from '/console/api.js';
import { go, link, replace } from '/console/route.js';
import { pages, remember, setPages } from '/console/store.js';
import { CopyButton, Dialog, ErrorBox, Tabs, lazyPart, plural } from '/console/ui.js';
import { CodeOf } from '/console/codeof.js';
import { Cost } from '/console/cost.js';
import { Grid, sorted } from '/console/grid.js';
import { JsonView } from '/console/jsonview.js';
import { draftOf, keepDraft } from '/console/draft.js';
import { completions, errorRange, tableIn } from '/console/completion.js';
import { describe, tableNames, typeOfAttribute } from '/console/tables.js';
import { SaveDialog } from '/console/items.js';
import { keyOf, pkNames, skNames } from '/console/query.js';
import { show, typeOf } from '/console/values.js';

const Touched = lazyPart(async () => (await import('/console/touched.js')).Touched);

export function Partiql({ route }) {
  const { s: given = '', from } = route.params;
  const [statement, setStatement] = useState(() => drafted(given));
  const [result, setResult] = useState(null);
  const [state, setState] = useState({ busy: false, error: null });
  const [saving, setSaving] = useState(false);
  const box = useRef();
  // The request that runs: its AbortController, null if none runs.
  const running = useRef(null);
  const [tables, setTables] = useState([]);
  const [table, setTable] = useState(null);
  const [offer, setOffer] = useState(null);

  const execute = async (text, NextToken) => {
    const mine = running.current = new AbortController();
    const isMine = () => running.current === mine;
    setState({ busy: true, error: null });
    const start = performance.now();
    const input = { Statement: text, ...(NextToken ? { NextToken } : {}) };
    try {
      const answer = await call('ExecuteStatement', input, { signal: mine.signal });
      if (!isMine()) return;
      setResult({ items: answer.Items ?? [], next: answer.NextToken, input, millis: performance.now() - start,
        ...capacity('ExecuteStatement', answer, input), wrote: !isRead(text) });
      setState({ busy: false, error: null });
      if (draftOf(DRAFT)?.text === text) keepDraft(DRAFT, null);
    } catch (error) {
      if (!isMine()) return;
      const isStopped = error.name === 'AbortError';
      if (!isStopped || !isRead(text)) setResult(null);
      setState({ busy: false, error: !isStopped ? error : isRead(text) ? null : Object.assign(new Error('The server may have executed the statement nevertheless.'), { type: 'Stopped' }) });
      const range = !isStopped && errorRange(text, error.message);
      if (range) { box.current?.focus(); box.current?.setSelectionRange(...range); }
    } finally {
      if (isMine()) running.current = null;
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
  const edit = text => { setStatement(text); keepDraft(DRAFT, { text, given }); };
  const complete = event => {
    edit(event.target.value);
    const found = completions(event.target.value, event.target.selectionStart, { tables, table, attributes: (result?.items ?? []).slice(0, 50).flatMap(item => Object.keys(item)) });
    setOffer(found.options.length ? { ...found, end: event.target.selectionStart, at: 0 } : null);
  };
  const accept = option => {
    const text = statement.slice(0, offer.start) + option + statement.slice(offer.end);
    const cursor = offer.start + option.length;
    edit(text);
    setOffer(null);
    box.current.value = text;
    box.current.focus();
    box.current.setSelectionRange(cursor, cursor);
  };
  // A statement in the address is run only if it reads: a link must not change data.
  useEffect(() => {
    setStatement(drafted(given));
    if (!given || !isRead(given)) return undefined;
    execute(given, from);
    const mine = running.current;
    return () => mine.abort();
  }, [given, from]);
  const run = () => {
    // The key runs a statement as the button does, and neither sends a second one while the first is on its way.
    if (!statement.trim() || running.current) return;
    remember(link(['partiql'], { s: statement }), statement.length > 200 ? statement.slice(0, 200) + '…' : statement);
    if (isRead(statement) && (statement !== given || from)) go(['partiql'], { s: statement, view: route.params.view });
    else execute(statement);
  };
  const before = pages(PAGES_OF + given);
  const show = changes => go(['partiql'], { ...route.params, ...changes });
  const next = () => {
    setPages(PAGES_OF + given, [...before, from ?? '']);
    show({ from: result.next });
  };
  const previous = () => {
    setPages(PAGES_OF + given, before.slice(0, -1));
    show({ from: before.at(-1) });
  };
  const { view, sort } = route.params;
  // The same element is not drawn again, so that a key in the statement does not draw the items.
  const items = useMemo(() => result && result.items.length > 0
    && html`<${Items} items=${result.items} table=${table} view=${view} sort=${sort} onShow=${changes => replace(['partiql'], { ...route.params, ...changes })} />`,
  [result, table, view, sort, route.hash]);
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
        ${state.busy && html`<button type="button" data-action="stop" onClick=${() => running.current?.abort()}>Stop</button>`}
        <button type="button" onClick=${() => { go(['partiql'], { s: statement }); setSaving(true); }}>Save</button></div></form>
    <${ErrorBox} error=${state.error} />
    ${result && html`
      <div class="bar" role="status"><span class="count">${result.wrote && !result.items.length ? 'Done' : plural(result.items.length, 'item')}</span>
        <${Cost} reads=${result.reads} writes=${result.writes} millis=${result.millis} /><span class="space"></span>
        <span class="pair"><button type="button" data-action="previous" disabled=${!from || state.busy} onClick=${previous}>${before.length || !from ? 'Previous' : 'First page'}</button>
          <button type="button" data-action="next" disabled=${!result.next || state.busy} onClick=${next}>Next</button></span></div>
      ${items}
      ${!result.wrote && html`<${Touched} question=${{ Statement: result.input.Statement }} title="Partitions of all pages of the statement" />`}
      <${CodeOf} operation="ExecuteStatement" input=${result.input} />`}
    ${saving && html`<${SaveDialog} title=${statement.slice(0, 100)} onClose=${() => setSaving(false)} />`}`;
}

/** The name under which the text of the box is kept until it was run, with the statement of the address that it began with. */
const DRAFT = 'statement';

/** The text of the box for the statement of an address: the user's draft, unless the address has another statement than the draft began with. */
function drafted(given) {
  const draft = draftOf(DRAFT);
  return draft && (!given || draft.given === given) ? draft.text : given;
}

/** The name under which the earlier pages of a statement are stored, before the statement. */
const PAGES_OF = 'partiql ';

/** The address that opens an item of a statement; undefined if the statement does not return the whole key of the item. */
function addressOf(table, item) {
  if (!table?.KeySchema.every(({ AttributeName: name }) => typeOf(item[name] ?? {}) === typeOfAttribute(table, name))) return undefined;
  const key = keyOf(table, item);
  const members = Object.fromEntries([...pkNames(table.KeySchema), ...skNames(table.KeySchema)].map(({ name, member }) => [member, show(key[name])]));
  return link(['table', table.TableName], { mode: 'query', ...members, item: JSON.stringify(key) });
}

/**
 * The items of a statement. Those with a whole key are opened in their table, the others as JSON.
 *
 * @param table the description of the statement's table; null if it is not known
 */
function Items({ items, table, view = 'grid', sort, onShow }) {
  const [selected, setSelected] = useState(new Set());
  const [open, setOpen] = useState(null);
  // A statement can return an item, or a part of several items, more than once. So a row is known by its number.
  const numbers = useMemo(() => new Map(items.map((item, at) => [item, at])), [items]);
  useEffect(() => { setSelected(new Set()); }, [items]);
  const ordered = useMemo(() => sorted(items, sort), [items, sort]);
  const keys = useMemo(() => (table?.KeySchema ?? []).filter(key => items.every(item => item[key.AttributeName])), [items, table]);
  const chosen = () => items.filter((item, at) => selected.has(at));
  const openItem = item => {
    const address = addressOf(table, item);
    if (address) location.hash = address;
    else setOpen(item);
  };
  return html`<div class="title result"><${Tabs} label="Views of the result" tabs=${[['grid', 'Grid'], ['json', 'JSON']]} current=${view} onChoose=${id => onShow({ view: id === 'grid' ? undefined : id })} />
      <span class="space"></span>${selected.size > 0 && html`<span class="chosen" role="status">${plural(selected.size, 'item')} selected</span><${CopyButton} label="Copy as JSON" text=${() => JSON.stringify(chosen(), null, 2)} />`}</div>
    ${view === 'json' ? html`<${JsonView} items=${items} more="Select items in the grid to copy them." />`
    : html`<${Grid} key=${keys.length} table=${{ KeySchema: keys }} items=${ordered} idOf=${item => numbers.get(item)} selected=${selected} onSelect=${setSelected} onOpen=${openItem} sort=${sort} onSort=${name => onShow({ sort: name })} />`}
    ${open && html`<${Dialog} title="Item" wide onClose=${() => setOpen(null)}><p class="note">The statement did not return the whole key of the item, so it cannot be opened in its table.</p>
      <pre class="code" tabindex="0" aria-label="The item as JSON">${JSON.stringify(open, null, 2)}</pre><//>`}`;
}
