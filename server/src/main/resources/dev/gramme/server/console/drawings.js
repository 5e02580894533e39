// Items as single-table designs are drawn: attribute names over values, coloured by kind, alone or by partition.

import { html, useEffect, useState } from '/console/preact.js';
import { Select, bytesText, plural } from '/console/ui.js';
import { itemSize, show, showShort } from '/console/values.js';
import { keyTextOf, sourceOf } from '/console/query.js';
import { keysOf } from '/console/tables.js';
import { design } from '/console/store.js';
import { USUAL, kindIn, modelTableFor } from '/console/model.js';

const HUES = 8;
const MORE = 100;
const MAX_ATTRIBUTES = 40;
const MAX_VALUE = 120;

/** The attributes that may contain the kind of an item: short texts with few different values. */
export function typeCandidates(items) {
  const values = new Map();
  for (const item of items.slice(0, 1000)) {
    for (const [name, value] of Object.entries(item)) {
      if (value.S !== undefined && value.S.length <= 40) (values.get(name) ?? values.set(name, new Set()).get(name)).add(value.S);
    }
  }
  return [...values].filter(([, different]) => different.size <= Math.max(8, items.length / 4)).map(([name]) => name).slice(0, 30);
}

export const usualType = items => USUAL.map(usual => usual.toLowerCase())
  .map(usual => typeCandidates(items).find(name => name.toLowerCase() === usual)).find(name => name);

/** A function from an item to its kind: by the loaded model of the table, the value of an attribute, or the names of its attributes. */
function kinds(table, items, type) {
  const modelled = type ? null : modelTableFor(design(), table.TableName);
  const byModel = modelled?.entities.length ? kindIn(modelled) : null;
  const attribute = type || (byModel ? undefined : usualType(items));
  const names = new Map((byModel ? modelled.entities : []).map((entity, at) => [entity.name, at % HUES]));
  const kindOf = item => byModel ? byModel(item) ?? '(no kind of the model)' : attribute ? show(item[attribute]) || '(no ' + attribute + ')' : Object.keys(item).sort().join(', ');
  for (const item of items) if (!names.has(kindOf(item))) names.set(kindOf(item), names.size % HUES);
  return { attribute, kindOf, nameOf: item => byModel?.(item), hueOf: item => 'hue' + names.get(kindOf(item)) };
}

/** The choice of the attribute that contains the kind of an item. */
export const KindChoice = ({ table, items, type = '', onChange }) => html`<${Select} aria-label="Attribute with the kind of an item" value=${type} onChange=${onChange}
  options=${[['', modelTableFor(design(), table.TableName)?.entities.length ? 'kind: of the model' : 'kind: auto'], ...typeCandidates(items).map(name => [name, 'kind: ' + name])]} />`;

const short = value => showShort(value, MAX_VALUE);

/** One item: its key, then each attribute's name over its value. */
function Drawn({ item, first, kind, name, hue, onOpen }) {
  const names = [...new Set([...first, kind, ...Object.keys(item)])].filter(name => name && item[name]);
  return html`<li class=${'drawn ' + hue}><button type="button" class="open" aria-label=${'Open ' + first.map(name => show(item[name])).join(' ')} onClick=${() => onOpen(item)}>✎</button>
    <dl>${name && html`<div class="kindname"><dt>kind</dt><dd>${name}</dd></div>`}${names.slice(0, MAX_ATTRIBUTES).map(name => html`<div key=${name} class=${first.includes(name) ? 'key' : ''}><dt>${name}</dt><dd dir=${item[name].S ? 'auto' : null}>${short(item[name])}</dd></div>`)}
      ${names.length > MAX_ATTRIBUTES && html`<div><dt>and</dt><dd>${names.length - MAX_ATTRIBUTES} more</dd></div>`}</dl></li>`;
}

function useMore(items) {
  const [most, setMost] = useState(MORE);
  useEffect(() => setMost(MORE), [items]);
  const button = items.length > most && html`<button type="button" onClick=${() => setMost(most + MORE)}>Show ${Math.min(MORE, items.length - most)} more</button>`;
  return [most, button];
}

export function Kinds({ table, items, type, onOpen }) {
  const [most, more] = useMore(items);
  const { attribute, kindOf, hueOf } = kinds(table, items, type);
  const keys = table.KeySchema.map(key => key.AttributeName);
  const groups = Object.entries(Object.groupBy(items, kindOf));
  let left = most;
  return html`<div class="drawing">${groups.map(([kind, all]) => {
    const shown = all.slice(0, Math.max(0, left));
    left -= shown.length;
    return shown.length > 0 && html`<section key=${kind}><h2 class=${hueOf(all[0])}>${kind} <span class="note">${plural(all.length, 'item')}</span></h2>
      <ul>${shown.map(item => html`<${Drawn} key=${keyTextOf(table, item)} item=${item} first=${keys} kind=${attribute} hue=${hueOf(item)} onOpen=${onOpen} />`)}</ul></section>`;
  })}${more}</div>`;
}

export function Partitions({ table, index, items, type, onOpen }) {
  const [most, more] = useMore(items);
  const { attribute, nameOf, hueOf } = kinds(table, items, type);
  const { schema } = sourceOf(table, index);
  const partition = keysOf(schema, 'HASH');
  const sort = keysOf(schema, 'RANGE');
  const groups = Object.entries(Object.groupBy(items, item => partition.map(name => show(item[name])).join(' · ')));
  let left = most;
  return html`<div class="drawing partitions">${groups.map(([key, all]) => {
    const shown = all.slice(0, Math.max(0, left));
    left -= shown.length;
    return shown.length > 0 && html`<section key=${key}><h2><span class="keyname">${partition.join(' · ')}</span> ${key}${' '}
        <span class="note">${plural(all.length, 'item')}, ${bytesText(all.reduce((total, item) => total + itemSize(item), 0))}</span></h2>
      <ul>${shown.map(item => html`<${Drawn} key=${keyTextOf(table, item)} item=${withoutKeys(item, partition)} first=${sort} kind=${attribute} name=${nameOf(item)} hue=${hueOf(item)} onOpen=${() => onOpen(item)} />`)}</ul></section>`;
  })}${more}</div>`;
}

const withoutKeys = (item, names) => Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
