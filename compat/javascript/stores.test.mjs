// uses @keyv/dynamo connect-dynamodb @auth/dynamodb-adapter dynamodb-lock-client
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { DynamoDBAdapter } from '@auth/dynamodb-adapter';
import { KeyvDynamo } from '@keyv/dynamo';
import express from 'express';
import session from 'express-session';
import Keyv from 'keyv';

const require = createRequire(import.meta.url);
const client = new DynamoDBClient({});
const create = (TableName, keys, indexes) =>
  client.send(
    new CreateTableCommand({
      TableName, BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...keys, ...(indexes ?? [])].map(AttributeName => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keys.map((AttributeName, i) => ({ AttributeName, KeyType: i ? 'RANGE' : 'HASH' })),
      GlobalSecondaryIndexes: indexes && [{ IndexName: 'GSI1', Projection: { ProjectionType: 'ALL' },
        KeySchema: indexes.map((AttributeName, i) => ({ AttributeName, KeyType: i ? 'RANGE' : 'HASH' })) }],
    }),
  );

test('keyv', async () => {
  const keyv = new Keyv({ store: new KeyvDynamo({ tableName: 'js-keyv', endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB }), namespace: 'a' });
  await keyv.set('one', { n: 1 }, 60_000);
  await keyv.set('two', 2);
  assert.deepEqual(await keyv.get('one'), { n: 1 });
  assert.deepEqual(await keyv.get(['one', 'two', 'three']), [{ n: 1 }, 2, undefined]);
  assert.equal(await keyv.delete('one'), true);
  assert.equal(await keyv.get('one'), undefined);
});

test('sessions of express', async () => {
  const DynamoDBStore = require('connect-dynamodb')(session);
  const store = new DynamoDBStore({ client, table: 'js-sessions' });
  await store.initialize?.();
  const app = express();
  app.use(session({ store, secret: 'x', resave: false, saveUninitialized: false }));
  app.get('/', (request, response) => {
    request.session.views = (request.session.views ?? 0) + 1;
    response.json(request.session.views);
  });
  const server = await new Promise(resolve => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const url = `http://127.0.0.1:${server.address().port}/`;
  const first = await fetch(url);
  const cookie = first.headers.get('set-cookie').split(';')[0];
  assert.equal(await first.json(), 1);
  assert.equal(await (await fetch(url, { headers: { cookie } })).json(), 2);
  assert.equal(await (await fetch(url)).json(), 1);
  server.close();
});

test('the adapter of Auth.js', async () => {
  await create('js-auth', ['pk', 'sk'], ['GSI1PK', 'GSI1SK']);
  const adapter = DynamoDBAdapter(DynamoDBDocument.from(client, {
    marshallOptions: { convertEmptyValues: true, removeUndefinedValues: true, convertClassInstanceToMap: true },
  }), { tableName: 'js-auth' });
  const user = await adapter.createUser({ name: 'Ann', email: 'ann@x', emailVerified: new Date(0) });
  await adapter.linkAccount({ userId: user.id, provider: 'p', providerAccountId: '1', type: 'oauth' });
  await adapter.createSession({ sessionToken: 't', userId: user.id, expires: new Date(Date.now() + 60_000) });
  assert.equal((await adapter.getUserByEmail('ann@x')).id, user.id);
  assert.equal((await adapter.getUserByAccount({ provider: 'p', providerAccountId: '1' })).name, 'Ann');
  assert.equal((await adapter.getSessionAndUser('t')).user.id, user.id);
  await adapter.updateUser({ id: user.id, name: 'Anna' });
  await adapter.deleteUser(user.id);
  assert.equal(await adapter.getUser(user.id), null);
  assert.equal(await adapter.getSessionAndUser('t'), null);
});

test('the lock client', async () => {
  process.env.AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE = '1';
  const AWS = require('aws-sdk');
  const { FailOpen } = require('dynamodb-lock-client');
  await create('js-locks', ['mylocks']);
  const options = {
    dynamodb: new AWS.DynamoDB.DocumentClient({ region: 'us-east-1', endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB }),
    lockTable: 'js-locks', partitionKey: 'mylocks', heartbeatPeriodMs: 100, leaseDurationMs: 500,
  };
  const one = new FailOpen(options);
  const lock = await promisify(one.acquireLock.bind(one))('a');
  assert.ok(lock.fencingToken >= 1);
  const other = new FailOpen({ ...options, retryCount: 0 });
  await assert.rejects(promisify(other.acquireLock.bind(other))('a'));
  await promisify(lock.release.bind(lock))();
  const next = await promisify(one.acquireLock.bind(one))('a');
  assert.ok(next.fencingToken > lock.fencingToken);
  await promisify(next.release.bind(next))();
});
