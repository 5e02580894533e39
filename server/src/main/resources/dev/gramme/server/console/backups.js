// Backups, restores, exports and imports by the server, of one table or of all.

import { html, useEffect, useState } from '/console/preact.js';
import { call } from '/console/api.js';
import { CodeOfLast } from '/console/codeof.js';
import { recoveryText, tablesChanged } from '/console/tables.js';
import { inputsOf } from '/console/create.js';
import { link } from '/console/route.js';
import { fieldText, secondsOf, timeText } from '/console/times.js';
import { Dialog, ErrorBox, Field, Select, Text, bytesText, countText, useTask } from '/console/ui.js';

const MAX_LISTED = 500;
const POLL_MILLIS = 1000;
const FORMATS = [['DYNAMODB_JSON', 'DynamoDB JSON'], ['ION', 'Ion']];
const EXPORTS = [['FULL_EXPORT', 'all items as of a time'], ['INCREMENTAL_EXPORT', 'the items that changed in a period']];
const VIEWS = [['NEW_AND_OLD_IMAGES', 'before and after the period'], ['NEW_IMAGE', 'after the period']];

/** The request for an export as the form describes it; without a time, the service takes the latest one. */
function exportInput(arn, { what, bucket, prefix, format, time, from, to, view }) {
  const period = () => ({ ExportFromTime: secondsOf(from), ...(to.trim() ? { ExportToTime: secondsOf(to) } : {}), ExportViewType: view });
  return {
    TableArn: arn, S3Bucket: bucket, ...(prefix ? { S3Prefix: prefix } : {}), ExportFormat: format,
    ...(what === 'INCREMENTAL_EXPORT' ? { ExportType: what, IncrementalExportSpecification: period() } : time.trim() ? { ExportTime: secondsOf(time) } : {}),
  };
}

/** The time, or the period, of the items in an export. */
const exportTimes = ({ ExportTime, IncrementalExportSpecification: period }) => period ? `${timeText(period.ExportFromTime)} to ${timeText(period.ExportToTime)}` : timeText(ExportTime);

const lastOf = arn => arn.split('/').at(-1);

/** Sends a request, and returns it for its code. */
async function sent(operation, input) {
  await call(operation, input);
  return { operation, input };
}

/** All pages of a list, at most 500 entries. */
async function listed(operation, input, member, token) {
  const all = [];
  let next;
  do {
    const page = await call(operation, { ...input, ...(next ? { [token[0]]: next } : {}) }, { quiet: true });
    all.push(...page[member]);
    next = page[token[1]];
  } while (next && all.length < MAX_LISTED);
  return all;
}

/** Reads a list now, and again each second while it contains running work. */
function useList(read, isRunning, keys) {
  const [list, setList] = useState([]);
  const [error, setError] = useState(null);
  const load = () => read().then(found => { setList(found); setError(null); }, setError);
  useEffect(() => { load(); }, keys);
  const running = list.some(isRunning);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(load, POLL_MILLIS);
    return () => clearTimeout(timer);
  }, [running, list]);
  return [list, load, error];
}

/** The backups and exports of a table, or of all tables, with the imports. */
export function Backups({ table }) {
  return html`${!table && html`<div class="title"><h1>Backups</h1></div>`}<${BackupList} table=${table} /><${ExportList} table=${table} />${!table && html`<${ImportList} />`}`;
}

function BackupList({ table }) {
  const name = table?.TableName;
  const [backups, load, failure] = useList(
    () => listed('ListBackups', { BackupType: 'ALL', ...(name ? { TableName: name } : {}) }, 'BackupSummaries', ['ExclusiveStartBackupArn', 'LastEvaluatedBackupArn']),
    backup => backup.BackupStatus === 'CREATING', [name]);
  const [making, setMaking] = useState(null);
  const [restoring, setRestoring] = useState(null);
  const [deleting, setDeleting] = useState(null);
  const [restored, setRestored] = useState(null);
  const [done, setDone] = useState(null);
  const [state, run] = useTask();
  const make = event => {
    event.preventDefault();
    run(async () => { setDone(await sent('CreateBackup', { TableName: name, BackupName: making })); setMaking(null); await load(); });
  };
  const restore = event => {
    event.preventDefault();
    run(async () => {
      setDone(await sent('RestoreTableFromBackup', { BackupArn: restoring.arn, TargetTableName: restoring.to }));
      tablesChanged();
      setRestored(restoring.to);
      setRestoring(null);
    });
  };
  const remove = () => run(async () => { setDone(await sent('DeleteBackup', { BackupArn: deleting.BackupArn })); setDeleting(null); await load(); });
  return html`<section class="card"><div class="title"><h2>Backups</h2><span class="space"></span>
      ${name && html`<button type="button" data-action="backup" onClick=${() => setMaking(`${name}-${new Date().toISOString().slice(0, 10)}`)}>Make a backup</button>`}</div>
    <${ErrorBox} error=${failure ?? (!making && !restoring && !deleting && state.error)} />
    ${restored && html`<p role="status"><a href=${link(['table', restored], { tab: 'details' })}>${restored}</a> is being restored. Its page shows its state.</p>`}
    ${!backups.length ? html`<p class="note">There are no backups.</p>` : html`<div class="scroll" tabindex="0" role="region" aria-label="Backups"><table class="list backups"><thead><tr>
      <th scope="col">Name</th>${!name && html`<th scope="col">Table</th>`}<th scope="col">Made</th><th scope="col" class="number">Size</th><th scope="col">Type</th><th scope="col">State</th><th scope="col">Actions</th></tr></thead>
      <tbody>${backups.map(backup => html`<tr key=${backup.BackupArn}><th scope="row">${backup.BackupName}</th>${!name && html`<td>${backup.TableName}</td>`}
        <td>${timeText(backup.BackupCreationDateTime)}</td><td class="number">${bytesText(backup.BackupSizeBytes)}</td><td>${backup.BackupType}</td><td>${backup.BackupStatus}</td>
        <td>${backup.BackupStatus === 'AVAILABLE' && html`<button type="button" class="quiet" data-action="restore" onClick=${() => setRestoring({ arn: backup.BackupArn, to: backup.TableName + '-restored' })}>Restore</button>
          ${backup.BackupType === 'USER' && html`<button type="button" class="quiet danger" data-action="delete-backup" onClick=${() => setDeleting(backup)}>Delete</button>`}`}</td></tr>`)}</tbody></table></div>`}
    ${making !== null && html`<${Dialog} title=${'Backup of ' + name} onClose=${() => setMaking(null)}><form onSubmit=${make}>
      <${Field} label="Name"><${Text} name="backup" required value=${making} onInput=${setMaking} /><//><${ErrorBox} error=${state.error} />
      <div class="actions"><button type="submit" class="primary" disabled=${state.busy}>Make it</button></div></form><//>`}
    ${restoring && html`<${Dialog} title="Restore to a new table" onClose=${() => setRestoring(null)}><form onSubmit=${restore}>
      <${Field} label="Name of the new table"><${Text} name="target" required value=${restoring.to} onInput=${to => setRestoring({ ...restoring, to })} /><//><${ErrorBox} error=${state.error} />
      <div class="actions"><button type="submit" class="primary" disabled=${state.busy}>Restore</button></div></form><//>`}
    ${deleting && html`<${Dialog} title=${'Delete the backup ' + deleting.BackupName} onClose=${() => setDeleting(null)}><p>The backup cannot be recovered.</p><${ErrorBox} error=${state.error} />
      <div class="actions"><button type="button" class="danger" data-action="confirm-delete-backup" disabled=${state.busy} onClick=${remove}>Delete it</button></div><//>`}</section><${CodeOfLast} done=${done} />`;
}

function ExportList({ table }) {
  const arn = table?.TableArn;
  const [exports, load, failure] = useList(async () => {
    const all = await listed('ListExports', arn ? { TableArn: arn } : {}, 'ExportSummaries', ['NextToken', 'NextToken']);
    return Promise.all(all.slice(0, 25).map(async each => (await call('DescribeExport', { ExportArn: each.ExportArn }, { quiet: true })).ExportDescription));
  }, each => each.ExportStatus === 'IN_PROGRESS', [arn]);
  const [form, setForm] = useState(null);
  const [done, setDone] = useState(null);
  const [state, run] = useTask();
  const set = name => value => setForm({ ...form, [name]: value });
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: last } = table?.recovery ?? {};
  const recoverable = earliest && `from ${timeText(earliest)} to ${timeText(last)} or later`;
  const placeholder = fieldText(last ?? Date.now() / 1000);
  const start = event => {
    event.preventDefault();
    run(async () => {
      setDone(await sent('ExportTableToPointInTime', exportInput(arn, form)));
      setForm(null);
      await load();
    });
  };
  return html`<section class="card"><div class="title"><h2>Exports to a bucket</h2><span class="space"></span>
      ${arn && html`<button type="button" data-action="start-export" onClick=${() => setForm({ what: 'FULL_EXPORT', bucket: '', prefix: '', format: 'DYNAMODB_JSON', time: '', from: '', to: '', view: 'NEW_AND_OLD_IMAGES' })}>Export to a bucket</button>`}</div>
    <${ErrorBox} error=${failure} />
    ${!exports.length ? html`<p class="note">There are no exports.</p>` : html`<div class="scroll" tabindex="0" role="region" aria-label="Exports"><table class="list exports"><thead><tr>
      <th scope="col">Export</th><th scope="col">Table</th><th scope="col">Bucket</th><th scope="col">As of</th><th scope="col" class="number">Items</th><th scope="col" class="number">Billed</th><th scope="col">State</th></tr></thead>
      <tbody>${exports.map(each => html`<tr key=${each.ExportArn}><th scope="row">${lastOf(each.ExportArn)}</th><td>${lastOf(each.TableArn)}</td><td>${each.S3Bucket}${each.S3Prefix ? '/' + each.S3Prefix : ''}</td>
        <td>${exportTimes(each)}</td><td class="number">${countText(each.ItemCount)}</td><td class="number">${bytesText(each.BilledSizeBytes)}</td>
        <td>${each.ExportStatus}${each.FailureMessage ? ': ' + each.FailureMessage : ''}</td></tr>`)}</tbody></table></div>`}
    ${form && html`<${Dialog} title="Export to a bucket" onClose=${() => setForm(null)}><form onSubmit=${start}>
      ${recoveryText(table) !== 'on' && html`<p class="note">An export needs point-in-time recovery. Turn it on in the settings of the table.</p>`}
      <${Field} label="Bucket"><${Text} name="bucket" required value=${form.bucket} onInput=${set('bucket')} /><//>
      <${Field} label="Prefix (optional)"><${Text} name="prefix" value=${form.prefix} onInput=${set('prefix')} /><//>
      <${Field} label="Format"><${Select} name="format" value=${form.format} options=${FORMATS} onChange=${set('format')} /><//>
      <${Field} label="Contents"><${Select} name="what" value=${form.what} options=${EXPORTS} onChange=${set('what')} /><//>
      ${form.what === 'FULL_EXPORT' ? html`<${Field} label="Time (UTC); empty for the latest" hint=${recoverable}><${Text} name="time" placeholder=${placeholder} value=${form.time} onInput=${set('time')} /><//>`
      : html`<${Field} label="From (UTC)" hint=${recoverable}><${Text} name="from" required placeholder=${placeholder} value=${form.from} onInput=${set('from')} /><//>
        <${Field} label="To (UTC); empty for the latest" hint="A period has at least 15 minutes and at most 24 hours."><${Text} name="to" value=${form.to} onInput=${set('to')} /><//>
        <${Field} label="Each item"><${Select} name="view" value=${form.view} options=${VIEWS} onChange=${set('view')} /><//>`}
      <${ErrorBox} error=${state.error} /><div class="actions"><button type="submit" class="primary" disabled=${state.busy}>Start</button></div></form><//>`}</section><${CodeOfLast} done=${done} />`;
}

function ImportList() {
  const [imports, load, failure] = useList(async () => {
    const all = await listed('ListImports', {}, 'ImportSummaryList', ['NextToken', 'NextToken']);
    return Promise.all(all.slice(0, 25).map(async each => (await call('DescribeImport', { ImportArn: each.ImportArn }, { quiet: true })).ImportTableDescription));
  }, each => each.ImportStatus === 'IN_PROGRESS', []);
  const [form, setForm] = useState(null);
  const [done, setDone] = useState(null);
  const [state, run] = useTask();
  const set = name => value => setForm({ ...form, [name]: value });
  const start = event => {
    event.preventDefault();
    run(async () => {
      const [table, ...more] = await inputsOf(form.table);
      if (more.length) throw new Error('An import creates one table; this has several.');
      const input = {
        InputFormat: form.format, InputCompressionType: form.compression, TableCreationParameters: table,
        S3BucketSource: { S3Bucket: form.bucket, ...(form.prefix ? { S3KeyPrefix: form.prefix } : {}) },
      };
      await call('ImportTable', { ClientToken: crypto.randomUUID(), ...input });
      // The code has no token: with this one it would start no other import.
      setDone({ operation: 'ImportTable', input });
      tablesChanged();
      setForm(null);
      await load();
    });
  };
  return html`<section class="card"><div class="title"><h2>Imports from a bucket</h2><span class="space"></span>
      <button type="button" data-action="start-import" onClick=${() => setForm({ bucket: '', prefix: '', format: 'DYNAMODB_JSON', compression: 'GZIP', table: '' })}>Import a new table</button></div>
    <${ErrorBox} error=${failure} />
    ${!imports.length ? html`<p class="note">There are no imports.</p>` : html`<div class="scroll" tabindex="0" role="region" aria-label="Imports"><table class="list imports"><thead><tr>
      <th scope="col">Table</th><th scope="col">Bucket</th><th scope="col">Started</th><th scope="col" class="number">Items</th><th scope="col" class="number">Errors</th><th scope="col">State</th></tr></thead>
      <tbody>${imports.map(each => html`<tr key=${each.ImportArn}><th scope="row">${each.TableArn ? html`<a href=${link(['table', lastOf(each.TableArn)])}>${lastOf(each.TableArn)}</a>` : '–'}</th>
        <td>${each.S3BucketSource.S3Bucket}${each.S3BucketSource.S3KeyPrefix ? '/' + each.S3BucketSource.S3KeyPrefix : ''}</td><td>${timeText(each.StartTime)}</td>
        <td class="number">${countText(each.ImportedItemCount)}</td><td class="number">${countText(each.ErrorCount)}</td><td>${each.ImportStatus}${each.FailureMessage ? ': ' + each.FailureMessage : ''}</td></tr>`)}</tbody></table></div>`}
    ${form && html`<${Dialog} title="Import a new table" wide onClose=${() => setForm(null)}><form onSubmit=${start}>
      <div class="row"><${Field} label="Bucket"><${Text} name="bucket" required value=${form.bucket} onInput=${set('bucket')} /><//>
        <${Field} label="Prefix (optional)" ><${Text} name="prefix" value=${form.prefix} onInput=${set('prefix')} /><//>
        <${Field} label="Format"><${Select} name="format" value=${form.format} options=${[...FORMATS, ['CSV', 'CSV']]} onChange=${set('format')} /><//>
        <${Field} label="Compression"><${Select} name="compression" value=${form.compression} options=${[['GZIP', 'gzip'], ['ZSTD', 'zstd'], ['NONE', 'none']]} onChange=${set('compression')} /><//></div>
      <${Field} label="The new table: the input of CreateTable or a CloudFormation template, as JSON or YAML" hint="TableName, KeySchema, AttributeDefinitions, BillingMode and global indexes.">
        <textarea name="table" rows="10" class="code" required spellcheck=${false} value=${form.table} onInput=${event => set('table')(event.target.value)}></textarea><//>
      <${ErrorBox} error=${state.error} /><div class="actions"><button type="submit" class="primary" disabled=${state.busy}>Start</button></div></form><//>`}</section><${CodeOfLast} done=${done} />`;
}
