// The frame of the console: header, list of tables, and the view that the address names.

import { html, render, useEffect, useErrorBoundary, useState } from '/console/preact.js';
import { configure, configuration, currentRegion, call, onCall } from '/console/api.js';
import { link, parseHash, useRoute } from '/console/route.js';
import { credentials, letterKeys, setCredentials, user } from '/console/store.js';
import { Dialog, ErrorBox, Field, Text, lazy, monthText, unitsOf, useStore, useTask } from '/console/ui.js';
import { TableList, tableNames } from '/console/tables.js';
import { ForkLine, Forks } from '/console/forks.js';

const CreateTable = lazy(async () => (await import('/console/create.js')).CreateTable);
const TablePage = lazy(async () => (await import('/console/table.js')).TablePage);
const Partiql = lazy(async () => (await import('/console/partiql.js')).Partiql);
const Backups = lazy(async () => (await import('/console/backups.js')).Backups);
const Design = lazy(async () => (await import('/console/design.js')).Design);
const Live = lazy(async () => (await import('/console/live.js')).Live);
const Saved = lazy(async () => (await import('/console/saved.js')).Saved);
const Preferences = lazy(async () => (await import('/console/preferences.js')).Preferences);

function App() {
  useStore();
  const route = useRoute();
  const [login, setLogin] = useState(configuration.identities && !credentials());
  const [shortcuts, setShortcuts] = useState(false);
  const [view, name] = route.path;

  useEffect(() => {
    const key = event => {
      const typing = event.target.closest?.('input, textarea, select, dialog');
      if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') || !letterKeys()) return;
      if (event.key === '/') {
        event.preventDefault();
        firstField()?.focus();
      } else if (event.key === '?') {
        setShortcuts(true);
      } else if (event.key === 't') {
        location.hash = link([]);
      } else if (event.key in BUTTONS) {
        document.querySelector(BUTTONS[event.key])?.click();
      }
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
  useEffect(() => { document.title = [name, 'Gramme'].filter(part => part).join(' · '); }, [name]);

  const tab = (path, label) => html`<a href=${link([path].filter(part => part))} aria-current=${(view ?? '') === path ? 'page' : null}>${label}</a>`;
  return html`
    <a class="skip" href="#main" onClick=${event => { event.preventDefault(); document.getElementById('main').focus(); }}>Skip to the content</a>
    <header class="top">
      <a class="brand" href=${link([])}><img src="/console/icon.svg" alt="" width="24" height="24" />Gramme</a>
      <nav aria-label="Views">${tab('', 'Tables')}${tab('partiql', 'PartiQL')}${tab('backups', 'Backups')}${tab('design', 'Design')}${!configuration.endpoint && tab('live', 'Live')}${tab('saved', 'Saved')}${tab('preferences', 'Settings')}</nav>
      <${LastCall} />
      <button type="button" class="quiet who" onClick=${() => setLogin(true)}>
        ${configuration.endpoint ?? credentials()?.accessKey ?? (configuration.identities ? 'Sign in' : 'No credentials')} · ${currentRegion()}</button>
      <button type="button" class="quiet keys" aria-label="Keyboard shortcuts" onClick=${() => setShortcuts(true)}>?</button>
    </header>
    <div class="frame" key=${user()}>
      <${Sidebar} current=${view === 'table' ? name : null} />
      <main id="main" tabindex="-1"><${ForkLine} /><${Boundary} hash=${route.hash}><${Content} route=${route} signIn=${() => setLogin(true)} /><//></main>
    </div>
    ${login && html`<${Login} onClose=${() => setLogin(false)} />`}
    ${shortcuts && html`<${Shortcuts} onClose=${() => setShortcuts(false)} />`}`;
}

function Content({ route, signIn }) {
  const [view, name] = route.path;
  if (configuration.identities && !credentials()) {
    return html`<div class="empty"><h1>Sign in</h1><p>This server has identities. Requests need an access key and its secret.</p>
      <button type="button" class="primary" onClick=${signIn}>Enter credentials</button></div>`;
  }
  switch (view) {
    case undefined: return html`<${TableList} />${!configuration.endpoint && html`<${Forks} />`}`;
    case 'create': return html`<${CreateTable} />`;
    case 'table': return html`<${TablePage} key=${name} name=${name} route=${route} />`;
    case 'partiql': return html`<${Partiql} route=${route} />`;
    case 'backups': return html`<${Backups} />`;
    case 'design': return html`<${Design} />`;
    case 'live': return html`<${Live} />`;
    case 'saved': return html`<${Saved} />`;
    case 'preferences': return html`<${Preferences} />`;
    default: return html`<div class="empty"><h1>There is no such view</h1><p><a href=${link([])}>Tables</a></p></div>`;
  }
}

/** Shows the error of a view that fails, and the view again at another address. */
function Boundary({ hash, children }) {
  const [error, reset] = useErrorBoundary(each => console.error('the view failed', each));
  useEffect(() => { if (error) reset(); }, [hash]);
  return error ? html`<h1>This view failed</h1><${ErrorBox} error=${error} /><p><a href=${link([])}>Tables</a></p>` : children;
}

/** The last request, with its consumed units and what they would cost. */
function LastCall() {
  const [last, setLast] = useState(null);
  useEffect(() => onCall(setLast), []);
  if (!last) return html`<span class="last"></span>`;
  const units = [last.reads && unitsOf(last.reads, 'read'), last.writes && unitsOf(last.writes, 'write')].filter(text => text).join(', ');
  return html`<span title="The last request" class=${'last' + (last.status === 200 ? '' : ' failed')}>${last.operation} · ${last.status === 200 ? '' : `status ${last.status} · `}${units && units + ' · '}${last.millis.toFixed(last.millis < 10 ? 1 : 0)} ms${units && ` · ${monthText(last.reads, last.writes)} a month`}</span>`;
}

/** The names of the tables, beside the view on wide windows. */
function Sidebar({ current }) {
  const [names, setNames] = useState([]);
  const [filter, setFilter] = useState('');
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (configuration.identities && !credentials()) return undefined;
    const load = () => tableNames().then(all => { setNames(all); setFailed(false); }, () => setFailed(true));
    load();
    addEventListener('gramme-tables', load);
    return () => removeEventListener('gramme-tables', load);
  }, []);
  const shown = names.filter(each => each.toLowerCase().includes(filter.toLowerCase()));
  return html`<aside aria-label="Tables">
    <${Text} type="search" aria-label="Filter the list of tables" placeholder="Filter tables" value=${filter} onInput=${setFilter} />
    <ul>${shown.slice(0, 500).map(each => html`<li key=${each}><a href=${link(['table', each])} aria-current=${each === current ? 'page' : null}>${each}</a></li>`)}</ul>
    ${failed && html`<p class="note">The list of tables could not be read.</p>`}
  </aside>`;
}

function Login({ onClose }) {
  const known = credentials() ?? {};
  const [accessKey, setAccessKey] = useState(known.accessKey ?? '');
  const [secretKey, setSecretKey] = useState(known.secretKey ?? '');
  const [region, setChosen] = useState(currentRegion());
  const [state, run] = useTask();
  const submit = event => {
    event.preventDefault();
    run(async () => {
      setCredentials(accessKey.trim() ? { accessKey: accessKey.trim(), secretKey: secretKey.trim() } : null);
      const chosen = region.trim() || configuration.region;
      if (chosen !== currentRegion()) {
        const { path, params } = parseHash(location.hash);
        location.hash = link(path, { ...params, region: chosen === configuration.region ? undefined : chosen });
        return;
      }
      await call('ListTables', { Limit: 1 }, { quiet: true });
      onClose();
    });
  };
  return html`<${Dialog} title="Credentials and region" onClose=${onClose}>
    <form onSubmit=${submit}>
      <p class="note">${configuration.endpoint ? `Requests are signed for ${configuration.endpoint} by the local process that serves this page. Only the region is chosen here.`
        : configuration.identities
        ? 'Requests are signed in this browser. The secret stays in this tab and is never sent.'
        : 'This server accepts every access key. With credentials, requests are signed as the AWS SDKs do it.'}</p>
      ${!configuration.endpoint && html`<${Field} label="Access key"><${Text} name="accessKey" value=${accessKey} onInput=${setAccessKey} autocomplete="username" /><//>
      <${Field} label="Secret key"><${Text} name="secretKey" type="password" value=${secretKey} onInput=${setSecretKey} autocomplete="off" /><//>`}
      <${Field} label="Region"><${Text} name="region" value=${region} onInput=${setChosen} /><//>
      <${ErrorBox} error=${state.error} />
      <div class="actions"><button type="submit" class="primary" disabled=${state.busy}>Use</button>
        ${credentials() && html`<button type="button" onClick=${() => { setCredentials(null); onClose(); }}>Forget them</button>`}</div>
    </form><//>`;
}

/** The field of the view where work begins, or else its first one. */
const firstField = () => document.querySelector('main [data-first]')
  ?? [...document.querySelectorAll('main :is(input, select, textarea)')].find(each => each.checkVisibility() && !each.disabled && each.tabIndex >= 0);

/** The buttons of the items of a table that have a key. */
const BUTTONS = {
  n: '[data-action=new]', j: '[data-action=next]', k: '[data-action=previous]',
  1: '.result [data-tab=grid]', 2: '.result [data-tab=kinds]', 3: '.result [data-tab=partitions]', 4: '.result [data-tab=json]',
};

const KEYS = [
  ['/', 'go to the first field of the view'], ['t', 'list of tables'], ['?', 'this list'],
  ['n', 'new item'], ['j k', 'next and previous page'], ['1 2 3 4', 'grid, by kind, by partition, JSON'],
  ['Tab', 'insert the chosen completion of a statement; Esc closes the list'],
  ['Ctrl Enter', 'run the query or statement, or save the item'],
  ['↑ ↓ Home End PgUp PgDn', 'move through the rows of a result'], ['Enter', 'open the item'],
  ['Space', 'select the item'], ['↑ in the first row', 'go to the names of the columns: ← and → choose one, Enter sorts by it'], ['Esc', 'close the dialog'],
];

const Shortcuts = ({ onClose }) => html`<${Dialog} title="Keyboard" onClose=${onClose}>
  <dl class="shortcuts">${KEYS.map(([key, what]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
  <p class="note">${letterKeys() ? 'The keys of one character can be turned off in Settings.' : 'The keys of one character are turned off in Settings.'}</p><//>`;

try {
  await configure();
} catch (e) {
  console.error('the configuration could not be read', e);
}
render(html`<${App} />`, document.getElementById('app'));
