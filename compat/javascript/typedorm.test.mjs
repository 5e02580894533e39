// uses @typedorm/core
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import ts from 'typescript';

const require = createRequire(import.meta.url);
const { Attribute, AutoGenerateAttribute, AUTO_GENERATE_ATTRIBUTE_STRATEGY, Entity, INDEX_TYPE, Table } = require('@typedorm/common');
const { createConnection, getEntityManager, getTransactionManger, WriteTransaction } = require('@typedorm/core');
const { DocumentClientV3 } = require('@typedorm/document-client');

const table = new Table({
  name: 'js-typedorm',
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { type: INDEX_TYPE.GSI, partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});

/** The class of the documentation's example; its decorators need the compiler of TypeScript. */
const source = `
  @Entity({
    name: 'user',
    primaryKey: { partitionKey: 'USER#{{id}}', sortKey: 'USER#{{id}}' },
    indexes: { GSI1: { type: INDEX_TYPE.GSI, partitionKey: 'STATUS#{{status}}', sortKey: 'NAME#{{name}}' } },
  })
  class User {
    @AutoGenerateAttribute({ strategy: AUTO_GENERATE_ATTRIBUTE_STRATEGY.UUID4 })
    id: string;
    @Attribute()
    name: string;
    @Attribute({ unique: true })
    email: string;
    @Attribute()
    status: string;
  }
  return User;`;
const { outputText } = ts.transpileModule(source, {
  compilerOptions: { experimentalDecorators: true, emitDecoratorMetadata: true, target: ts.ScriptTarget.ES2020, useDefineForClassFields: false },
});
const User = new Function('Entity', 'INDEX_TYPE', 'Attribute', 'AutoGenerateAttribute', 'AUTO_GENERATE_ATTRIBUTE_STRATEGY', outputText)(
  Entity, INDEX_TYPE, Attribute, AutoGenerateAttribute, AUTO_GENERATE_ATTRIBUTE_STRATEGY,
);

test('entities of TypeDORM', async () => {
  const client = new DynamoDBClient({});
  await client.send(
    new CreateTableCommand({
      TableName: 'js-typedorm', BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['PK', 'SK', 'GSI1PK', 'GSI1SK'].map(AttributeName => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }, { AttributeName: 'SK', KeyType: 'RANGE' }],
      GlobalSecondaryIndexes: [{ IndexName: 'GSI1', Projection: { ProjectionType: 'ALL' },
        KeySchema: [{ AttributeName: 'GSI1PK', KeyType: 'HASH' }, { AttributeName: 'GSI1SK', KeyType: 'RANGE' }] }],
    }),
  );
  createConnection({ table, entities: [User], documentClient: new DocumentClientV3(client) });
  const manager = getEntityManager();
  const ann = await manager.create(Object.assign(new User(), { name: 'Ann', email: 'ann@x', status: 'active' }));
  assert.match(ann.id, /^[0-9a-f-]{36}$/);
  await assert.rejects(manager.create(Object.assign(new User(), { name: 'Bob', email: 'ann@x', status: 'active' })));
  assert.equal(await manager.exists(User, { email: 'ann@x' }), true);
  const changed = await manager.update(User, { id: ann.id }, { name: 'Anna', status: 'idle' });
  assert.equal(changed.name, 'Anna');
  const transaction = new WriteTransaction()
    .addCreateItem(Object.assign(new User(), { name: 'Cid', email: 'cid@x', status: 'idle' }))
    .addUpdateItem(User, { id: ann.id }, { name: 'Ann B.' });
  await getTransactionManger().write(transaction);
  const { items } = await manager.find(User, { status: 'idle' }, { queryIndex: 'GSI1', keyCondition: { BEGINS_WITH: 'NAME#' } });
  assert.deepEqual(items.map(user => user.name), ['Ann B.', 'Cid']);
  await manager.delete(User, { id: ann.id });
  assert.equal(await manager.findOne(User, { id: ann.id }), undefined);
  assert.equal(await manager.exists(User, { email: 'ann@x' }), false);
});
