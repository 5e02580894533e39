// The attributes of an item, or the members of a map, as a form.

import { html, useRef, useState } from '/console/preact.js';
import { Select, Text } from '/console/ui.js';
import { TYPES, TYPE_NAMES, emptyOf, problem, typeOf } from '/console/values.js';

const TYPE_OPTIONS = TYPES.map(type => [type, TYPE_NAMES[type]]);
const MAX_MEMBERS = 500;

/**
 * Members with names.
 *
 * @param fixed the names of the key: they can be neither renamed nor removed, and keep their type
 */
export function Fields({ members, fixed = [], path = '', onChange }) {
  const [name, setName] = useState('');
  const [type, setType] = useState('S');
  const set = (each, value) => onChange({ ...members, [each]: value });
  const without = each => Object.fromEntries(Object.entries(members).filter(([other]) => other !== each));
  const rename = (each, event) => {
    const to = event.target.value;
    if (to === each) return;
    if (!to || to in members) { event.target.value = each; return; }
    onChange(Object.fromEntries(Object.entries(members).map(([other, value]) => [other === each ? to : other, value])));
  };
  const add = () => {
    if (!name || name in members) return;
    set(name, emptyOf(type));
    setName('');
  };
  const full = each => path ? path + '.' + each : each;
  const all = Object.entries(members);
  return html`<div class="fields">
    ${all.slice(0, MAX_MEMBERS).map(([each, value]) => html`<div class="member" key=${each}>
      <input type="text" class="name" aria-label=${'Name of ' + full(each)} value=${each} readonly=${fixed.includes(each)} onChange=${event => rename(each, event)} />
      <${Value} value=${value} label=${full(each)} fixed=${fixed.includes(each)} onChange=${changed => set(each, changed)} />
      ${!fixed.includes(each) && html`<button type="button" class="quiet remove" aria-label=${'Remove ' + full(each)} onClick=${() => onChange(without(each))}>✕</button>`}</div>`)}
    ${all.length > MAX_MEMBERS && html`<p class="note">${all.length - MAX_MEMBERS} more attributes are in the JSON editors only.</p>`}
    <div class="member new"><${Text} class="name" aria-label=${'Name of a new attribute' + (path ? ' of ' + path : '')} placeholder="new attribute" value=${name} onInput=${setName}
        onKeyDown=${event => { if (event.key === 'Enter' && !event.ctrlKey) { event.preventDefault(); add(); } }} />
      <${Select} aria-label=${'Type of a new attribute' + (path ? ' of ' + path : '')} value=${type} options=${TYPE_OPTIONS} onChange=${setType} />
      <button type="button" class="add" aria-label=${'Add an attribute' + (path ? ' to ' + path : '')} disabled=${!name || name in members} onClick=${add}>Add</button></div></div>`;
}

/** A value with its type. While only this field changes the value, its earlier contents are restored with their types. */
function Value({ value, label, fixed, onChange }) {
  const known = useRef({ value, of: {}, isEdited: false });
  const type = typeOf(value);
  const change = (next, memory) => { known.current = { ...memory, value: next }; onChange(next); };
  const memory = () => known.current.value === value ? known.current : { of: {}, isEdited: true };
  const choose = to => {
    const { of, isEdited } = memory();
    const restored = to in of ? { [to]: of[to] } : null;
    change((!isEdited && restored) || converted(value, to) || restored || emptyOf(to), { of: { ...of, [type]: value[type] }, isEdited: false });
  };
  return html`<div class=${'value of-' + type}>
    <${Select} aria-label=${'Type of ' + label} value=${type} options=${TYPE_OPTIONS} disabled=${fixed} onChange=${choose} />
    <${Inner} type=${type} inner=${value[type]} label=${label} onChange=${changed => change({ [type]: changed }, { ...memory(), isEdited: true })} /></div>`;
}

/** The same text as another type; null where that is not possible. */
function converted(value, type) {
  const from = typeOf(value);
  if (!['S', 'N', 'B'].includes(from)) return null;
  const text = value[from];
  if (type === 'N') return problem({ N: text }) ? null : { N: text };
  return ['S', 'B'].includes(type) ? { [type]: text } : ['SS', 'NS', 'BS'].includes(type) ? { [type]: [text] } : null;
}

function Inner({ type, inner, label, onChange }) {
  const wrong = part => problem(part) !== null;
  switch (type) {
    case 'S': return html`<textarea rows=${Math.min(8, inner.split('\n').length)} aria-label=${label} value=${inner} onInput=${event => onChange(event.target.value)}></textarea>`;
    case 'N': return html`<${Text} class="digits" inputmode="decimal" aria-label=${label} aria-invalid=${wrong({ N: inner })} value=${inner} onInput=${onChange} />`;
    case 'B': return html`<${Text} class="digits" aria-label=${label + ' as Base64'} aria-invalid=${wrong({ B: inner })} value=${inner} onInput=${onChange} />`;
    case 'BOOL': return html`<${Select} aria-label=${label} value=${String(inner)} options=${['true', 'false']} onChange=${text => onChange(text === 'true')} />`;
    case 'NULL': return html`<span class="note">null</span>`;
    case 'L': return html`<${List} label=${label} elements=${inner} onChange=${onChange} />`;
    case 'M': return html`<${Fields} members=${inner} path=${label} onChange=${onChange} />`;
    default: return html`<div class="set">${inner.map((member, at) => html`<span key=${at}><${Text} class=${type === 'SS' ? '' : 'digits'} aria-label=${`${label}, member ${at + 1}`}
        aria-invalid=${type !== 'SS' && wrong({ [type[0]]: member })} value=${member} onInput=${text => onChange(inner.with(at, text))} />
        <button type="button" class="quiet remove" aria-label=${`Remove member ${at + 1} of ${label}`} disabled=${inner.length === 1} onClick=${() => onChange(inner.toSpliced(at, 1))}>✕</button></span>`)}
      <button type="button" class="quiet" aria-label=${'Add a member to ' + label} onClick=${() => onChange([...inner, type === 'NS' ? '0' : ''])}>Add</button></div>`;
  }
}

function List({ label, elements, onChange }) {
  const [type, setType] = useState('S');
  return html`<div class="fields">${elements.slice(0, MAX_MEMBERS).map((element, at) => html`<div class="member" key=${at}><span class="name at">${at}</span>
      <${Value} value=${element} label=${`${label}[${at}]`} onChange=${changed => onChange(elements.with(at, changed))} />
      <button type="button" class="quiet remove" aria-label=${`Remove ${label}[${at}]`} onClick=${() => onChange(elements.toSpliced(at, 1))}>✕</button></div>`)}
    <div class="member new"><${Select} aria-label=${'Type of a new element of ' + label} value=${type} options=${TYPE_OPTIONS} onChange=${setType} />
      <button type="button" aria-label=${'Add an element to ' + label} onClick=${() => onChange([...elements, emptyOf(type)])}>Add</button></div></div>`;
}
