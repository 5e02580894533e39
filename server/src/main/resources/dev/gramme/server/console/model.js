// Models of tables: the toolkit's explanation with its schema, or a file of NoSQL Workbench. Each becomes the same kind of table here.

import { keysOf, typeOfAttribute } from '/console/tables.js';
import { show } from '/console/values.js';

const MAX_FILE_BYTES = 2_000_000;
const MAX_PATTERNS = 500;
const LITERAL = /^[A-Z0-9_-]*$/;
/** Usual names of the attribute that contains the kind of an item. */
export const USUAL = ['type', '_type', '__type', 'entityType', 'entity_type', 'entity', '_et', 'kind', '__edb_e__'];

/** Reads a model; throws an Error if the text is something else. */
export function modelOf(text) {
  if (text.length > MAX_FILE_BYTES) throw new Error(`The model has more than ${MAX_FILE_BYTES.toLocaleString('en')} characters.`);
  let json;
  try { json = JSON.parse(text); } catch (e) { throw new Error('This is not JSON: ' + e.message); }
  return modelOfJson(json);
}

/** Reads a model whose text is parsed. */
export function modelOfJson(json) {
  if (typeof json?.ModelName === 'string' && Array.isArray(json.tables) && json.tables.length) return { format: 'tables', json };
  const model = { format: Array.isArray(json?.DataModel) ? 'workbench' : 'explanation', json };
  const ok = model.format === 'workbench' ? json.DataModel.length > 0
    : typeof json?.table === 'string' && Array.isArray(json.accessPatterns) && json.accessPatterns.every(each => typeof each?.name === 'string' && typeof each.shape === 'string');
  if (!ok) throw new Error(model.format === 'workbench' ? 'The model of NoSQL Workbench has no tables.'
    : 'This is neither the JSON of an explanation, with the members "table" and "accessPatterns", nor a model of NoSQL Workbench, with the member "DataModel".');
  tablesOf(model);
  return model;
}

/**
 * The tables of a model: name, key and indexes (attributes as [name, type]), kinds of items with their templates, access patterns, findings, sample items.
 * The key is missing if the model does not have it.
 */
export function tablesOf(model) {
  if (!model) return [];
  if (model.format === 'tables') return model.json.tables;
  return model.format === 'workbench' ? model.json.DataModel.map(workbenchTable) : [explainedTable(model.json)];
}

const explained = part => ({ pk: (part.partition ?? []).map(({ name, type }) => [name, type]), sk: (part.sort ?? []).map(({ name, type }) => [name, type]) });

function explainedTable({ table, accessPatterns, findings, schema }) {
  const indexes = (schema?.indexes ?? []).map(index => ({ name: index.name, local: index.kind === 'LOCAL', ...explained(index.key),
    projection: { ProjectionType: index.projection, ...(index.projected?.length ? { NonKeyAttributes: index.projected } : {}) } }));
  const key = schema && explained(schema.key);
  return {
    name: table, ...(key ? { key } : {}), indexes: indexes.map(index => index.local ? { ...index, pk: key.pk } : index), ttl: schema?.timeToLive,
    entities: schema?.entities ?? [], patterns: accessPatterns.slice(0, MAX_PATTERNS), findings: Array.isArray(findings) ? findings : [], items: [], attributes: attributesOf(schema),
  };
}

const attributesOf = schema => Object.fromEntries((schema?.entities ?? []).flatMap(entity => entity.attributes.map(({ attribute, type }) => [attribute, type])));

/** Throws an Error with the place of a member that is missing or has another type. */
function need(ok, place) {
  if (!ok) throw new Error(`The model of NoSQL Workbench is not complete: ${place} is missing or wrong.`);
}

function workbenchKey(key, place) {
  const attribute = (part, name) => {
    need(typeof part?.AttributeName === 'string' && ['S', 'N', 'B'].includes(part.AttributeType), `${place}.KeyAttributes.${name}`);
    return [part.AttributeName, part.AttributeType];
  };
  return { pk: [attribute(key?.PartitionKey, 'PartitionKey')], sk: key.SortKey ? [attribute(key.SortKey, 'SortKey')] : [] };
}

function workbenchTable(table, at) {
  const place = `DataModel[${at}]`;
  need(typeof table?.TableName === 'string', place + '.TableName');
  const list = (value, name) => { need(value === undefined || Array.isArray(value), `${place}.${name}`); return value ?? []; };
  const key = workbenchKey(table.KeyAttributes, place);
  const indexes = list(table.GlobalSecondaryIndexes, 'GlobalSecondaryIndexes').map((index, number) => {
    const here = `${place}.GlobalSecondaryIndexes[${number}]`;
    need(typeof index?.IndexName === 'string' && index.Projection?.ProjectionType, here);
    return { name: index.IndexName, local: false, ...workbenchKey(index.KeyAttributes, here), projection: index.Projection };
  });
  const entities = list(table.TableFacets, 'TableFacets').map((facet, number) => {
    need(typeof facet?.FacetName === 'string' && facet.KeyAttributeAlias, `${place}.TableFacets[${number}]`);
    const alias = { [key.pk[0][0]]: facet.KeyAttributeAlias.PartitionKeyAlias, ...(key.sk.length ? { [key.sk[0][0]]: facet.KeyAttributeAlias.SortKeyAlias } : {}) };
    return { name: facet.FacetName, keys: Object.fromEntries(Object.entries(alias).map(([name, text]) => [name, templateOf(text ?? name, name)])),
      attributes: (facet.NonKeyAttributes ?? []).map(name => ({ name, attribute: name })) };
  });
  const samples = [...list(table.TableData, 'TableData'), ...list(table.TableFacets, 'TableFacets').flatMap(facet => facet.TableData ?? [])];
  const keyText = item => JSON.stringify([...key.pk, ...key.sk].map(([name]) => item[name]));
  const throughput = table.BillingMode === 'PROVISIONED' ? table.ProvisionedCapacitySettings?.ProvisionedThroughput ?? { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } : undefined;
  return {
    name: table.TableName, key, indexes, entities, findings: [], items: [...new Map(samples.map(item => [keyText(item), item])).values()],
    patterns: workbenchPatterns(key, indexes, entities), attributes: Object.fromEntries((table.NonKeyAttributes ?? []).map(each => [each.AttributeName, each.AttributeType])),
    ...(throughput ? { throughput: { ReadCapacityUnits: throughput.ReadCapacityUnits, WriteCapacityUnits: throughput.WriteCapacityUnits } } : {}),
  };
}

/** The template of an alias: words in upper case are literal, others are variables. The name of the attribute means any value. */
export function templateOf(alias, attribute) {
  if (alias === attribute) return `{${attribute}}`;
  return alias.split('#').map(part => LITERAL.test(part) ? part : `{${part}}`).join('#');
}

/** A facet is an access pattern: the items of its keys. A query of an index is one, too. */
function workbenchPatterns(key, indexes, entities) {
  const any = ({ pk, sk }) => [...pk, ...sk].slice(0, 1).map(([name]) => `${name} = {${name}}`).join(' AND ');
  const facets = entities.map(entity => {
    const [[pk], [sk] = []] = [key.pk[0], key.sk[0]];
    const sort = sk && entity.keys[sk];
    const prefix = sort?.replace(/\{.*$/s, '');
    const condition = !sort ? '' : prefix === sort ? ` AND ${sk} = ${sort}` : prefix ? ` AND begins_with(${sk}, ${prefix})` : '';
    return { name: entity.name, shape: 'QUERY', key: `${pk} = ${entity.keys[pk]}${condition}` };
  });
  return [...(facets.length ? [] : [{ name: 'items of a partition', shape: 'QUERY', key: any(key) }]), ...facets,
    ...indexes.map(index => ({ name: index.name, shape: 'QUERY', index: index.name, key: any(index) }))].slice(0, MAX_PATTERNS);
}

/** A function from an item to the name of its kind in a table of a model; undefined if it is of no known kind. */
export function kindIn(table) {
  const fixed = template => template.replaceAll(/\{[^{}]*\}/g, '').length;
  const entities = table.entities.map(entity => {
    const patterns = Object.entries(entity.keys).filter(([name]) => [...(table.key?.pk ?? []), ...(table.key?.sk ?? [])].some(([key]) => key === name))
      .map(([name, template]) => [name, new RegExp('^' + template.split(/\{[^{}]*\}/).map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*') + '$', 's'), fixed(template)]);
    return { name: entity.name, patterns, fixed: patterns.reduce((sum, [, , length]) => sum + length, 0) };
  }).sort((a, b) => b.fixed - a.fixed);
  const named = new Map(entities.map(entity => [entity.name.toLowerCase(), entity.name]));
  const usual = new Set(USUAL.map(name => name.toLowerCase()));
  return item => {
    for (const [name, value] of Object.entries(item)) {
      if (value.S !== undefined && usual.has(name.toLowerCase()) && named.has(value.S.toLowerCase())) return named.get(value.S.toLowerCase());
    }
    return entities.find(entity => entity.patterns.length > 0 && (entity.fixed > 0 || entities.length === 1) && entity.patterns.every(([name, pattern]) => item[name] && pattern.test(show(item[name]))))?.name;
  };
}

/** The table of the loaded model for a table of the server: by the choice in the design view, otherwise by its name. */
export function modelTableFor(model, tableName) {
  const tables = tablesOf(model);
  return tables.find(table => model.on?.[table.name] === tableName) ?? tables.find(table => !model.on?.[table.name] && table.name === tableName);
}

const schemaOf = ({ pk, sk }) => [...pk.map(([AttributeName]) => ({ AttributeName, KeyType: 'HASH' })), ...sk.map(([AttributeName]) => ({ AttributeName, KeyType: 'RANGE' }))];

/** The input of CreateTable for a table of a model. */
export function createInputOf(table) {
  if (!table.key) throw new Error(`The model does not have the key of the table ${table.name}. Explanations have it since they include the schema.`);
  const types = Object.fromEntries([table.key, ...table.indexes].flatMap(({ pk, sk }) => [...pk, ...sk]));
  const throughput = table.throughput ? { ProvisionedThroughput: table.throughput } : {};
  const index = each => ({ IndexName: each.name, KeySchema: schemaOf(each), Projection: each.projection, ...(each.local ? {} : throughput) });
  const [local, global] = [table.indexes.filter(each => each.local), table.indexes.filter(each => !each.local)];
  return {
    TableName: table.name, BillingMode: table.throughput ? 'PROVISIONED' : 'PAY_PER_REQUEST', ...throughput, KeySchema: schemaOf(table.key),
    AttributeDefinitions: Object.entries(types).map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    ...(local.length ? { LocalSecondaryIndexes: local.map(index) } : {}), ...(global.length ? { GlobalSecondaryIndexes: global.map(index) } : {}),
  };
}

/** A CloudFormation template with these tables. A deletion of the stack keeps them, as the toolkit's templates do. */
export function cloudFormationOf(tables) {
  const logical = name => name.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next) => next?.toUpperCase() ?? '').replace(/^./, first => first.toUpperCase()) + 'Table';
  const ids = new Set();
  const resources = tables.map(table => {
    let id = logical(table.name);
    while (ids.has(id)) id += 'X';
    ids.add(id);
    return [id, { Type: 'AWS::DynamoDB::Table', DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain',
      Properties: { ...createInputOf(table), ...(table.ttl ? { TimeToLiveSpecification: { AttributeName: table.ttl, Enabled: true } } : {}) } }];
  });
  return { AWSTemplateFormatVersion: '2010-09-09', Resources: Object.fromEntries(resources) };
}

/** A table of the server as a table of a model. */
export function tableOfServer(table) {
  const attributes = names => names.map(name => [name, typeOfAttribute(table, name)]);
  const key = schema => ({ pk: attributes(keysOf(schema, 'HASH')), sk: attributes(keysOf(schema, 'RANGE')) });
  const index = local => each => ({ name: each.IndexName, local, ...key(each.KeySchema), projection: each.Projection });
  const isProvisioned = (table.BillingModeSummary?.BillingMode ?? 'PROVISIONED') === 'PROVISIONED' && table.ProvisionedThroughput?.ReadCapacityUnits > 0;
  return {
    name: table.TableName, key: key(table.KeySchema), entities: [], items: [], attributes: {},
    indexes: [...(table.GlobalSecondaryIndexes ?? []).map(index(false)), ...(table.LocalSecondaryIndexes ?? []).map(index(true))],
    ...(['ENABLED', 'ENABLING'].includes(table.ttl?.TimeToLiveStatus) ? { ttl: table.ttl.AttributeName } : {}),
    ...(isProvisioned ? { throughput: { ReadCapacityUnits: table.ProvisionedThroughput.ReadCapacityUnits, WriteCapacityUnits: table.ProvisionedThroughput.WriteCapacityUnits } } : {}),
  };
}

/**
 * A model of NoSQL Workbench with these tables; throws an Error for what its format does not have.
 *
 * @param original the model before it was changed here, whose other members stay
 */
export function workbenchOf(name, tables, original = {}, now = new Date()) {
  const before = (list, member, value) => list?.find(each => each[member] === value) ?? {};
  // The sample items of a facet are among those of its table.
  const facetBefore = (table, entity) => {
    const { TableData, ...facet } = before(table.TableFacets, 'FacetName', entity.name);
    return facet;
  };
  const part = ([AttributeName, AttributeType]) => ({ AttributeName, AttributeType });
  const key = ({ pk, sk }, what) => {
    if (pk.length > 1 || sk.length > 1) throw new Error(`A model of NoSQL Workbench has no keys of several attributes, as ${what} has.`);
    return { PartitionKey: part(pk[0]), ...(sk.length ? { SortKey: part(sk[0]) } : {}) };
  };
  const date = now.toLocaleString('en-US', { month: 'short', day: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' });
  const dataModel = tables.map(table => {
    createInputOf(table);
    if (table.indexes.some(each => each.local)) throw new Error(`A model of NoSQL Workbench has no local indexes, as the table ${table.name} has.`);
    const keys = [...table.key.pk, ...table.key.sk].map(([each]) => each);
    const { ProvisionedCapacitySettings, ...known } = before(original.DataModel, 'TableName', table.name);
    return {
      DataAccess: { MySql: {} }, ...known, TableName: table.name, KeyAttributes: key(table.key, `the table ${table.name}`),
      NonKeyAttributes: Object.entries({ ...table.attributes, ...Object.fromEntries(table.indexes.flatMap(({ pk, sk }) => [...pk, ...sk])) })
        .filter(([each]) => !keys.includes(each)).map(part),
      TableFacets: table.entities.map(entity => ({
        DataAccess: { MySql: {} }, ...facetBefore(known, entity), FacetName: entity.name,
        KeyAttributeAlias: Object.fromEntries([['PartitionKeyAlias', table.key.pk[0][0]], ...(table.key.sk.length ? [['SortKeyAlias', table.key.sk[0][0]]] : [])]
          .map(([alias, attribute]) => [alias, (entity.keys[attribute] ?? attribute).replaceAll(/[{}]/g, '')])),
        NonKeyAttributes: entity.attributes.map(({ attribute }) => attribute).filter(each => !keys.includes(each)),
      })),
      GlobalSecondaryIndexes: table.indexes.map(index => ({ IndexName: index.name, KeyAttributes: key(index, `the index ${index.name}`), Projection: index.projection })),
      TableData: table.items, BillingMode: table.throughput ? 'PROVISIONED' : 'PAY_PER_REQUEST',
      ...(table.throughput ? { ProvisionedCapacitySettings: { ProvisionedThroughput: table.throughput } } : {}),
    };
  });
  return { ...original, ModelName: name, DataModel: dataModel,
    ModelMetadata: { Author: '', DateCreated: date, Description: '', AWSService: 'Amazon DynamoDB', Version: '3.0', ...original.ModelMetadata, DateLastModified: date } };
}
