// uses @aws-lambda-powertools/idempotency @aws-lambda-powertools/parameters
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CreateTableCommand, DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { DynamoDBProvider } from '@aws-lambda-powertools/parameters/dynamodb';

const client = new DynamoDBClient({});
const create = (TableName, ...keys) =>
  client.send(
    new CreateTableCommand({
      TableName, BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map(AttributeName => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keys.map((AttributeName, i) => ({ AttributeName, KeyType: i ? 'RANGE' : 'HASH' })),
    }),
  );

test('a function runs once for each payload', async () => {
  await create('js-idempotency', 'id');
  let runs = 0;
  const pay = makeIdempotent(async event => ({ run: ++runs, user: event.user }), {
    persistenceStore: new DynamoDBPersistenceLayer({ tableName: 'js-idempotency' }),
    config: new IdempotencyConfig({ eventKeyJmesPath: 'user', expiresAfterSeconds: 60 }),
  });
  assert.deepEqual(await pay({ user: 'ann', n: 1 }), { run: 1, user: 'ann' });
  assert.deepEqual(await pay({ user: 'ann', n: 2 }), { run: 1, user: 'ann' });
  assert.deepEqual(await pay({ user: 'bob', n: 1 }), { run: 2, user: 'bob' });
  const { Items } = await client.send(new ScanCommand({ TableName: 'js-idempotency' }));
  assert.deepEqual(Items.map(item => item.status.S), ['COMPLETED', 'COMPLETED']);
});

test('parameters come from a table', async () => {
  await create('js-parameters', 'id', 'sk');
  for (const [sk, value] of [['a', '1'], ['b', '2']]) {
    await client.send(new PutItemCommand({ TableName: 'js-parameters', Item: { id: { S: 'config' }, sk: { S: sk }, value: { S: value } } }));
  }
  const provider = new DynamoDBProvider({ tableName: 'js-parameters' });
  assert.deepEqual(await provider.getMultiple('config'), { a: '1', b: '2' });
});
