// Saved queries and the history of queries and statements, both kept in this browser.

import { html } from '/console/preact.js';
import { parseHash } from '/console/route.js';
import { clearHistory, history, saved, unsave } from '/console/store.js';
import { ErrorBox, useStore, useTask } from '/console/ui.js';

/** The region of an address, if it is not the server's own. */
function RegionOf({ hash }) {
  const { region } = parseHash(hash).params;
  return region && html` <span class="note">in ${region}</span>`;
}

export function Saved() {
  useStore();
  const all = saved();
  const past = history();
  const [state, run] = useTask();
  return html`
    <div class="title"><h1>Saved</h1></div>
    <${ErrorBox} error=${state.error} />
    <section class="card"><h2>Saved queries</h2>
      ${all.length ? html`<ul class="lines">${all.map(({ name, hash }) => html`<li key=${name}><a href=${hash}>${name}</a><${RegionOf} hash=${hash} />
        <button type="button" class="quiet" aria-label=${'Remove ' + name} onClick=${() => run(async () => unsave(name))}>Remove</button></li>`)}</ul>`
    : html`<p class="note">A query or statement is saved with “Save” beside its result.</p>`}</section>
    <section class="card"><div class="title"><h2>History</h2><span class="space"></span>
      ${past.length > 0 && html`<button type="button" class="quiet" onClick=${() => run(async () => clearHistory())}>Clear</button>`}</div>
      <ul class="lines">${past.map(({ hash, title, time }) => html`<li key=${hash}><a href=${hash}>${title}</a><${RegionOf} hash=${hash} /><time class="note">${new Date(time).toLocaleString()}</time></li>`)}</ul>
      ${!past.length && html`<p class="note">Nothing was run yet.</p>`}</section>`;
}
