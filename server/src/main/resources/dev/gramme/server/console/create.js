// Creates a table: a form, or the JSON or YAML of CreateTable, of a CloudFormation template or of a model.

import { html, useEffect, useState } from '/console/preact.js';
import { call, currentRegion, pause } from '/console/api.js';
import { go } from '/console/route.js';
import { ErrorBox, Field, Select, Tabs, Text, useTask } from '/console/ui.js';
import { tablesChanged } from '/console/tables.js';
import { CodeOf } from '/console/codeof.js';
import { useDraft } from '/console/draft.js';
import { createInputOf, modelOfJson, tablesOf } from '/console/model.js';
import { valueOf } from '/console/template.js';

const KEY_TYPES = [['S', 'String'], ['N', 'Number'], ['B', 'Binary']];
const PROJECTIONS = [['ALL', 'all attributes'], ['KEYS_ONLY', 'keys only'], ['INCLUDE', 'keys and some attributes']];
const VIEWS = [['', 'off'], ['NEW_AND_OLD_IMAGES', 'new and old images'], ['NEW_IMAGE', 'new image'], ['OLD_IMAGE', 'old image'], ['KEYS_ONLY', 'keys only']];

export const emptyIndex = global => ({ global, name: '', pk: '', pkType: 'S', sk: '', skType: 'S', projection: 'ALL', attributes: '' });

/** The input of CreateTable for the form. */
export function createInput(form) {
  const types = {};
  const key = (name, type, kind) => {
    const used = types[name];
    if (used && used !== type) throw new Error(`The attribute "${name}" has two types.`);
    types[name] = type;
    return { AttributeName: name, KeyType: kind };
  };
  const schema = (pk, pkType, sk, skType) => [key(pk, pkType, 'HASH'), ...(sk ? [key(sk, skType, 'RANGE')] : [])];
  const throughput = form.billing === 'PROVISIONED'
    ? { ProvisionedThroughput: { ReadCapacityUnits: Number(form.reads), WriteCapacityUnits: Number(form.writes) } } : {};
  const KeySchema = schema(form.pk, form.pkType, form.sk, form.skType);
  const index = each => ({
    IndexName: each.name,
    KeySchema: each.global ? schema(each.pk, each.pkType, each.sk, each.skType) : schema(form.pk, form.pkType, each.sk, each.skType),
    Projection: {
      ProjectionType: each.projection,
      ...(each.projection === 'INCLUDE' ? { NonKeyAttributes: each.attributes.split(',').map(name => name.trim()).filter(name => name) } : {}),
    },
    ...(each.global ? throughput : {}),
  });
  const local = form.indexes.filter(each => !each.global).map(index);
  const global = form.indexes.filter(each => each.global).map(index);
  return {
    TableName: form.name, KeySchema,
    AttributeDefinitions: Object.entries(types).map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    BillingMode: form.billing, ...throughput,
    ...(local.length ? { LocalSecondaryIndexes: local } : {}),
    ...(global.length ? { GlobalSecondaryIndexes: global } : {}),
    ...(form.stream ? { StreamSpecification: { StreamEnabled: true, StreamViewType: form.stream } } : {}),
    ...(form.protection ? { DeletionProtectionEnabled: true } : {}),
  };
}

/** The input of UpdateTable that adds a global index to a table. */
export function addIndexInput(table, index, units) {
  const form = { name: table.TableName, pk: index.pk, pkType: index.pkType, indexes: [index], ...(units ? { billing: 'PROVISIONED', ...units } : {}) };
  const { AttributeDefinitions, GlobalSecondaryIndexes: [Create] } = createInput(form);
  return { TableName: table.TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create }] };
}

const RESOURCES = ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'];
const SAME = ['AttributeDefinitions', 'KeySchema', 'BillingMode', 'ProvisionedThroughput', 'OnDemandThroughput', 'WarmThroughput', 'LocalSecondaryIndexes', 'GlobalSecondaryIndexes',
  'DeletionProtectionEnabled', 'TableClass', 'Tags'];

/** The fixed units of a replica's reads and a global table's writes; those of auto scaling are its maximum. */
function throughputOf(reads, writes) {
  const { ReadProvisionedThroughputSettings: read } = reads ?? {};
  const { WriteProvisionedThroughputSettings: write } = writes;
  return write ? { ProvisionedThroughput: { ReadCapacityUnits: read?.ReadCapacityUnits ?? read?.ReadCapacityAutoScalingSettings?.MaxCapacity ?? 1,
    WriteCapacityUnits: write.WriteCapacityUnits ?? write.WriteCapacityAutoScalingSettings?.MaxCapacity ?? 1 } } : {};
}

/** A table of a CloudFormation template. Of a global table it is the replica in this region, or the one whose region is a function such as Ref. */
function tableOfResource(id, { Type, Properties: given }) {
  const { Replicas = [] } = given;
  const replica = Replicas.find(({ Region }) => Region === currentRegion()) ?? Replicas.find(({ Region }) => typeof Region !== 'string') ?? Replicas[0] ?? {};
  const all = { ...given, ...(Type === RESOURCES[1] ? { ...replica, ...throughputOf(replica, given), GlobalSecondaryIndexes: given.GlobalSecondaryIndexes?.map(index => {
    const { IndexName, KeySchema, Projection } = index;
    return { IndexName, KeySchema, Projection, ...throughputOf(replica.GlobalSecondaryIndexes?.find(each => each.IndexName === IndexName), index) };
  }) } : {}) };
  const { StreamSpecification: stream, TimeToLiveSpecification: ttl, PointInTimeRecoverySpecification: recovery, SSESpecification: encryption } = all;
  return {
    input: {
      ...Object.fromEntries(SAME.filter(name => all[name] !== undefined).map(name => [name, all[name]])), TableName: typeof given.TableName === 'string' ? given.TableName : id,
      ...(stream ? { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType } } : {}),
      ...(encryption ? { SSESpecification: { Enabled: encryption.SSEEnabled, SSEType: encryption.SSEType, KMSMasterKeyId: encryption.KMSMasterKeyId } } : {}),
    },
    ttl: ttl?.Enabled ? ttl : undefined, recovery: recovery?.PointInTimeRecoveryEnabled ? recovery : undefined,
  };
}

/** The tables in a text, each with its input of CreateTable: one input, or the tables of a CloudFormation template or of a model of NoSQL Workbench. */
async function tablesIn(text) {
  const json = await valueOf(text);
  if (Array.isArray(json.DataModel)) return tablesOf(modelOfJson(json)).map(table => ({ input: createInputOf(table) }));
  if (!json.Resources) return [{ input: json }];
  const resources = Object.entries(json.Resources).filter(([, { Type }]) => RESOURCES.includes(Type));
  if (!resources.length) throw new Error(`The template has no resource of the type ${RESOURCES.join(' or ')}.`);
  return resources.map(([id, resource]) => tableOfResource(id, resource));
}

/** The inputs of CreateTable in a text. */
export const inputsOf = async text => (await tablesIn(text)).map(({ input }) => input);

const POLL_MILLIS = 500;

/** Creates a table, then turns its expiry and recovery on, which the service does for active tables only. */
async function create({ input, ttl, recovery }) {
  const { TableName } = input;
  await call('CreateTable', input);
  if (!ttl && !recovery) return;
  while ((await call('DescribeTable', { TableName }, { quiet: true })).Table.TableStatus !== 'ACTIVE') await pause(POLL_MILLIS);
  if (ttl) await call('UpdateTimeToLive', { TableName, TimeToLiveSpecification: ttl });
  if (recovery) await call('UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification: recovery });
}

const EMPTY = { name: '', pk: '', pkType: 'S', sk: '', skType: 'S', billing: 'PAY_PER_REQUEST', reads: '5', writes: '5', indexes: [], stream: '', protection: false, way: 'form', json: '' };

export function CreateTable() {
  const [form, setForm, clear] = useDraft('create', EMPTY);
  const { way, json } = form;
  const [input, setInput] = useState(null);
  const [state, run] = useTask();
  const set = name => value => setForm({ [name]: value });
  const submit = event => {
    event.preventDefault();
    run(async () => {
      const tables = way === 'form' ? [{ input: createInput(form) }] : await tablesIn(json);
      for (const table of tables) await create(table);
      clear();
      tablesChanged();
      if (tables.length === 1) go(['table', tables[0].input.TableName], { tab: 'details' });
      else go([]);
    });
  };
  const indexes = global => form.indexes.map((each, at) => each.global === global && html`
    <${IndexForm} key=${at} index=${each} at=${at} onChange=${changed => set('indexes')(form.indexes.with(at, changed))}
      onRemove=${() => set('indexes')(form.indexes.toSpliced(at, 1))} />`);
  const add = global => () => set('indexes')([...form.indexes, emptyIndex(global)]);
  useEffect(() => {
    let over = false;
    const inputsNow = async () => way === 'form' ? form.name && form.pk ? [createInput(form)] : [] : json.trim() ? inputsOf(json) : [];
    // An error is shown when the form is sent.
    inputsNow().catch(() => []).then(inputs => { if (!over) setInput(inputs.length === 1 ? inputs[0] : null); });
    return () => { over = true; };
  }, [form]);

  return html`
    <div class="title"><h1>Create a table</h1></div>
    <${Tabs} label="How to create the table" current=${way} onChoose=${set('way')} tabs=${[['form', 'Form'], ['json', 'JSON, YAML or Workbench']]} />
    <form class="card" onSubmit=${submit}>
      ${way === 'json' ? html`<${Field} label="The input of CreateTable, a CloudFormation template or a model of NoSQL Workbench, as JSON or YAML"
          hint="Of a template or model, all tables are created. Of a global table, the replica in this region is created. The view Design writes the sample items of a model.">
        <textarea name="json" rows="18" class="code" spellcheck=${false} value=${json} onInput=${event => set('json')(event.target.value)}></textarea><//>`
    : html`
      <${Field} label="Table name"><${Text} name="name" data-first="" required value=${form.name} onInput=${set('name')} /><//>
      <div class="row">
        <${Field} label="Partition key"><${Text} name="pk" required value=${form.pk} onInput=${set('pk')} /><//>
        <${Field} label="Type of the partition key"><${Select} name="pkType" value=${form.pkType} options=${KEY_TYPES} onChange=${set('pkType')} /><//>
        <${Field} label="Sort key (optional)"><${Text} name="sk" value=${form.sk} onInput=${set('sk')} /><//>
        <${Field} label="Type of the sort key"><${Select} name="skType" value=${form.skType} options=${KEY_TYPES} onChange=${set('skType')} /><//>
      </div>
      <div class="row">
        <${Field} label="Billing"><${Select} name="billing" value=${form.billing} onChange=${set('billing')}
          options=${[['PAY_PER_REQUEST', 'on demand'], ['PROVISIONED', 'provisioned']]} /><//>
        ${form.billing === 'PROVISIONED' && html`
          <${Field} label="Read units"><${Text} name="reads" inputmode="numeric" value=${form.reads} onInput=${set('reads')} /><//>
          <${Field} label="Write units"><${Text} name="writes" inputmode="numeric" value=${form.writes} onInput=${set('writes')} /><//>`}
        <${Field} label="Stream"><${Select} name="stream" value=${form.stream} options=${VIEWS} onChange=${set('stream')} /><//>
        <label class="check"><input type="checkbox" name="protection" checked=${form.protection} onChange=${event => set('protection')(event.target.checked)} /> Deletion protection</label>
      </div>
      <section><h2>Global indexes</h2>${indexes(true)}<button type="button" class="add-global" onClick=${add(true)}>Add a global index</button></section>
      <section><h2>Local indexes</h2>${indexes(false)}<button type="button" class="add-local" onClick=${add(false)}>Add a local index</button></section>`}
      <${ErrorBox} error=${state.error} />
      <div class="actions"><button type="submit" class="primary" disabled=${state.busy}>Create</button>
        <button type="button" class="quiet" data-action="clear" disabled=${state.busy} onClick=${clear}>Clear the form</button></div>
    </form>
    ${input && html`<${CodeOf} operation="CreateTable" input=${input} />`}`;
}

export function IndexForm({ index, at, onChange, onRemove }) {
  const set = name => value => onChange({ ...index, [name]: value });
  const field = (label, name, required) => html`<${Field} label=${label}><${Text} name=${`index${at}.${name}`} required=${required} value=${index[name]} onInput=${set(name)} /><//>`;
  const type = (label, name) => html`<${Field} label=${label}><${Select} name=${`index${at}.${name}`} value=${index[name]} options=${KEY_TYPES} onChange=${set(name)} /><//>`;
  return html`<fieldset><legend>${index.global ? 'Global' : 'Local'} index ${index.name}</legend><div class="row">
    ${field('Index name', 'name', true)}
    ${index.global && field('Partition key', 'pk', true)}
    ${index.global && type('Type', 'pkType')}
    ${field(index.global ? 'Sort key (optional)' : 'Sort key', 'sk', !index.global)}
    ${type('Type', 'skType')}
    <${Field} label="Projection"><${Select} name=${`index${at}.projection`} value=${index.projection} options=${PROJECTIONS} onChange=${set('projection')} /><//>
    ${index.projection === 'INCLUDE' && field('Projected attributes, separated by commas', 'attributes', true)}
    ${onRemove && html`<button type="button" class="quiet" aria-label=${'Remove the index ' + index.name} onClick=${onRemove}>Remove</button>`}</div></fieldset>`;
}
