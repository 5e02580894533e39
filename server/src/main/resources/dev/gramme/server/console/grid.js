// Items as rows of a grid. Only the visible rows are in the page, so many thousand rows do not slow it down.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '/console/preact.js';
import { compare, show, showShort, typeOf } from '/console/values.js';
import { keyOf, keyTextOf } from '/console/query.js';

const ROW_PIXELS = 32;
const MORE_ROWS = 12;
const MAX_COLUMNS = 60;
const SAMPLE = 200;
const MAX_CELL = 300;
/** The cursor on the names of the columns. */
const HEADER = -1;
const NONE = new Set();
let grids = 0;

/** Items in the order of a column, which has a minus sign before it if descending. */
export function sorted(items, sort) {
  if (!sort) return items;
  const [name, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  return items.toSorted((a, b) => (a[name] && b[name] ? sign : 1) * compare(a[name], b[name]));
}

/** The names of the columns: the key first, then the attributes by frequency. */
export function columnsOf(table, items) {
  const keys = table.KeySchema.map(key => key.AttributeName);
  const counts = new Map();
  for (const item of items) for (const name of Object.keys(item)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const others = [...counts.keys()].filter(name => !keys.includes(name));
  const sorted = others.sort((a, b) => counts.get(b) - counts.get(a));
  return { columns: [...keys, ...sorted.slice(0, MAX_COLUMNS)], hidden: Math.max(0, sorted.length - MAX_COLUMNS) };
}

function widthOf(name, items) {
  const longest = items.slice(0, SAMPLE).reduce((most, item) => Math.max(most, showShort(item[name], 60).length), name.length);
  return Math.min(340, Math.max(80, Math.round(longest * 7.6) + 26));
}

/**
 * The grid. It is one stop of the Tab key; the arrow keys move its cursor through the rows and, above them, through the names of the columns.
 *
 * @param selected the keys of selected items, also of other pages
 * @param onSelect gets the keys of the selected items; without it no item can be selected
 * @param idOf an item's identity among the items; without it, its key as a text
 * @param sort the column by which the items are sorted, with a minus sign before it if descending
 */
export function Grid({ table, items, selected = NONE, onSelect, onOpen, sort = '', onSort, idOf = item => keyTextOf(table, item) }) {
  const view = useRef();
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const [cursor, setCursor] = useState(0);
  const [column, setColumn] = useState(0);
  const id = useRef();
  id.current ??= 'grid' + ++grids;
  const { columns, hidden } = useMemo(() => columnsOf(table, items), [items]);
  const widths = useMemo(() => columns.map(name => widthOf(name, items)), [items]);
  const ids = useMemo(() => items.map(idOf), [items]);
  useLayoutEffect(() => {
    const measure = () => setHeight(view.current.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(view.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => { setCursor(at => Math.min(at, 0)); view.current.scrollTop = 0; }, [items]);

  const first = Math.max(0, Math.floor(top / ROW_PIXELS) - MORE_ROWS);
  const last = Math.min(items.length, Math.ceil((top + height) / ROW_PIXELS) + MORE_ROWS);
  const toggle = at => {
    if (!onSelect) return;
    const next = new Set(selected);
    if (!next.delete(ids[at])) next.add(ids[at]);
    onSelect(next);
  };
  const move = to => {
    const at = Math.max(0, Math.min(items.length - 1, to));
    setCursor(at);
    const box = view.current;
    const y = at * ROW_PIXELS;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + 2 * ROW_PIXELS > box.scrollTop + box.clientHeight) box.scrollTop = y + 2 * ROW_PIXELS - box.clientHeight;
  };
  const moveToColumn = to => {
    const at = Math.max(0, Math.min(columns.length - 1, to));
    setCursor(HEADER);
    setColumn(at);
    document.getElementById(id.current + 'column' + at).scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const order = name => sort === name ? 'ascending' : sort === '-' + name ? 'descending' : null;
  const sortBy = name => onSort(order(name) === 'ascending' ? '-' + name : order(name) ? undefined : name);
  const keyInHeader = event => {
    const to = { ArrowLeft: column - 1, ArrowRight: column + 1, Home: 0, End: columns.length - 1 }[event.key];
    if (to !== undefined) { event.preventDefault(); moveToColumn(to); }
    else if (event.key === 'ArrowDown' || event.key === 'PageDown') { event.preventDefault(); move(0); }
    else if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); sortBy(columns[column]); }
  };
  const keyInRows = event => {
    const page = Math.max(1, Math.floor(height / ROW_PIXELS) - 2);
    const to = { ArrowDown: cursor + 1, ArrowUp: cursor - 1, PageDown: cursor + page, PageUp: cursor - page, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'ArrowUp' && cursor === 0) { event.preventDefault(); moveToColumn(column); }
    else if (to !== undefined) { event.preventDefault(); move(to); }
    else if (event.key === 'Enter') { event.preventDefault(); onOpen(items[cursor]); }
    else if (event.key === ' ') { event.preventDefault(); toggle(cursor); }
  };
  const key = event => {
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); onSelect?.(new Set([...selected, ...ids])); }
    else if (cursor === HEADER) keyInHeader(event);
    else keyInRows(event);
  };
  const all = items.length > 0 && ids.every(id => selected.has(id));
  const others = () => { const here = new Set(ids); return new Set([...selected].filter(id => !here.has(id))); };
  return html`
    <div class="grid" ref=${view} onScroll=${event => setTop(event.target.scrollTop)}>
      <table role="grid" tabindex="0" aria-label="Items" aria-multiselectable=${!!onSelect} aria-rowcount=${items.length + 1} aria-activedescendant=${id.current + (cursor === HEADER ? 'column' + column : 'row' + cursor)} onKeyDown=${key}>
        <colgroup>${onSelect && html`<col class="mark" />`}${widths.map((width, at) => html`<col key=${columns[at]} style=${{ width: width + 'px' }} />`)}</colgroup>
        <thead role="rowgroup"><tr role="row" aria-rowindex="1">${onSelect && html`<th role="columnheader" class="mark"><input type="checkbox" tabindex="-1" aria-label="Select all items" checked=${all}
          onChange=${() => onSelect(all ? others() : new Set([...selected, ...ids]))} /></th>`}
          ${columns.map((name, at) => html`<th key=${name} id=${id.current + 'column' + at} role="columnheader" scope="col" class=${(at < table.KeySchema.length ? 'key' : '') + (cursor === HEADER && column === at ? ' cursor' : '')} title=${name} aria-sort=${order(name)}><button type="button" class="sort" tabindex="-1" onClick=${() => sortBy(name)}>${name}${{ ascending: ' ↑', descending: ' ↓' }[order(name)] ?? ''}</button></th>`)}</tr></thead>
        <tbody role="rowgroup">
          ${first > 0 && html`<tr aria-hidden="true" class="spacer"><td style=${{ height: first * ROW_PIXELS + 'px' }}></td></tr>`}
          ${items.slice(first, last).map((item, offset) => {
            const at = first + offset;
            const chosen = selected.has(ids[at]);
            return html`<tr key=${ids[at]} id=${id.current + 'row' + at} role="row" aria-rowindex=${at + 2} aria-selected=${onSelect ? chosen : null} class=${at === cursor ? 'cursor' : ''}
              onClick=${() => setCursor(at)} onDblClick=${() => onOpen(item)}>
              ${onSelect && html`<td role="gridcell" class="mark"><input type="checkbox" tabindex="-1" aria-label=${'Select ' + Object.values(keyOf(table, item)).map(show).join(' ')} checked=${chosen} onChange=${() => toggle(at)} /></td>`}
              ${columns.map((name, column) => html`<td key=${name} role="gridcell" class=${item[name] ? 'type-' + typeOf(item[name]) : 'missing'} dir=${item[name]?.S ? 'auto' : null}>${column === 0
                ? html`<button type="button" class="cell" tabindex="-1" onClick=${() => onOpen(item)}>${cell(item[name]) || 'open'}</button>` : cell(item[name])}</td>`)}</tr>`;
          })}
          ${last < items.length && html`<tr aria-hidden="true" class="spacer"><td style=${{ height: (items.length - last) * ROW_PIXELS + 'px' }}></td></tr>`}
        </tbody></table></div>
    ${hidden > 0 && html`<p class="note">${hidden} rarer attributes have no column. An item shows all of them.</p>`}`;
}

const cell = value => showShort(value, MAX_CELL);
