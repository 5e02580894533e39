// The items of a table: query, result, selection, and what can be done with it.

import { html, useEffect, useRef, useState } from '/console/preact.js';
import { go, link, replace } from '/console/route.js';
import { pages, remember, save, setPages } from '/console/store.js';
import { CopyButton, Dialog, ErrorBox, Field, Select, Tabs, Text, countText, plural } from '/console/ui.js';
import { Builder } from '/console/builder.js';
import { CodeOf } from '/console/code.js';
import { Cost } from '/console/cost.js';
import { Grid } from '/console/grid.js';
import { Kinds, Partitions, typeCandidates } from '/console/drawings.js';
import { ItemEditor } from '/console/editor.js';
import { BulkDialog } from '/console/bulk.js';
import { ExportDialog, ImportDialog } from '/console/transfer.js';
import { keyTextOf, readPage, titleOf } from '/console/query.js';

const VIEWS = [['grid', 'Grid'], ['kinds', 'By kind'], ['partitions', 'By partition'], ['json', 'JSON']];
const MAX_JSON = 500;

/** The members of the address that determine which items are read. */
const queryOf = ({ tab, view, type, ...rest }) => rest;

export function Items({ table, params }) {
  const [draft, setDraft] = useState(queryOf(params));
  const [page, setPage] = useState(null);
  const [state, setState] = useState({ busy: false, error: null });
  const [selected, setSelected] = useState(new Set());
  const [open, setOpen] = useState(null);
  const abort = useRef(null);
  const query = queryOf(params);
  const { from, ...withoutStart } = query;
  const queryText = JSON.stringify(withoutStart);

  const run = async () => {
    abort.current?.abort();
    const mine = abort.current = new AbortController();
    setState({ busy: true, error: null });
    try {
      const read = await readPage(table, query, mine.signal, so => setState({ busy: true, error: null, text: plural(so.items.length, 'item') }));
      setPage(read);
      setSelected(new Set());
      setState({ busy: false, error: null });
    } catch (error) {
      if (mine !== abort.current) return;
      setState({ busy: false, error: error.name === 'AbortError' ? null : error });
      if (error.name !== 'AbortError') setPage(null);
    }
  };
  useEffect(() => {
    setDraft(withoutStart);
    run();
    return () => abort.current?.abort();
  }, [JSON.stringify(query)]);

  const show = changes => go(['table', table.TableName], { ...params, ...changes });
  const submit = () => {
    const { from: _, ...next } = queryOf(draft);
    const hash = link(['table', table.TableName], { ...next, view: params.view, type: params.type });
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
  const items = page?.items ?? [];
  const chosen = items.filter(item => selected.has(keyTextOf(table, item)));
  const close = changed => { setOpen(null); if (changed) run(); };
  const edit = item => setOpen({ kind: 'item', item });

  return html`
    <${Builder} table=${table} draft=${draft} onChange=${setDraft} onRun=${submit} busy=${state.busy} onCancel=${() => abort.current?.abort()} />
    <${ErrorBox} error=${state.error} />
    <div class="title result">
      <${Tabs} label="Views of the result" tabs=${VIEWS} current=${view} onChoose=${id => replace(['table', table.TableName], { ...params, view: id === 'grid' ? undefined : id })} />
      <span class="space"></span>
      <button type="button" data-action="new" onClick=${() => setOpen({ kind: 'item', item: null })}>New item</button>
      <button type="button" data-action="import" onClick=${() => setOpen({ kind: 'import' })}>Import</button>
      <button type="button" data-action="export" disabled=${!items.length} onClick=${() => setOpen({ kind: 'export' })}>Export</button>
      <button type="button" data-action="save-query" onClick=${() => setOpen({ kind: 'save' })}>Save</button>
    </div>
    <div class="bar" role="status">
      ${state.busy ? html`<span>Reading… ${state.text ?? ''}</span>` : page && html`<span class="count">${plural(items.length, 'item')}${page.scanned > items.length ? ` of ${countText(page.scanned)} read` : ''}</span>
        <${Cost} reads=${page.reads} writes=${0} millis=${page.millis} />`}
      ${view === 'kinds' || view === 'partitions' ? html`<${Select} aria-label="Attribute with the kind of an item" value=${params.type ?? ''}
        options=${[['', 'kind: auto'], ...typeCandidates(items).map(name => [name, 'kind: ' + name])]} onChange=${type => replace(['table', table.TableName], { ...params, type })} />` : ''}
      <span class="space"></span>
      ${chosen.length > 0 && html`<span>${plural(chosen.length, 'item')} selected</span>
        <button type="button" data-action="bulk-edit" onClick=${() => setOpen({ kind: 'bulk', what: 'edit' })}>Edit</button>
        <button type="button" data-action="bulk-delete" class="danger" onClick=${() => setOpen({ kind: 'bulk', what: 'delete' })}>Delete</button>
        <${CopyButton} label="Copy as JSON" text=${() => JSON.stringify(chosen, null, 2)} />`}
      ${page && html`<span class="pair"><button type="button" data-action="previous" disabled=${!from || state.busy} onClick=${previous}>${before.length || !from ? 'Previous' : 'First page'}</button>
        <button type="button" data-action="next" disabled=${!page.next || state.busy} onClick=${next}>Next</button></span>`}
    </div>
    ${page && !items.length && !state.busy && html`<div class="empty"><p>${page.next ? 'No item of this part matches. The next page continues.' : 'There are no such items.'}</p></div>`}
    ${items.length > 0 && (view === 'kinds' ? html`<${Kinds} table=${table} items=${items} type=${params.type} onOpen=${edit} />`
    : view === 'partitions' ? html`<${Partitions} table=${table} index=${params.index} items=${items} type=${params.type} onOpen=${edit} />`
    : view === 'json' ? html`<pre class="code card" tabindex="0" aria-label="The items as JSON">${JSON.stringify(items.slice(0, MAX_JSON), null, 2)}${items.length > MAX_JSON ? `\n\nThe first ${MAX_JSON} items. Export writes all.` : ''}</pre>`
    : html`<${Grid} table=${table} items=${items} selected=${selected} onSelect=${setSelected} onOpen=${edit} />`)}
    ${page && html`<${CodeOf} operation=${page.operation} input=${page.codeInput} />`}
    ${open?.kind === 'item' && html`<${ItemEditor} table=${table} row=${open.item} onClose=${close} />`}
    ${open?.kind === 'bulk' && html`<${BulkDialog} table=${table} what=${open.what} items=${chosen} whole=${!params.index} onClose=${close} />`}
    ${open?.kind === 'export' && html`<${ExportDialog} table=${table} items=${items} params=${query} hasMore=${!!page.next || !!from} onClose=${() => setOpen(null)} />`}
    ${open?.kind === 'import' && html`<${ImportDialog} table=${table} onClose=${close} />`}
    ${open?.kind === 'save' && html`<${SaveDialog} title=${titleOf(table, query)} onClose=${() => setOpen(null)} />`}`;
}

export function SaveDialog({ title, onClose }) {
  const [name, setName] = useState(title);
  const submit = event => {
    event.preventDefault();
    save(name, location.hash);
    onClose();
  };
  return html`<${Dialog} title="Save the query" onClose=${onClose}><form onSubmit=${submit}>
    <${Field} label="Name"><${Text} name="title" required value=${name} onInput=${setName} /><//>
    <div class="actions"><button type="submit" class="primary">Save</button></div></form><//>`;
}
