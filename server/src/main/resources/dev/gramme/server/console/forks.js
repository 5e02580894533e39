// Forks of the whole database: copies in memory, which are looked at as a region of their own.

import { html, useEffect, useState } from '/console/preact.js';
import { configuration, currentRegion } from '/console/api.js';
import { go } from '/console/route.js';
import { ErrorBox, Field, Text, lazyPart, useTask } from '/console/ui.js';

const Confirm = lazyPart(async () => (await import('/console/confirm.js')).Confirm);

const PATH = '/console/live/forks';

async function send(method, query = '', body) {
  const answer = await fetch(PATH + query, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (answer.status === 401) return null;
  if (!answer.ok) throw Object.assign(new Error((await answer.text()).trim()), { type: 'ForkRefused' });
  return answer.json();
}

const lookAt = region => go([], { region: region === configuration.region ? undefined : region });

/** The forks, and the way to make one; nothing if this user may not know. */
export function Forks() {
  const [known, setKnown] = useState(null);
  const [name, setName] = useState('');
  const [removing, setRemoving] = useState(null);
  const [state, run] = useTask();
  useEffect(() => { run(async () => setKnown(await send('GET'))); }, []);
  if (!known) return html`<${ErrorBox} error=${state.error} />`;
  const here = currentRegion();
  const fork = event => {
    event.preventDefault();
    run(async () => {
      setKnown(await send('POST', '', { name: name.trim(), of: here }));
      setName('');
    });
  };
  const remove = async each => {
    setKnown(await send('DELETE', '?name=' + each));
    if (each === here) lookAt(configuration.region);
  };
  return html`<section class="card forks"><h2>Forks of the database</h2>
    ${known.Obstacle ? html`<p class="note">This server has no forks: ${known.Obstacle}.</p>` : html`
      <p class="note">A fork is a copy of all tables in memory, which takes no time. Changes of one are not seen in the other. Programs reach it with the name of the fork as their region.</p>
      ${known.Forks.length > 0 && html`<ul class="plain">${known.Forks.map(each => html`<li key=${each.Name}><strong>${each.Name}</strong> of ${each.Of}${' '}
        ${each.Name === here ? html`<span class="note">shown now</span>` : html`<button type="button" class="quiet" data-action="look" aria-label=${'Look at the fork ' + each.Name} onClick=${() => lookAt(each.Name)}>Look at it</button>`}
        <button type="button" class="quiet" data-action="remove-fork" aria-label=${'Remove the fork ' + each.Name} disabled=${state.busy} onClick=${() => setRemoving(each.Name)}>Remove</button></li>`)}</ul>`}
      <form class="row" onSubmit=${fork}><${Field} label="Name of a new fork" hint="Small letters, digits and hyphens"><${Text} name="fork" required value=${name} onInput=${setName} /><//>
        <button type="submit" data-action="fork" disabled=${state.busy || !name.trim()}>Fork ${here}</button></form>`}
    <${ErrorBox} error=${state.error} />
    ${removing && html`<${Confirm} title=${'Remove the fork ' + removing} action="Remove the fork" typed=${removing} label=${`Type the name of the fork: ${removing}`} onConfirm=${() => remove(removing)} onClose=${() => setRemoving(null)}>
      <p>This deletes all tables and items of the fork. The original does not change.</p><//>`}</section>`;
}

/** A line above every view while a fork, or another region than the server's own, is shown. */
export function ForkLine() {
  const here = currentRegion();
  const isShown = here !== configuration.region && !configuration.endpoint && !configuration.identities;
  const [isFork, setFork] = useState(null);
  useEffect(() => {
    if (isShown) send('GET').then(known => setFork(!!known?.Forks.some(each => each.Name === here)), error => console.warn('the forks could not be read', error));
  }, []);
  return isShown && isFork !== null && html`<p class="forkline" role="status">${isFork ? 'This is the fork' : 'There is no such fork. This is the region'} <strong>${here}</strong>${isFork && ' of the database'}. <button type="button" class="quiet" data-action="leave-fork" onClick=${() => lookAt(configuration.region)}>Back to ${configuration.region}</button></p>`;
}
