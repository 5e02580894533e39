// uses dynamodb-admin
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { before, test } from 'node:test';
import { CreateTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { startBrowser } from './browser.mjs';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const TableName = 'js-admin';

// Runs the program with the address of a dynamodb-admin that serves pages.
async function withAdmin(program) {
  const port = await freePort();
  const admin = spawn('node_modules/.bin/dynamodb-admin', ['--port', String(port), '--host', '127.0.0.1'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DYNAMO_ENDPOINT: process.env.AWS_ENDPOINT_URL_DYNAMODB },
  });
  const exited = once(admin, 'exit');
  const address = `http://127.0.0.1:${port}`;
  try {
    while (!(await fetch(address).catch(() => undefined))) {
      assert.equal(admin.exitCode, null);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    await program(address);
  } finally {
    admin.kill();
    await exited;
  }
}

before(async () => {
  const client = new DynamoDBClient({});
  await client.send(
    new CreateTableCommand({
      TableName, BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  await client.send(new PutItemCommand({ TableName, Item: { id: { S: 'needle' }, hay: { N: '42' } } }));
});

test('the pages of dynamodb-admin show tables and items', { timeout: 60_000 }, () =>
  withAdmin(async address => {
    const page = path => fetch(address + path).then(answer => answer.text());
    assert.match(await page('/'), /js-admin/);
    assert.match(await page(`/tables/${TableName}/items`), /needle/);
    assert.match(await page(`/tables/${TableName}/items/needle`), /needle/);
    assert.match(await page(`/tables/${TableName}/meta`), /PAY_PER_REQUEST/);
  }));

test('in a browser, a click on a table lists its items, and a click on an item opens it', { timeout: 90_000 }, () =>
  withAdmin(async address => {
    const browser = await startBrowser();
    try {
      await browser.open(address);
      await browser.click(TableName);
      assert.match(await browser.text('#items-container', /needle/), /needle/);
      await browser.click('View');
      assert.match(await browser.url(), /needle/);
      assert.match(await browser.text('.ace_content', /hay/), /"hay": 42/);
    } finally {
      await browser.close();
    }
  }));
