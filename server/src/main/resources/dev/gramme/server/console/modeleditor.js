// The window in which a table of a model is changed: its keys, attributes, indexes, kinds of items, access patterns and sample items.

import { html, useState } from '/console/preact.js';
import { Fields } from '/console/fields.js';
import { SHAPES, attributesOf, changedPattern, checkedTable, emptyIndex, keyNames, withAttributeRenamed, withAttributesOfKind, withIndex, withKind, withType, withoutAttribute, withoutIndex, withoutKind } from '/console/modelchange.js';
import { Dialog, ErrorBox, Field, Select, Tabs, Text, cancelDialog, plural, useTask } from '/console/ui.js';
import { TYPES, TYPE_NAMES, emptyOf, showShort } from '/console/values.js';

const TYPE_OPTIONS = TYPES.map(type => [type, TYPE_NAMES[type]]);
const PROJECTIONS = [['ALL', 'all attributes'], ['KEYS_ONLY', 'keys only'], ['INCLUDE', 'keys and some attributes']];
const NONE = ['', '(none)'];
const listed = text => [...new Set(text.split(',').map(name => name.trim()).filter(name => name))];

/** A text that counts when its field is left or Enter is pressed. */
const Entry = ({ value, onChange, ...rest }) => html`<input type="text" autocomplete="off" spellcheck=${false} ...${rest} value=${value} onChange=${event => onChange(event.target.value.trim())} />`;

/**
 * @param title of the window
 * @param table the table as it is
 * @param onSave gets the changed table; it may throw an Error
 */
export function ModelEditor({ title, table, onSave, onClose }) {
  const [draft, setDraft] = useState(table);
  const [part, setPart] = useState('table');
  const [state, run] = useTask();
  const change = make => run(async () => setDraft(make(draft)));
  const set = changes => setDraft({ ...draft, ...changes });
  const save = () => run(async () => onSave(checkedTable(draft)));
  const tabs = [['table', 'Table'], ['attributes', 'Attributes'], ['indexes', 'Indexes'], ['kinds', 'Kinds of items'], ['patterns', 'Access patterns'], ['items', 'Sample items']];
  const Part = { table: TablePart, attributes: Attributes, indexes: Indexes, kinds: Kinds, patterns: Patterns, items: Items }[part];
  return html`<${Dialog} title=${title} wide isUnsaved=${() => draft !== table && JSON.stringify(draft) !== JSON.stringify(table)} onClose=${onClose}>
    <div class="editor modeleditor"><${Tabs} label="Parts of the table" tabs=${tabs} current=${part} onChoose=${setPart} />
      <${Part} table=${draft} set=${set} change=${change} /></div>
    <${ErrorBox} error=${state.error} />
    <div class="actions"><button type="button" class="primary" data-action="save-model" disabled=${state.busy} onClick=${save}>Save</button>
      <button type="button" data-action="close" onClick=${cancelDialog}>Cancel</button></div><//>`;
}

/** Fields with the attributes of a key; a sort key of one attribute may be missing. */
function Key({ table, keys, name, onChange, isOptional = true, hasPartition = true }) {
  const types = attributesOf(table);
  const options = [...types].filter(([, type]) => ['S', 'N', 'B'].includes(type)).map(([each, type]) => [each, `${each} (${type})`]);
  const part = (kind, list) => list.map(([each], at) => html`<${Field} key=${kind + at} label=${{ pk: 'Partition key', sk: 'Sort key' }[kind] + (at ? ' ' + (at + 1) : '')}>
    <${Select} name=${`${name}.${kind}${at || ''}`} value=${each} options=${kind === 'sk' && list.length === 1 && isOptional || !each ? [NONE, ...options] : options}
      onChange=${to => onChange({ ...keys, [kind]: to ? list.with(at, [to, types.get(to)]) : [] })} /><//>`);
  return [hasPartition && part('pk', keys.pk), keys.sk.length ? part('sk', keys.sk) : html`<${Field} label="Sort key"><${Select} name=${name + '.sk'} value="" options=${[NONE, ...options]}
    onChange=${to => to && onChange({ ...keys, sk: [[to, types.get(to)]] })} /><//>`];
}

function TablePart({ table, set }) {
  const { throughput } = table;
  const units = name => html`<${Field} label=${name === 'ReadCapacityUnits' ? 'Read units' : 'Write units'}><${Text} name=${name} inputmode="numeric" value=${throughput[name]}
    onInput=${value => set({ throughput: { ...throughput, [name]: Math.max(1, Math.floor(Number(value)) || 1) } })} /><//>`;
  // The partition key of a local index is that of the table.
  const setKey = key => set({ key, indexes: table.indexes.map(index => index.local ? { ...index, pk: key.pk } : index) });
  return html`<${Field} label="Table name"><${Text} name="model.name" value=${table.name} onInput=${name => set({ name })} /><//>
    <div class="row"><${Key} table=${table} keys=${table.key} name="model" onChange=${setKey} /></div>
    <p class="note">A key attribute is chosen among the attributes, where it can also be renamed.</p>
    <div class="row"><${Field} label="Expiry"><${Select} name="model.ttl" value=${table.ttl ?? ''} options=${[NONE, ...[...attributesOf(table)].filter(([, type]) => type === 'N').map(([name]) => [name, name])]} onChange=${ttl => set({ ttl: ttl || undefined })} /><//>
      <${Field} label="Billing"><${Select} name="model.billing" value=${throughput ? 'PROVISIONED' : 'PAY_PER_REQUEST'} options=${[['PAY_PER_REQUEST', 'on demand'], ['PROVISIONED', 'provisioned']]}
        onChange=${billing => set({ throughput: billing === 'PROVISIONED' ? { ReadCapacityUnits: 5, WriteCapacityUnits: 5 } : undefined })} /><//>
      ${throughput && units('ReadCapacityUnits')}${throughput && units('WriteCapacityUnits')}</div>`;
}

function Attributes({ table, change }) {
  const [name, setName] = useState('');
  const [type, setType] = useState('S');
  const keys = keyNames(table);
  const all = [...attributesOf(table)];
  const add = () => {
    change(now => {
      if (attributesOf(now).has(name.trim())) throw new Error(`There is an attribute "${name.trim()}" already.`);
      return { ...now, attributes: { ...now.attributes, [name.trim()]: type } };
    });
    setName('');
  };
  return html`<div class="fields">${all.map(([each, of]) => html`<div class="member" key=${each}>
      <${Entry} class="name" aria-label=${'Name of ' + each} value=${each} onChange=${to => change(now => withAttributeRenamed(now, each, to))} />
      <div class="value"><${Select} aria-label=${'Type of ' + each} value=${of} options=${TYPE_OPTIONS} onChange=${to => change(now => withType(now, each, to))} />
        <span class="note">${keys.includes(each) ? 'in a key' : ''}</span></div>
      ${!keys.includes(each) && html`<button type="button" class="quiet remove" aria-label=${'Remove ' + each} onClick=${() => change(now => withoutAttribute(now, each))}>✕</button>`}</div>`)}
    <div class="member new"><${Text} class="name" aria-label="Name of a new attribute" placeholder="new attribute" value=${name} onInput=${setName} />
      <${Select} aria-label="Type of a new attribute" value=${type} options=${TYPE_OPTIONS} onChange=${setType} />
      <button type="button" data-action="add-attribute" disabled=${!name.trim()} onClick=${add}>Add</button></div></div>`;
}

function Indexes({ table, set, change }) {
  const add = local => () => set({ indexes: [...table.indexes, emptyIndex(table, local)] });
  return html`<div>${table.indexes.map((index, at) => {
    const changed = changes => change(now => withIndex(now, at, { ...index, ...changes }));
    const { ProjectionType, NonKeyAttributes = [] } = index.projection;
    return html`<fieldset key=${at}><legend>${index.local ? 'Local' : 'Global'} index ${index.name}</legend><div class="row">
      <${Field} label="Index name"><${Entry} name=${`index${at}.name`} value=${index.name} onChange=${name => changed({ name })} /><//>
      <${Key} table=${table} keys=${index} name=${'index' + at} isOptional=${!index.local} hasPartition=${!index.local} onChange=${changed} />
      <${Field} label="Projection"><${Select} name=${`index${at}.projection`} value=${ProjectionType} options=${PROJECTIONS}
        onChange=${to => changed({ projection: { ProjectionType: to, ...(to === 'INCLUDE' ? { NonKeyAttributes } : {}) } })} /><//>
      ${ProjectionType === 'INCLUDE' && html`<${Field} label="Projected attributes, separated by commas"><${Entry} name=${`index${at}.attributes`} value=${NonKeyAttributes.join(', ')}
        onChange=${text => changed({ projection: { ProjectionType, NonKeyAttributes: listed(text) } })} /><//>`}
      <button type="button" class="quiet" aria-label=${'Remove the index ' + index.name} onClick=${() => change(now => withoutIndex(now, at))}>Remove</button></div></fieldset>`;
  })}
    <div class="actions"><button type="button" data-action="add-global" onClick=${add(false)}>Add a global index</button><button type="button" data-action="add-local" onClick=${add(true)}>Add a local index</button></div></div>`;
}

function Kinds({ table, set, change }) {
  const ofTable = [...table.key.pk, ...table.key.sk].map(([name]) => name);
  const keys = [...ofTable, ...keyNames(table).filter(name => !ofTable.includes(name))];
  const add = () => set({ entities: [...table.entities, { name: '', keys: Object.fromEntries(ofTable.map(name => [name, `{${name}}`])), attributes: [] }] });
  return html`<div><p class="note">A template of a key contains variables in braces, such as CUST#{email}.</p>${table.entities.map((entity, at) => {
    const changed = next => change(now => withKind(now, at, next));
    const setTemplate = name => text => {
      const { [name]: _, ...others } = entity.keys;
      changed({ ...entity, keys: text ? { ...entity.keys, [name]: text } : others });
    };
    return html`<fieldset key=${at}><legend>Kind ${entity.name}</legend><div class="row">
      <${Field} label="Name"><${Entry} name=${`kind${at}.name`} value=${entity.name} onChange=${name => changed({ ...entity, name })} /><//>
      ${keys.map(name => html`<${Field} key=${name} label=${name}><${Text} name=${`kind${at}.${name}`} value=${entity.keys[name] ?? ''} onInput=${setTemplate(name)} /><//>`)}
      <${Field} class="long" label="Attributes, separated by commas"><${Entry} name=${`kind${at}.attributes`} value=${entity.attributes.map(({ attribute }) => attribute).join(', ')}
        onChange=${text => changed(withAttributesOfKind(entity, listed(text)))} /><//>
      <button type="button" class="quiet" aria-label=${'Remove the kind ' + entity.name} onClick=${() => change(now => withoutKind(now, at))}>Remove</button></div></fieldset>`;
  })}
    <div class="actions"><button type="button" data-action="add-kind" onClick=${add}>Add a kind of items</button></div></div>`;
}

function Patterns({ table, set }) {
  const add = () => set({ patterns: [...table.patterns, { name: '', shape: 'QUERY', key: table.key.pk.map(([name]) => `${name} = {${name}}`).join(' AND ') }] });
  return html`<div><p class="note">A condition is such as pk = CUST#{email} AND begins_with(sk, ORDER#).</p>${table.patterns.map((pattern, at) => {
    const changed = changes => set({ patterns: table.patterns.with(at, changedPattern(pattern, changes)) });
    return html`<fieldset key=${at}><legend>Access pattern ${pattern.name}</legend><div class="row">
      <${Field} class="long" label="Name"><${Text} name=${`pattern${at}.name`} value=${pattern.name} onInput=${name => changed({ name })} /><//>
      <${Field} class="narrow" label="Operation"><${Select} name=${`pattern${at}.shape`} value=${pattern.shape} options=${[...new Set([...SHAPES, pattern.shape])]} onChange=${shape => changed({ shape })} /><//>
      <${Field} class="narrow" label="Of"><${Select} name=${`pattern${at}.index`} value=${pattern.index ?? ''} options=${[['', 'the table'], ...table.indexes.map(({ name }) => [name, name])]} onChange=${index => changed({ index: index || undefined })} /><//>
      <${Field} class="long" label="Condition on the key"><${Text} name=${`pattern${at}.key`} value=${pattern.key ?? ''} onInput=${key => changed({ key })} /><//>
      <button type="button" class="quiet" aria-label=${'Remove the access pattern ' + pattern.name} onClick=${() => set({ patterns: table.patterns.toSpliced(at, 1) })}>Remove</button></div></fieldset>`;
  })}
    <div class="actions"><button type="button" data-action="add-pattern" onClick=${add}>Add an access pattern</button></div></div>`;
}

function Items({ table, set }) {
  const [open, setOpen] = useState(null);
  const keys = [...table.key.pk, ...table.key.sk];
  const title = item => keys.map(([name]) => showShort(item[name], 40)).join(' · ');
  const add = item => { set({ items: [...table.items, item] }); setOpen(table.items.length); };
  return html`<div><p class="note">${plural(table.items.length, 'sample item')}, which are written when the table of the model is created.</p>
    <ul class="plain samples">${table.items.map((item, at) => html`<li key=${at}><div class="title"><strong>${title(item)}</strong><span class="space"></span>
      <button type="button" class="quiet" aria-expanded=${open === at} aria-label=${`Edit ${title(item)}`} onClick=${() => setOpen(open === at ? null : at)}>${open === at ? 'Close' : 'Edit'}</button>
      <button type="button" class="quiet" aria-label=${`Duplicate ${title(item)}`} onClick=${() => add(structuredClone(item))}>Duplicate</button>
      <button type="button" class="quiet" aria-label=${`Remove ${title(item)}`} onClick=${() => { set({ items: table.items.toSpliced(at, 1) }); setOpen(null); }}>Remove</button></div>
      ${open === at && html`<${Fields} members=${item} fixed=${keys.map(([name]) => name)} onChange=${changed => set({ items: table.items.with(at, changed) })} />`}</li>`)}</ul>
    <div class="actions"><button type="button" data-action="add-item" onClick=${() => add(Object.fromEntries(keys.map(([name, type]) => [name, emptyOf(type)])))}>Add a sample item</button></div></div>`;
}
