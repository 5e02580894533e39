// The form of a query or scan.

import { html } from '/console/preact.js';
import { Field, Select, Text } from '/console/ui.js';
import { typeOfAttribute } from '/console/tables.js';
import { DEFAULT_PAGE_SIZE, FILTER_OPERATORS, GROUPS, MAX_GROUP_DEPTH, PAGE_SIZES, SORT_OPERATORS, filtersOf, isGroup, pkNames, skNames, sourceOf, sources, takesNoType, takesNoValue } from '/console/query.js';

const FILTER_TYPES = [['S', 'String'], ['N', 'Number'], ['BOOL', 'Boolean'], ['NULL', 'Null'], ['B', 'Binary'], ['JSON', 'List, map, set']];
const TYPE_WORDS = { S: 'string', N: 'number', B: 'binary, Base64' };

export function Builder({ table, draft, onChange, onRun, busy, onCancel }) {
  const set = changes => onChange({ ...draft, ...changes });
  const source = sourceOf(table, draft.index);
  const isQuery = draft.mode === 'query';
  const sorts = skNames(source.schema);
  const last = sorts.findLast(({ member }) => draft[member]) ?? sorts[0];
  const filters = filtersOf(draft);
  const setFilters = all => set({ f: all.length ? JSON.stringify(all) : undefined });
  const key = event => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); onRun(); } };
  const label = name => `${name} (${TYPE_WORDS[typeOfAttribute(table, name)]})`;
  return html`<form class="card builder" onKeyDown=${key} onSubmit=${event => { event.preventDefault(); onRun(); }}>
    <div class="row">
      <${Field} class="narrow" label="Read by"><${Select} name="mode" data-first="" value=${draft.mode ?? 'scan'} onChange=${mode => set({ mode: mode === 'scan' ? undefined : mode })}
        options=${[['scan', 'Scan'], ['query', 'Query']]} /><//>
      <${Field} label="Of"><${Select} name="index" value=${source.name} onChange=${index => set({ index: index || undefined, op: undefined, to: undefined })}
        options=${sources(table).map(each => [each.name, each.name ? `${each.name} (${each.kind} index)` : 'the table'])} /><//>
      ${isQuery && pkNames(source.schema).map(({ name, member }) => html`<${Field} key=${member} label=${label(name)}>
        <${Text} name=${member} value=${draft[member]} onInput=${value => set({ [member]: value })} /><//>`)}
      ${isQuery && sorts.map(({ name, member }) => html`
        ${member === last.member && html`<${Field} key="op" class="narrow" label="Condition"><${Select} name="op" value=${draft.op ?? '='} options=${SORT_OPERATORS}
          onChange=${op => set({ op: op === '=' ? undefined : op })} /><//>`}
        <${Field} key=${member} label=${label(name)}><${Text} name=${member} placeholder="any" value=${draft[member]} onInput=${value => set({ [member]: value })} /><//>`)}
      ${isQuery && sorts.length > 0 && draft.op === 'between' && html`<${Field} label="and"><${Text} name="to" value=${draft.to} onInput=${to => set({ to })} /><//>`}
    </div>
    <${Filters} filters=${filters} depth=${0} onChange=${setFilters} />
    <div class="row end">
      <button type="button" class="quiet add-filter" onClick=${() => setFilters([...filters, NEW_FILTER])}>Add a filter</button>
      <button type="button" class="quiet add-group" onClick=${() => setFilters([...filters, NEW_GROUP])}>Add a group</button>
      ${filters.length > 1 && html`<${Select} aria-label="Which filters must hold" value=${draft.any ? 'any' : 'all'} options=${[['all', 'all filters must hold'], ['any', 'any filter must hold']]}
        onChange=${value => set({ any: value === 'any' ? '1' : undefined })} />`}
      ${isQuery && html`<label class="check"><input type="checkbox" name="desc" checked=${!!draft.desc} onChange=${event => set({ desc: event.target.checked ? '1' : undefined })} /> descending</label>`}
      ${source.kind !== 'global' && html`<label class="check"><input type="checkbox" name="strong" checked=${!!draft.strong}
        onChange=${event => set({ strong: event.target.checked ? '1' : undefined })} /> consistent</label>`}
      <span class="space"></span>
      <${Select} name="limit" aria-label="Items of a page" value=${draft.limit ?? DEFAULT_PAGE_SIZE} options=${PAGE_SIZES.map(size => [size, Number(size).toLocaleString('en') + ' a page'])}
        onChange=${limit => set({ limit: limit === DEFAULT_PAGE_SIZE ? undefined : limit })} />
      ${busy ? html`<button type="button" onClick=${onCancel}>Stop</button>` : html`<button type="submit" class="primary" title="Ctrl Enter">Run</button>`}
    </div></form>`;
}

const NEW_FILTER = { n: '', o: '=', t: 'S', v: '' };
const NEW_GROUP = { g: 'any', f: [NEW_FILTER, NEW_FILTER] };

/**
 * Filters, and groups of filters.
 *
 * @param at the place of their group, such as "1." for the second group; nothing for those that are in no group
 * @param depth the number of groups around them
 */
const Filters = ({ filters, at = '', depth, onChange }) => filters.map((filter, number) => html`<${isGroup(filter) ? Group : Filter} key=${number} filter=${filter} at=${at + number} depth=${depth}
  onChange=${changed => onChange(filters.with(number, changed))} onRemove=${() => onChange(filters.toSpliced(number, 1))} />`);

/** The place of a filter or a group for people, such as "2.1". */
const placeOf = at => at.split('.').map(number => Number(number) + 1).join('.');

function Group({ filter: { g, f }, at, depth, onChange, onRemove }) {
  const place = placeOf(at);
  const set = filters => onChange({ g, f: filters });
  return html`<fieldset class="group"><legend>Group ${place}</legend>
    <${Select} aria-label=${`Which filters of group ${place} must hold`} name=${`group${at}`} value=${g} options=${GROUPS} onChange=${way => onChange({ g: way, f })} />
    <${Filters} filters=${f} at=${at + '.'} depth=${depth + 1} onChange=${set} />
    <div class="actions"><button type="button" class="quiet add-filter" aria-label=${'Add a filter to group ' + place} onClick=${() => set([...f, NEW_FILTER])}>Add a filter</button>
      ${depth + 1 < MAX_GROUP_DEPTH && html`<button type="button" class="quiet add-group" aria-label=${'Add a group to group ' + place} onClick=${() => set([...f, NEW_GROUP])}>Add a group</button>`}
      <button type="button" class="quiet" aria-label=${'Remove group ' + place} onClick=${onRemove}>Remove the group</button></div></fieldset>`;
}

function Filter({ filter, at, onChange, onRemove }) {
  const set = name => value => onChange({ ...filter, [name]: value });
  return html`<div class="row filter">
    <${Field} label="Attribute"><${Text} name=${`filter${at}.name`} placeholder="name or path.to[0]" value=${filter.n} onInput=${set('n')} /><//>
    <${Field} class="narrow" label="Condition"><${Select} name=${`filter${at}.op`} value=${filter.o} options=${FILTER_OPERATORS} onChange=${set('o')} /><//>
    ${!takesNoType(filter.o) && html`<${Field} class="narrow" label="Type"><${Select} name=${`filter${at}.type`} value=${filter.t} options=${FILTER_TYPES} onChange=${set('t')} /><//>`}
    ${!takesNoValue(filter.o) && filter.t !== 'NULL' && html`<${Field} label="Value" hint=${filter.t === 'JSON' && !takesNoType(filter.o) ? 'JSON, such as ["a"] or {"$stringSet": ["a"]}' : undefined}>${filter.o === 'in_lines'
      ? html`<textarea name=${`filter${at}.value`} rows="3" spellcheck=${false} value=${filter.v} onInput=${event => set('v')(event.target.value)}></textarea>`
      : html`<${Text} name=${`filter${at}.value`} value=${filter.v} onInput=${set('v')} />`}<//>`}
    ${filter.o === 'between' && html`<${Field} label="and"><${Text} name=${`filter${at}.to`} value=${filter.w} onInput=${set('w')} /><//>`}
    <button type="button" class="quiet" aria-label=${'Remove filter ' + placeOf(at)} onClick=${onRemove}>Remove</button></div>`;
}
