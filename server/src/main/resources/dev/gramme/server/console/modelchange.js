// Changes of a table of a model. What is renamed is renamed wherever the model uses it.

import { createInputOf } from '/console/model.js';
import { keyTextOf } from '/console/query.js';
import { itemProblem, typeOf } from '/console/values.js';

const VARIABLE = /\{([^{}:]+)((?::[^{}]*)?)\}/g;
const NAME = /^[A-Za-z0-9_.-]{3,255}$/;
const KEY_TYPES = ['S', 'N', 'B'];
/** The shapes of patterns that a user can choose; a loaded pattern may have another one. */
export const SHAPES = ['QUERY', 'GET', 'SCAN', 'PUT', 'UPDATE', 'DELETE'];

export const emptyTable = name => ({ name, key: { pk: [['pk', 'S']], sk: [['sk', 'S']] }, indexes: [], entities: [], patterns: [], findings: [], items: [], attributes: {} });
export const emptyIndex = (table, local) => ({ name: '', local, pk: table.key.pk, sk: local ? [['', 'S']] : [], projection: { ProjectionType: 'ALL' } });

const keysOf = table => [table.key, ...table.indexes].flatMap(({ pk, sk }) => [...pk, ...sk]);
const mapped = (object, change) => Object.fromEntries(Object.entries(object).map(change));

/** The names of the attributes of all keys of a table. */
export const keyNames = table => [...new Set(keysOf(table).map(([name]) => name))].filter(name => name);

/** The attributes of a table with their types. The type of an attribute that only a kind of items names is that of the sample items, or S. */
export function attributesOf(table) {
  const types = new Map();
  const add = (name, type) => { if (name && !types.has(name)) types.set(name, type); };
  keysOf(table).forEach(([name, type]) => add(name, type));
  Object.entries(table.attributes).forEach(([name, type]) => add(name, type));
  const ofKinds = table.entities.flatMap(entity => entity.attributes);
  ofKinds.filter(({ type }) => type).forEach(({ attribute, type }) => add(attribute, type));
  table.items.forEach(item => Object.entries(item).forEach(([name, value]) => add(name, typeOf(value))));
  ofKinds.forEach(({ attribute }) => add(attribute, 'S'));
  if (table.ttl) add(table.ttl, 'N');
  return types;
}

/** The text of a key condition with other names of attributes and of variables. */
function renamedCondition(text, name, variables) {
  return (text ?? '').split(/ AND (?=[^ ]+ (?:=|<|>|BETWEEN)|begins_with\()/)
    .map(part => variables(part.replace(/^(begins_with\()?([^ ,]+)/, (_, begins = '', each) => begins + name(each)))).join(' AND ');
}

/** The table with another name of an attribute; throws an Error if there is such an attribute. */
export function withAttributeRenamed(table, from, to) {
  if (!to || from === to) return table;
  if (attributesOf(table).has(to)) throw new Error(`There is an attribute "${to}" already.`);
  const name = each => each === from ? to : each;
  const parts = list => list.map(([each, type]) => [name(each), type]);
  const variables = template => template.replaceAll(VARIABLE, (whole, each, format) => each === from ? `{${to}${format}}` : whole);
  return {
    ...table, key: { pk: parts(table.key.pk), sk: parts(table.key.sk) }, ...(table.ttl ? { ttl: name(table.ttl) } : {}),
    indexes: table.indexes.map(index => ({ ...index, pk: parts(index.pk), sk: parts(index.sk),
      projection: { ...index.projection, ...(index.projection.NonKeyAttributes ? { NonKeyAttributes: index.projection.NonKeyAttributes.map(name) } : {}) } })),
    entities: table.entities.map(entity => ({ ...entity, keys: mapped(entity.keys, ([each, template]) => [name(each), variables(template)]),
      attributes: entity.attributes.map(each => each.attribute === from ? { ...each, attribute: to, name: name(each.name) } : each) })),
    patterns: table.patterns.map(pattern => ({ ...pattern, key: renamedCondition(pattern.key, name, variables) })),
    items: table.items.map(item => mapped(item, ([each, value]) => [name(each), value])), attributes: mapped(table.attributes, ([each, type]) => [name(each), type]),
  };
}

/** The table with another type of an attribute. Sample items stay as they are. */
export function withType(table, attribute, type) {
  const parts = list => list.map(part => part[0] === attribute ? [attribute, type] : part);
  return {
    ...table, key: { pk: parts(table.key.pk), sk: parts(table.key.sk) }, indexes: table.indexes.map(index => ({ ...index, pk: parts(index.pk), sk: parts(index.sk) })),
    entities: table.entities.map(entity => ({ ...entity, attributes: entity.attributes.map(({ javaType, ...each }) => each.attribute === attribute ? { ...each, type } : javaType ? { ...each, javaType } : each) })),
    attributes: { ...table.attributes, [attribute]: type },
  };
}

/** The table without an attribute that is in no key. */
export function withoutAttribute(table, attribute) {
  const without = object => Object.fromEntries(Object.entries(object).filter(([name]) => name !== attribute));
  const { ttl, ...rest } = table;
  return {
    ...rest, ...(ttl && ttl !== attribute ? { ttl } : {}),
    indexes: table.indexes.map(index => index.projection.NonKeyAttributes ? { ...index, projection: { ...index.projection, NonKeyAttributes: index.projection.NonKeyAttributes.filter(name => name !== attribute) } } : index),
    entities: table.entities.map(entity => ({ ...entity, attributes: entity.attributes.filter(each => each.attribute !== attribute) })),
    items: table.items.map(without), attributes: without(table.attributes),
  };
}

/** The table with a changed index; patterns of the index get its new name. */
export function withIndex(table, at, index) {
  const { name } = table.indexes[at];
  return { ...table, indexes: table.indexes.with(at, index), patterns: table.patterns.map(pattern => name && pattern.index === name ? { ...pattern, index: index.name } : pattern) };
}

/** The table without an index and without the patterns of the index. */
export const withoutIndex = (table, at) => ({ ...table, indexes: table.indexes.toSpliced(at, 1), patterns: table.patterns.filter(({ index }) => !index || index !== table.indexes[at].name) });

const isOf = (pattern, entity) => !!entity.name && pattern.name === entity.name && !pattern.perCall;

/** The table with a changed kind of items. The pattern of a facet has the name of its kind. */
export function withKind(table, at, entity) {
  const before = table.entities[at];
  return { ...table, entities: table.entities.with(at, entity), patterns: table.patterns.map(pattern => isOf(pattern, before) ? { ...pattern, name: entity.name } : pattern) };
}

export const withoutKind = (table, at) => ({ ...table, entities: table.entities.toSpliced(at, 1), patterns: table.patterns.filter(pattern => !isOf(pattern, table.entities[at])) });

/** The kind with these attributes, of which known ones keep what the model says about them. */
export const withAttributesOfKind = (entity, names) => ({ ...entity, attributes: names.map(name => entity.attributes.find(({ attribute }) => attribute === name) ?? { name, attribute: name }) });

/** A changed pattern. Unless only its name changes, it loses its estimate, which was that of the former pattern. */
export function changedPattern(pattern, changes) {
  const { perCall, callsPerSecond, budget, ...rest } = { ...pattern, ...changes };
  return 'name' in changes ? { ...pattern, ...changes } : rest;
}

function need(ok, message) {
  if (!ok) throw new Error(message);
}

const repeated = names => names.find((name, at) => names.indexOf(name) !== at);

/** A table of a model as it is stored; throws an Error if it cannot be created or used. */
export function checkedTable(table) {
  need(table?.key?.pk?.length && Array.isArray(table.key.sk) && ['indexes', 'entities', 'patterns', 'items'].every(name => Array.isArray(table[name])) && table.attributes, 'A table of the model is not complete.');
  need(NAME.test(table.name), `The name of a table has 3 to 255 letters, digits, dots, hyphens and underscores; "${table.name}" has not.`);
  const types = attributesOf(table);
  const checkKey = ({ pk, sk }, what) => {
    for (const [name] of [...pk, ...sk]) {
      need(name, `${what} has a key attribute without a name.`);
      need(KEY_TYPES.includes(types.get(name)), `The key attribute "${name}" of ${what} must be a string, a number or a binary.`);
    }
    const twice = repeated([...pk, ...sk].map(([name]) => name));
    need(!twice, `The key of ${what} has the attribute "${twice}" twice.`);
  };
  checkKey(table.key, 'the table');
  for (const index of table.indexes) {
    need(NAME.test(index.name), `The name of an index has 3 to 255 letters, digits, dots, hyphens and underscores; "${index.name}" has not.`);
    need(!index.local || index.sk.length && table.key.sk.length, `The local index ${index.name} needs a sort key, as the table does.`);
    checkKey(index, `the index ${index.name}`);
    need(index.projection.ProjectionType !== 'INCLUDE' || index.projection.NonKeyAttributes?.length, `The index ${index.name} includes no attributes.`);
  }
  for (const [parts, names] of [['indexes', table.indexes.map(({ name }) => name)], ['kinds of items', table.entities.map(({ name }) => name)],
    ['access patterns', table.patterns.map(({ name, index }) => name && name + (index ? ' of ' + index : ''))]]) {
    need(names.every(name => name), `One of the ${parts} has no name.`);
    need(!repeated(names), `Two of the ${parts} have the name "${repeated(names)}".`);
  }
  const ofTable = [...table.key.pk, ...table.key.sk].map(([name]) => name);
  for (const entity of table.entities) for (const name of ofTable) need(entity.keys[name], `The kind ${entity.name} has no template of the key attribute "${name}".`);
  for (const { name, index, shape, key } of table.patterns) {
    need(!index || table.indexes.some(each => each.name === index), `The access pattern ${name} uses the index ${index}, which the table does not have.`);
    need(shape === 'SCAN' || key, `The access pattern ${name} has no condition on the key.`);
  }
  const described = { KeySchema: ofTable.map(AttributeName => ({ AttributeName })) };
  const keys = table.items.map((item, at) => {
    const wrong = itemProblem(item) ?? ofTable.filter(name => !item[name] || typeOf(item[name]) !== types.get(name)).map(name => `the key attribute "${name}" must have the type ${types.get(name)}`)[0];
    need(!wrong, `Sample item ${at + 1}: ${wrong}`);
    return keyTextOf(described, item);
  });
  need(!repeated(keys), `Sample item ${keys.lastIndexOf(repeated(keys)) + 1} has the key of another one.`);
  const attributes = Object.fromEntries([...types].filter(([name]) => !ofTable.includes(name)));
  createInputOf(table);
  return { ...table, attributes };
}
