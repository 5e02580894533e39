// The attributes of an item, or the members of a map, as a form.

import { html, useRef, useState } from '/console/preact.js';
import { Select, Text, countText } from '/console/ui.js';
import { TYPES, TYPE_NAMES, emptyOf, problem, typeOf } from '/console/values.js';

const TYPE_OPTIONS = TYPES.map(type => [type, TYPE_NAMES[type]]);
/** How many members of one value are shown at a time: each has fields of its own. */
const MAX_MEMBERS = 500;

/** The part of a long value that is shown: its first and last member, and a function that shows another part. */
function usePart(count) {
  const [from, setFrom] = useState(0);
  const last = Math.floor(Math.max(0, count - 1) / MAX_MEMBERS) * MAX_MEMBERS;
  const start = Math.min(from, last);
  return { count, start, end: Math.min(count, start + MAX_MEMBERS), show: at => setFrom(Math.floor(at / MAX_MEMBERS) * MAX_MEMBERS) };
}

const PartOf = ({ part: { count, start, end, show }, label, what }) => count > MAX_MEMBERS && html`<div class="bar part">
  <span class="note" role="status">${what} ${countText(start + 1)} to ${countText(end)} of ${countText(count)}</span>
  <span class="pair"><button type="button" aria-label=${`Previous ${what} of ${label}`} disabled=${start === 0} onClick=${() => show(start - MAX_MEMBERS)}>Previous</button>
    <button type="button" aria-label=${`Next ${what} of ${label}`} disabled=${end === count} onClick=${() => show(end)}>Next</button></span></div>`;

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
    part.show(all.length);
    setName('');
  };
  const full = each => path ? path + '.' + each : each;
  const all = Object.entries(members);
  const part = usePart(all.length);
  return html`<div class="fields"><${PartOf} part=${part} label=${path || 'the item'} what="attributes" />
    ${all.slice(part.start, part.end).map(([each, value]) => html`<div class="member" key=${each}>
      <input type="text" class="name" aria-label=${'Name of ' + full(each)} value=${each} readonly=${fixed.includes(each)} onChange=${event => rename(each, event)} />
      <${Value} value=${value} label=${full(each)} fixed=${fixed.includes(each)} onChange=${changed => set(each, changed)} />
      ${!fixed.includes(each) && html`<button type="button" class="quiet remove" aria-label=${'Remove ' + full(each)} onClick=${() => onChange(without(each))}>✕</button>`}</div>`)}
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
    default: return html`<${Members} type=${type} label=${label} members=${inner} onChange=${onChange} />`;
  }
}

/** The members of a set. */
function Members({ type, label, members, onChange }) {
  const part = usePart(members.length);
  const field = (member, at) => html`<span key=${at}><${Text} class=${type === 'SS' ? '' : 'digits'} aria-label=${`${label}, member ${at + 1}`}
      aria-invalid=${type !== 'SS' && problem({ [type[0]]: member }) !== null} value=${member} onInput=${text => onChange(members.with(at, text))} />
    <button type="button" class="quiet remove" aria-label=${`Remove member ${at + 1} of ${label}`} disabled=${members.length === 1} onClick=${() => onChange(members.toSpliced(at, 1))}>✕</button></span>`;
  const add = () => { onChange([...members, type === 'NS' ? '0' : '']); part.show(members.length); };
  return html`<div class="set"><${PartOf} part=${part} label=${label} what="members" />
    ${members.slice(part.start, part.end).map((member, offset) => field(member, part.start + offset))}
    <button type="button" class="quiet" aria-label=${'Add a member to ' + label} onClick=${add}>Add</button></div>`;
}

function List({ label, elements, onChange }) {
  const [type, setType] = useState('S');
  const part = usePart(elements.length);
  const row = (element, at) => html`<div class="member" key=${at}><span class="name at">${at}</span>
      <${Value} value=${element} label=${`${label}[${at}]`} onChange=${changed => onChange(elements.with(at, changed))} />
      <button type="button" class="quiet remove" aria-label=${`Remove ${label}[${at}]`} onClick=${() => onChange(elements.toSpliced(at, 1))}>✕</button></div>`;
  return html`<div class="fields"><${PartOf} part=${part} label=${label} what="elements" />
    ${elements.slice(part.start, part.end).map((element, offset) => row(element, part.start + offset))}
    <div class="member new"><${Select} aria-label=${'Type of a new element of ' + label} value=${type} options=${TYPE_OPTIONS} onChange=${setType} />
      <button type="button" aria-label=${'Add an element to ' + label} onClick=${() => { onChange([...elements, emptyOf(type)]); part.show(elements.length); }}>Add</button></div></div>`;
}
