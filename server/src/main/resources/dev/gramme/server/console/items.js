// The items of a table: query, result, selection, and what can be done with it.

import { html, useEffect, useMemo, useRef, useState } from '/console/preact.js';
import { go, link, replace } from '/console/route.js';
import { pages, remember, save, setPages } from '/console/store.js';
import { itemSize } from '/console/values.js';
import { Dialog, ErrorBox, Field, Tabs, Text, countText, lazy, lazyPart, plural } from '/console/ui.js';
import { Builder } from '/console/builder.js';
import { CodeOf } from '/console/codeof.js';
import { Cost } from '/console/cost.js';
import { Count, useCount } from '/console/count.js';
import { Grid, sorted } from '/console/grid.js';
import { JsonView } from '/console/jsonview.js';
import { allPages, keyOf, keyTextOf, planOf, readPage, titleOf } from '/console/query.js';

const Kinds = lazy(async () => (await import('/console/drawings.js')).Kinds);
const Partitions = lazy(async () => (await import('/console/drawings.js')).Partitions);
const KindChoice = lazyPart(async () => (await import('/console/drawings.js')).KindChoice);
const ItemEditor = lazyPart(async () => (await import('/console/editor.js')).ItemEditor);
const BulkDialog = lazyPart(async () => (await import('/console/bulk.js')).BulkDialog);
const CopyDialog = lazyPart(async () => (await import('/console/copy.js')).CopyDialog);
const ExportDialog = lazyPart(async () => (await import('/console/transfer.js')).ExportDialog);
const Touched = lazyPart(async () => (await import('/console/touched.js')).Touched);
const ImportDialog = lazyPart(async () => (await import('/console/transfer.js')).ImportDialog);

const VIEWS = [['grid', 'Grid'], ['kinds', 'By kind'], ['partitions', 'By partition'], ['json', 'JSON']];
const MAX_SELECTED = 20_000;
const MAX_SELECTED_BYTES = 100_000_000;

/** The members of the address that determine which items are read. */
const queryOf = ({ tab, view, type, sort, item, ...rest }) => rest;

/** The key of the item that the address opens; null if it opens none. */
function openedKey({ item }) {
  try { return item ? JSON.parse(item) : null; } catch (e) { return null; }
}

export function Items({ table, params }) {
  const [draft, setDraft] = useState(queryOf(params));
  const [page, setPage] = useState(null);
  const [state, setState] = useState({ busy: false, error: null });
  // The selected items of all pages of the query, by their keys.
  const [selected, setSelected] = useState(new Map());
  const [all, setAll] = useState(0);
  const [open, setOpen] = useState(null);
  const [done, setDone] = useState(null);
  const abort = useRef(null);
  const query = queryOf(params);
  const { from, ...withoutStart } = query;
  const queryText = JSON.stringify(withoutStart);
  const counting = useCount(table, withoutStart);

  const run = async () => {
    abort.current?.abort();
    const mine = abort.current = new AbortController();
    setState({ busy: true, error: null });
    try {
      const read = await readPage(table, query, mine.signal, so => setState({ busy: true, error: null, text: plural(so.items.length, 'item') }));
      setPage(read);
      setState({ busy: false, error: null });
    } catch (error) {
      if (mine !== abort.current) return;
      setState({ busy: false, error: error.name === 'AbortError' ? null : error });
      if (error.name !== 'AbortError') setPage(null);
    }
  };
  useEffect(() => { setSelected(new Map()); }, [queryText]);
  useEffect(() => {
    setDraft(withoutStart);
    run();
    return () => abort.current?.abort();
  }, [JSON.stringify(query)]);

  const show = changes => go(['table', table.TableName], { ...params, ...changes });
  const submit = () => {
    const { from: _, ...next } = queryOf(draft);
    const hash = link(['table', table.TableName], { ...next, view: params.view, type: params.type, sort: params.sort });
    remember(hash, titleOf(table, next));
    if (hash === location.hash) run();
    else location.hash = hash;
  };
  const before = pages(queryText);
  const next = () => {
    setPages(queryText, [...before, from ?? '']);
    show({ from: JSON.stringify(page.next) });
  };
  const previous = () => {
    setPages(queryText, before.slice(0, -1));
    show({ from: before.at(-1) });
  };
  const view = params.view ?? 'grid';
  const items = useMemo(() => sorted(page?.items ?? [], params.sort), [page, params.sort]);
  const chosen = useMemo(() => [...selected.values()], [selected]);
  const here = selected.size ? items.filter(item => selected.has(keyTextOf(table, item))).length : 0;
  const select = keys => {
    const known = new Map([...selected, ...items.map(item => [keyTextOf(table, item), item])]);
    setSelected(firstOf([...keys].map(key => [key, known.get(key)])));
    setAll(keys.size);
  };
  const close = (changed, written) => { setOpen(null); if (written) setDone(written); if (changed) { setSelected(new Map()); counting.reset(); run(); } };
  const openItem = key => replace(['table', table.TableName], { ...params, item: key && JSON.stringify(key) });
  const selectAll = async () => {
    const mine = abort.current = new AbortController();
    const found = new Map(selected);
    let bytes = 0;
    setState({ busy: true, error: null });
    try {
      for await (const { items: some } of allPages(table, query, mine.signal)) {
        for (const item of some) { found.set(keyTextOf(table, item), item); bytes += knownSize(item); }
        setState({ busy: true, error: null, text: plural(found.size, 'item') });
        if (found.size > MAX_SELECTED || bytes > MAX_SELECTED_BYTES) break;
      }
      setSelected(firstOf([...found]));
      setAll(found.size);
      setState({ busy: false, error: null });
    } catch (error) {
      if (mine === abort.current) setState({ busy: false, error: error.name === 'AbortError' ? null : error });
    }
  };
  const edit = item => openItem(keyOf(table, item));
  const opened = openedKey(params);

  return html`
    <${Builder} table=${table} draft=${draft} onChange=${setDraft} onRun=${submit} busy=${state.busy} onCancel=${() => abort.current?.abort()} />
    <${ErrorBox} error=${state.error ?? counting.error} />
    <div class="title result">
      <${Tabs} label="Views of the result" tabs=${VIEWS} current=${view} onChoose=${id => replace(['table', table.TableName], { ...params, view: id === 'grid' ? undefined : id })} />
      <span class="space"></span>
      <button type="button" data-action="new" onClick=${() => setOpen({ kind: 'item' })}>New item</button>
      <button type="button" data-action="import" onClick=${() => setOpen({ kind: 'import' })}>Import</button>
      <button type="button" data-action="export" disabled=${!items.length} onClick=${() => setOpen({ kind: 'export' })}>Export</button>
      <button type="button" data-action="save-query" onClick=${() => setOpen({ kind: 'save' })}>Save</button>
    </div>
    <div class="bar" role="status">
      ${state.busy ? html`<span>Reading… ${state.text ?? ''}</span>` : page && html`<span class="count">${plural(items.length, 'item')}${page.scanned > items.length ? ` of ${countText(page.scanned)} read` : ''}</span>
        <${Cost} reads=${page.reads} writes=${0} millis=${page.millis} />
        ${(page.next || from || counting.total) && html`<${Count} counting=${counting} />`}
        ${(page.next || from) && html`<button type="button" class="quiet" data-action="select-all" onClick=${selectAll}>Select all</button>`}`}
      ${(view === 'kinds' || view === 'partitions') && html`<${KindChoice} table=${table} items=${items} type=${params.type} onChange=${type => replace(['table', table.TableName], { ...params, type })} />`}
      <span class="space"></span>
      ${chosen.length > 0 && html`<span class="chosen">${plural(chosen.length, 'item')} selected${here < chosen.length ? `, ${countText(chosen.length - here)} on other pages` : ''}${chosen.length < all ? '; no more can be selected' : ''}</span>
        <button type="button" class="quiet" data-action="unselect" onClick=${() => setSelected(new Map())}>Clear</button>
        <button type="button" data-action="bulk-edit" onClick=${() => setOpen({ kind: 'bulk', what: 'edit' })}>Edit</button>
        <button type="button" data-action="bulk-delete" class="danger" onClick=${() => setOpen({ kind: 'bulk', what: 'delete' })}>Delete</button>
        <button type="button" data-action="bulk-copy" onClick=${() => setOpen({ kind: 'copy' })}>Copy</button>`}
      ${page && html`<span class="pair"><button type="button" data-action="previous" disabled=${!from || state.busy} onClick=${previous}>${before.length || !from ? 'Previous' : 'First page'}</button>
        <button type="button" data-action="next" disabled=${!page.next || state.busy} onClick=${next}>Next</button></span>`}
    </div>
    ${done?.text && html`<p class="note written" role="status">${done.text}${done.unread.length > 0 && `, with attributes that were not read: ${done.unread.join(', ')}`}. <a href=${link(['table', table.TableName], { tab: 'time' })}>Undo</a></p>`}
    ${page && !items.length && !state.busy && html`<div class="empty"><p>${page.next ? 'No item of this part matches. The next page continues.' : 'There are no such items.'}</p></div>`}
    ${items.length > 0 && (view === 'kinds' ? html`<${Kinds} table=${table} items=${items} type=${params.type} onOpen=${edit} />`
    : view === 'partitions' ? html`<${Partitions} table=${table} index=${params.index} items=${items} type=${params.type} onOpen=${edit} />`
    : view === 'json' ? html`<${JsonView} items=${items} more="Export writes all." />`
    : html`<${Grid} table=${table} items=${items} selected=${new Set(selected.keys())} onSelect=${select} onOpen=${edit}
      sort=${params.sort} onSort=${sort => replace(['table', table.TableName], { ...params, sort })} />`)}
    ${page && html`<p class="note plan">${planOf(table, query, page)}</p><${Touched} question=${page.touched} />`}
    ${page && html`<${CodeOf} operation=${page.operation} input=${page.codeInput} table=${table} items=${page.items} type=${params.type} />`}
    ${done && html`<${CodeOf} table=${table} type=${params.type} operation=${done.operation} input=${done.input} items=${done.items} title=${done.count > 1 ? `Code of the last change: the first of ${plural(done.count, done.operation + ' request')}` : `Code of the last change: ${done.operation}`} />`}
    ${open?.kind === 'item' && html`<${ItemEditor} table=${table} row=${null} onClose=${close} />`}
    ${opened && html`<${ItemEditor} key=${params.item} table=${table} row=${opened} onClose=${(...how) => { openItem(undefined); close(...how); }} />`}
    ${open?.kind === 'bulk' && html`<${BulkDialog} table=${table} what=${open.what} items=${chosen} whole=${!params.index} onClose=${close} />`}
    ${open?.kind === 'copy' && html`<${CopyDialog} table=${table} items=${chosen} whole=${!params.index} onClose=${close} />`}
    ${open?.kind === 'export' && html`<${ExportDialog} table=${table} items=${items} params=${query} hasMore=${!!page.next || !!from} onClose=${() => setOpen(null)} />`}
    ${open?.kind === 'import' && html`<${ImportDialog} table=${table} onClose=${close} />`}
    ${open?.kind === 'save' && html`<${SaveDialog} title=${titleOf(table, query)} onClose=${() => setOpen(null)} />`}`;
}

const sizes = new WeakMap();

/** The size of an item, computed once. */
function knownSize(item) {
  if (!sizes.has(item)) sizes.set(item, itemSize(item));
  return sizes.get(item);
}

/** As many selected items, with their keys, as fit into the memory of the page. */
export function firstOf(entries) {
  let bytes = 0;
  const end = entries.findIndex(([, item], at) => at === MAX_SELECTED || (bytes += knownSize(item)) > MAX_SELECTED_BYTES);
  return new Map(end < 0 ? entries : entries.slice(0, end));
}

export function SaveDialog({ title, onClose }) {
  const [name, setName] = useState(title);
  const [error, setError] = useState(null);
  const submit = event => {
    event.preventDefault();
    try { save(name, location.hash); } catch (e) { setError(e); return; }
    onClose();
  };
  return html`<${Dialog} title="Save the query" onClose=${onClose}><form onSubmit=${submit}>
    <${Field} label="Name"><${Text} name="title" required value=${name} onInput=${setName} /><//>
    <${ErrorBox} error=${error} />
    <div class="actions"><button type="submit" class="primary">Save</button></div></form><//>`;
}
