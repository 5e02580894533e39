// uses dynamodb-admin
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { CreateTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

test('the pages of dynamodb-admin show tables and items', { timeout: 60_000 }, async () => {
  const client = new DynamoDBClient({});
  const TableName = 'js-admin';
  await client.send(
    new CreateTableCommand({
      TableName, BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  await client.send(new PutItemCommand({ TableName, Item: { id: { S: 'needle' } } }));
  const port = await freePort();
  const admin = spawn('node_modules/.bin/dynamodb-admin', ['--port', String(port), '--host', '127.0.0.1'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DYNAMO_ENDPOINT: process.env.AWS_ENDPOINT_URL_DYNAMODB },
  });
  const exited = once(admin, 'exit');
  try {
    const page = path => fetch(`http://127.0.0.1:${port}${path}`).then(answer => answer.text());
    let tables;
    while (tables === undefined) {
      assert.equal(admin.exitCode, null);
      tables = await page('/').catch(() => undefined);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    assert.match(tables, /js-admin/);
    assert.match(await page(`/tables/${TableName}/items`), /needle/);
    assert.match(await page(`/tables/${TableName}/items/needle`), /needle/);
    assert.match(await page(`/tables/${TableName}/meta`), /PAY_PER_REQUEST/);
  } finally {
    admin.kill();
    await exited;
  }
});
