// uses aws-sdk dynogels @aws/dynamodb-data-mapper
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { promisify } from 'node:util';

process.env.AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE = '1';
const require = createRequire(import.meta.url);
const AWS = require('aws-sdk');
AWS.config.update({ region: process.env.AWS_REGION, dynamodb: { endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB } });

test('the document client of version 2', async () => {
  await new AWS.DynamoDB()
    .createTable({ TableName: 'js-v2', BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] })
    .promise();
  const documents = new AWS.DynamoDB.DocumentClient();
  await documents.put({ TableName: 'js-v2', Item: { id: '1', set: documents.createSet([1, 2]), bytes: Buffer.from('abc') } }).promise();
  const { Item } = await documents.get({ TableName: 'js-v2', Key: { id: '1' } }).promise();
  assert.deepEqual(Item.set.values, [1, 2]);
  assert.equal(Item.bytes.toString(), 'abc');
  await assert.rejects(
    documents.put({ TableName: 'js-v2', Item: { id: '1' }, ConditionExpression: 'attribute_not_exists(id)' }).promise(),
    { code: 'ConditionalCheckFailedException' },
  );
});

test('dynogels', async () => {
  const dynogels = require('dynogels');
  const Joi = require('joi');
  dynogels.dynamoDriver(new AWS.DynamoDB());
  const Account = dynogels.define('Account', {
    hashKey: 'email', rangeKey: 'year', timestamps: true, tableName: 'js-dynogels',
    schema: { email: Joi.string().email(), year: Joi.number(), name: Joi.string(), roles: dynogels.types.stringSet() },
    indexes: [{ hashKey: 'name', rangeKey: 'year', name: 'NameIndex', type: 'global' }],
  });
  await promisify(dynogels.createTables)();
  const create = promisify(Account.create.bind(Account));
  const update = promisify(Account.update.bind(Account));
  await create({ email: 'a@example.com', year: 2026, name: 'Ann', roles: ['admin', 'user'] });
  await create({ email: 'b@example.com', year: 2025, name: 'Ann', roles: ['user'] });
  const found = await promisify(callback => Account.query('Ann').usingIndex('NameIndex').descending().exec(callback))();
  assert.deepEqual(found.Items.map(item => item.get('email')), ['a@example.com', 'b@example.com']);
  const changed = await update({ email: 'b@example.com', year: 2025, roles: { $add: 'admin' } });
  assert.deepEqual(changed.get('roles').sort(), ['admin', 'user']);
  const scanned = await promisify(callback => Account.scan().where('roles').contains('admin').exec(callback))();
  assert.equal(scanned.Count, 2);
});

test('data mapper', async () => {
  const { DataMapper, DynamoDbSchema, DynamoDbTable } = require('@aws/dynamodb-data-mapper');
  class Post {}
  Object.defineProperties(Post.prototype, {
    [DynamoDbTable]: { value: 'js-data-mapper' },
    [DynamoDbSchema]: {
      value: {
        blog: { type: 'String', keyType: 'HASH' },
        at: { type: 'Date', keyType: 'RANGE' },
        title: { type: 'String' },
        version: { type: 'Number', versionAttribute: true },
      },
    },
  });
  const mapper = new DataMapper({ client: new AWS.DynamoDB() });
  await mapper.ensureTableExists(Post, { readCapacityUnits: 5, writeCapacityUnits: 5 });
  for (const day of [1, 2, 3]) {
    await mapper.put(Object.assign(new Post(), { blog: 'news', at: new Date(Date.UTC(2026, 0, day)), title: `day ${day}` }));
  }
  const titles = [];
  for await (const post of mapper.query(Post, { blog: 'news' }, { limit: 2, scanIndexForward: false })) {
    titles.push(post.title);
  }
  assert.deepEqual(titles, ['day 3', 'day 2']);
  const first = await mapper.get(Object.assign(new Post(), { blog: 'news', at: new Date(Date.UTC(2026, 0, 1)) }));
  await mapper.update(Object.assign(first, { title: 'changed' }));
  await assert.rejects(mapper.put(Object.assign(first, { version: 0 })), { code: 'ConditionalCheckFailedException' });
});
