// The server's pages for operators, and the token that they may need.

import { html, useState } from '/console/preact.js';
import { currentRegion } from '/console/api.js';
import { credentials, user } from '/console/store.js';
import { Field, Text } from '/console/ui.js';

const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The samples of Prometheus' text format: name, labels, value. */
export function samplesOf(text) {
  return text.split('\n').filter(line => line && !line.startsWith('#')).map(line => {
    const at = line.lastIndexOf(' ');
    const [, name, labels = ''] = /^([^{]+)(?:\{(.*)\})?$/s.exec(line.slice(0, at));
    return { name, labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key, value]) => [key, value.replaceAll(/\\(.)/g, (_, escaped) => escaped === 'n' ? '\n' : escaped)])), value: Number(line.slice(at + 1)) };
  });
}

/** The database of the console's requests, as the pages name it; empty if the server has only one. Forks have the region of their name. */
let database = '';

/** The user for whom the database is known. */
let knownFor;

async function fetched(name, token, signal, body) {
  const named = database && name !== 'metrics' ? '?region=' + database : '';
  const answer = await fetch('/console/live/' + name + named, { signal, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { accept: name === 'metrics' ? 'text/plain' : 'application/json', ...(token ? { authorization: 'Bearer ' + token } : {}) } });
  if (answer.status === 401) throw Object.assign(new Error('These pages need the admin token.'), { type: 'TokenNeeded' });
  if (!answer.ok) throw Object.assign(new Error(body ? (await answer.text()).trim() : `The server answered ${answer.status}.`), { type: body ? 'Refused' : 'NoAnswer' });
  return answer;
}

/** A page for operators, as samples or as JSON: of the region of the console, if there are several. */
export async function operators(name, token, signal) {
  const answer = await fetched(name, token, signal);
  if (name !== 'metrics') return answer.json();
  const samples = samplesOf(await answer.text());
  const key = credentials()?.accessKey ?? 'console';
  const isHere = ({ labels }) => labels.region === currentRegion() && (labels.access_key ?? key) === key;
  const here = samples.find(isHere);
  database = !here ? '' : here.labels.access_key === undefined ? currentRegion() : currentRegion() + '/' + key;
  knownFor = user();
  return here ? samples.filter(sample => !sample.labels.region || isHere(sample)) : samples;
}

/** What a page for operators answers to a question about the database of the console. */
export async function askOperators(name, question, token, signal) {
  if (knownFor !== user()) await operators('metrics', token, signal);
  return (await fetched(name, token, signal, question)).json();
}

/** A range of hashes, shortened. */
export const rangeText = ({ FirstHash, LastHash }) => FirstHash === LastHash ? `a part of the key with the hash ${FirstHash.slice(0, 8)}` : `${FirstHash.slice(0, 4)} to ${LastHash.slice(0, 4)}`;

/** A form for the admin token, where a page has answered that it needs it. */
export function TokenForm({ title, onToken }) {
  const [typed, setTyped] = useState('');
  return html`<form class="card" onSubmit=${event => { event.preventDefault(); onToken(typed.trim()); }}>${title && html`<h2>${title}</h2>`}
    <${Field} label="Admin token" hint="From security/admin-token in the data folder of the server. It stays in this page."><${Text} name="token" type="password" value=${typed} onInput=${setTyped} /><//>
    <div class="actions"><button type="submit" class="primary">Use</button></div></form>`;
}
