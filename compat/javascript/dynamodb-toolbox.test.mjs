// uses dynamodb-toolbox
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  $add, $append, anyOf, BatchWriteCommand, BatchPutRequest, boolean, DeleteItemCommand, Entity, executeBatchWrite, executeTransactWrite, GetItemCommand,
  item, list, map, number, PutItemCommand, PutTransaction, QueryCommand, ScanCommand, set, string, Table, UpdateItemCommand, UpdateTransaction,
} from 'dynamodb-toolbox';

const client = new DynamoDBClient({});
const table = new Table({
  name: 'js-toolbox',
  partitionKey: { name: 'pk', type: 'string' },
  sortKey: { name: 'sk', type: 'string' },
  indexes: { byType: { type: 'global', partitionKey: { name: 'type', type: 'string' }, sortKey: { name: 'level', type: 'number' } } },
  documentClient: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
});
const Pokemon = new Entity({
  name: 'POKEMON',
  table,
  schema: item({
    trainer: string().key().savedAs('pk'),
    id: string().key().savedAs('sk'),
    type: string().enum('fire', 'water').required(),
    level: number().default(1),
    captured: boolean().optional(),
    moves: list(string()).optional(),
    stats: map({ power: number() }).optional(),
    weak: set(string()).optional(),
    either: anyOf(number(), string()).optional(),
  }),
});

test('entities are stored, updated and found', async () => {
  await client.send(
    new CreateTableCommand({
      TableName: 'js-toolbox', BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'type'].map(AttributeName => ({ AttributeName, AttributeType: 'S' })).concat({ AttributeName: 'level', AttributeType: 'N' }),
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }],
      GlobalSecondaryIndexes: [{ IndexName: 'byType', Projection: { ProjectionType: 'ALL' },
        KeySchema: [{ AttributeName: 'type', KeyType: 'HASH' }, { AttributeName: 'level', KeyType: 'RANGE' }] }],
    }),
  );
  await Pokemon.build(PutItemCommand).item({ trainer: 'ash', id: '1', type: 'fire', moves: ['ember'], stats: { power: 3 }, weak: new Set(['water']) }).send();
  const again = Pokemon.build(PutItemCommand).item({ trainer: 'ash', id: '1', type: 'fire' }).options({ condition: { attr: 'id', exists: false } });
  await assert.rejects(again.send(), { name: 'ConditionalCheckFailedException' });
  const { Attributes } = await Pokemon.build(UpdateItemCommand)
    .item({ trainer: 'ash', id: '1', level: $add(4), moves: $append(['flame']), stats: { power: 5 } })
    .options({ returnValues: 'ALL_NEW' })
    .send();
  assert.equal(Attributes.level, 5);
  assert.deepEqual(Attributes.moves, ['ember', 'flame']);
  const { Item } = await Pokemon.build(GetItemCommand).key({ trainer: 'ash', id: '1' }).options({ consistent: true }).send();
  assert.deepEqual(Item.stats, { power: 5 });
  assert.deepEqual(Item.weak, new Set(['water']));
});

test('batches, transactions, queries and scans', async () => {
  const puts = ['2', '3', '4'].map(id => Pokemon.build(BatchPutRequest).item({ trainer: 'ash', id, type: 'water', level: Number(id) }));
  await executeBatchWrite(table.build(BatchWriteCommand).requests(...puts));
  await executeTransactWrite(
    Pokemon.build(PutTransaction).item({ trainer: 'misty', id: '9', type: 'water', level: 9 }),
    Pokemon.build(UpdateTransaction).item({ trainer: 'ash', id: '2', captured: true }),
  );
  const { Items } = await table
    .build(QueryCommand)
    .query({ index: 'byType', partition: 'water', range: { gte: 3 } })
    .entities(Pokemon)
    .options({ reverse: true, maxPages: Infinity, limit: 1 })
    .send();
  assert.deepEqual(Items.map(found => found.id), ['9', '4', '3']);
  const captured = await table.build(ScanCommand).entities(Pokemon).options({ filters: { POKEMON: { attr: 'captured', eq: true } } }).send();
  assert.deepEqual(captured.Items.map(found => found.id), ['2']);
  await Pokemon.build(DeleteItemCommand).key({ trainer: 'misty', id: '9' }).send();
  const none = await Pokemon.build(GetItemCommand).key({ trainer: 'misty', id: '9' }).send();
  assert.equal(none.Item, undefined);
});
