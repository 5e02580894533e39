// Requests that write an item only if it is still as it was read, so that no change of others is overwritten.

import { Placeholders, keyOf } from '/console/query.js';
import { differences, itemSize, writeUnits } from '/console/values.js';

/** The most attributes that a condition names; the service allows 300 operators and 4 KB in an expression. */
export const MAX_COMPARED = 120;

const isKey = (table, name) => table.KeySchema.some(key => key.AttributeName === name);
const keyNames = table => table.KeySchema.map(key => key.AttributeName);

/** The condition that an item still has these attributes with these values. It does not notice other attributes that were added. */
function unchanged(table, item, use, first = [], most = MAX_COMPARED) {
  const names = Object.keys(item).filter(name => !isKey(table, name));
  const compared = [...new Set([...first.filter(name => name in item), ...names])].slice(0, most);
  return [`attribute_exists(${use.name(keyNames(table)[0])})`, ...compared.map(name => `${use.name(name)} = ${use.value(item[name])}`)];
}

const placeholders = use => ({
  ExpressionAttributeNames: use.names,
  ...(Object.keys(use.values).length ? { ExpressionAttributeValues: use.values } : {}),
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

/** The request that turns an item as it was read into another one and returns the item before; null if they are equal. */
export function updateInput(table, base, item) {
  const changed = differences(base, item);
  if (!changed.length) return null;
  if (changed.length > MAX_COMPARED) throw new Error(`One change has at most ${MAX_COMPARED} attributes, so that all of them can be compared; this one has ${changed.length}. Make it in parts.`);
  const use = new Placeholders();
  const set = changed.filter(name => name in item).map(name => `${use.name(name)} = ${use.value(item[name])}`);
  const removed = changed.filter(name => !(name in item)).map(name => use.name(name));
  const added = changed.filter(name => !(name in base)).map(name => `attribute_not_exists(${use.name(name)})`);
  return {
    TableName: table.TableName, Key: keyOf(table, base),
    UpdateExpression: [set.length ? 'SET ' + set.join(', ') : '', removed.length ? 'REMOVE ' + removed.join(', ') : ''].filter(part => part).join(' '),
    ConditionExpression: [...unchanged(table, base, use, changed, MAX_COMPARED - added.length), ...added].join(' AND '),
    ReturnValues: 'ALL_OLD',
    ...placeholders(use),
  };
}

/** The request that creates an item and overwrites none. */
export function createItemInput(table, item) {
  const use = new Placeholders();
  return { TableName: table.TableName, Item: item, ConditionExpression: `attribute_not_exists(${use.name(keyNames(table)[0])})`, ...placeholders(use) };
}

/** The request that deletes an item as it was read, and returns it with the attributes that others have added meanwhile. */
export function deleteInput(table, base) {
  const use = new Placeholders();
  return { TableName: table.TableName, Key: keyOf(table, base), ConditionExpression: unchanged(table, base, use).join(' AND '), ReturnValues: 'ALL_OLD', ...placeholders(use) };
}

/** An estimate of the write units for a change of items, without indexes. */
export const unitsOf = (items, change = item => item) =>
  items.reduce((total, item) => total + Math.max(writeUnits(itemSize(item)), writeUnits(itemSize(change(item)))), 0);

/** The request that undoes a change, only if the item is still as the change left it. */
export function inverse(table, before, after) {
  if (!before) return { operation: 'DeleteItem', input: deleteInput(table, after) };
  if (!after) return { operation: 'PutItem', input: createItemInput(table, before) };
  return { operation: 'UpdateItem', input: updateInput(table, after, before) };
}

/** The type of the error of a conditional write whose item has changed. */
export const REFUSED = 'ConditionalCheckFailedException';
export const isRefused = error => error.type === REFUSED;

/** What an update of this module changes: the attributes that it sets, with their values, and the names of those that it removes. */
export function changesOf(input) {
  const [, set = '', removed = ''] = /^(?:SET (.*?))?(?: ?REMOVE (.*))?$/.exec(input.UpdateExpression);
  const parts = text => text ? text.split(', ') : [];
  return {
    set: parts(set).map(part => part.split(' = ')).map(([name, value]) => [input.ExpressionAttributeNames[name], input.ExpressionAttributeValues[value]]),
    removed: parts(removed).map(name => input.ExpressionAttributeNames[name]),
  };
}
