// The tags and the resource policy of a table.

import { html, useEffect, useState } from '/console/preact.js';
import { call } from '/console/api.js';
import { CodeOfLast } from '/console/codeof.js';
import { Confirm } from '/console/confirm.js';
import { ErrorBox, Field, Text, useTask } from '/console/ui.js';

const MAX_TAGS = 200;

export function Tags({ arn }) {
  const [tags, setTags] = useState([]);
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const [done, setDone] = useState(null);
  const [state, run] = useTask();
  const load = async () => {
    const all = [];
    let next;
    do {
      const page = await call('ListTagsOfResource', { ResourceArn: arn, ...(next ? { NextToken: next } : {}) }, { quiet: true });
      all.push(...page.Tags);
      next = page.NextToken;
    } while (next && all.length < MAX_TAGS);
    setTags(all);
  };
  useEffect(() => { run(load); }, [arn]);
  const change = async (operation, members) => {
    const input = { ResourceArn: arn, ...members };
    await call(operation, input);
    setDone({ operation, input });
  };
  const add = event => {
    event.preventDefault();
    run(async () => {
      await change('TagResource', { Tags: [{ Key: key, Value: value }] });
      setKey('');
      setValue('');
      await load();
    });
  };
  const remove = tag => run(async () => { await change('UntagResource', { TagKeys: [tag.Key] }); await load(); });
  return html`<section class="card"><h2>Tags</h2>
    ${tags.length > 0 && html`<ul class="lines tags">${tags.map(tag => html`<li key=${tag.Key}><span><strong>${tag.Key}</strong> ${tag.Value}</span>
      <button type="button" class="quiet" data-action="untag" aria-label=${'Remove the tag ' + tag.Key} disabled=${state.busy} onClick=${() => remove(tag)}>Remove</button></li>`)}</ul>`}
    <form onSubmit=${add}><div class="row"><${Field} label="Key of a tag"><${Text} name="tagKey" required value=${key} onInput=${setKey} /><//>
      <${Field} label="Value"><${Text} name="tagValue" value=${value} onInput=${setValue} /><//>
      <button type="submit" data-action="tag" disabled=${state.busy}>Set the tag</button></div></form>
    <${ErrorBox} error=${state.error} /></section><${CodeOfLast} done=${done} />`;
}

export function Policy({ table }) {
  const arn = table.TableArn;
  const [policy, setPolicy] = useState(null);
  const [text, setText] = useState('');
  const [saved, setSaved] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [done, setDone] = useState(null);
  const [state, run] = useTask();
  const load = async () => {
    let found = null;
    try {
      found = await call('GetResourcePolicy', { ResourceArn: arn }, { quiet: true });
    } catch (error) {
      if (error.type !== 'PolicyNotFoundException') throw error;
    }
    setPolicy(found);
    setText(found ? JSON.stringify(JSON.parse(found.Policy), null, 2) : '');
  };
  useEffect(() => { run(load); }, [arn]);
  const save = event => {
    event.preventDefault();
    setSaved(false);
    run(async () => {
      // The revision detects a policy that was changed meanwhile.
      const input = { ResourceArn: arn, Policy: text, ExpectedRevisionId: policy?.RevisionId ?? 'NO_POLICY' };
      await call('PutResourcePolicy', input);
      setDone({ operation: 'PutResourcePolicy', input });
      await load();
      setSaved(true);
    });
  };
  const remove = async () => {
    const input = { ResourceArn: arn, ExpectedRevisionId: policy.RevisionId };
    await call('DeleteResourcePolicy', input);
    setDone({ operation: 'DeleteResourcePolicy', input });
    setSaved(false);
    await load();
  };
  return html`<section class="card"><h2>Resource policy</h2><form onSubmit=${save}>
    <${Field} label="Policy as JSON" hint=${policy ? 'Revision ' + policy.RevisionId : 'The table has no policy.'}>
      <textarea name="policy" class="code" rows=${policy ? 12 : 4} spellcheck=${false} value=${text} onInput=${event => setText(event.target.value)}></textarea><//>
    <${ErrorBox} error=${state.error} />
    <div class="actions"><button type="submit" data-action="save-policy" disabled=${state.busy || !text.trim()}>Save the policy</button>
      ${policy && html`<button type="button" class="danger" data-action="delete-policy" disabled=${state.busy} onClick=${() => setDeleting(true)}>Delete the policy</button>`}
      ${saved && html`<span role="status" class="note">Saved</span>`}</div></form>
    ${deleting && html`<${Confirm} title=${'Delete the policy of ' + table.TableName} action="Delete the policy" onConfirm=${remove} onClose=${() => setDeleting(false)}>
      <p>Users that only this policy allows can no longer use the table, and those that it denies may be able to. The service keeps no copy of the policy.</p><//>`}</section><${CodeOfLast} done=${done} />`;
}
