import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { start } from 'gramme';

async function connect(server, ...options) {
  const client = new Client({ name: 'test', version: '1' });
  const args = ['gramme', 'mcp', '--endpoint', server.endpoint, ...options];
  await client.connect(new StdioClientTransport({ command: 'npx', args, stderr: 'inherit', env: process.env }));
  return client;
}

const text = result => result.content[0].text;

test('a client lists the tools and reads tables', async () => {
  const server = await start();
  Object.assign(process.env, server.env);
  await new DynamoDBClient().send(
    new CreateTableCommand({
      TableName: 'things',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  const client = await connect(server);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(tool => tool.name).sort(), ['describe_table', 'explain_costs', 'find_throttling', 'get_item', 'list_tables', 'model_table', 'partiql', 'query', 'scan']);
  assert.ok(tools.every(tool => tool.annotations.readOnlyHint));
  assert.deepEqual(JSON.parse(text(await client.callTool({ name: 'list_tables', arguments: {} }))), { tables: ['things'] });
  const refused = await client.callTool({ name: 'partiql', arguments: { statement: "DELETE FROM things WHERE id = 'a'" } });
  assert.equal(refused.isError, true);
  await assert.rejects(async () => {
    const result = await client.callTool({ name: 'put_item', arguments: { table: 'things', item: { id: { S: 'a' } } } });
    assert.notEqual(result.isError, true);
  });
  await client.close();
  await server.stop();
});

test('with the option write, a client stores items', async () => {
  const server = await start();
  const client = await connect(server, '--write');
  const { tools } = await client.listTools();
  assert.equal(tools.find(tool => tool.name === 'put_item').annotations.readOnlyHint, false);
  const missing = await client.callTool({ name: 'put_item', arguments: { table: 'none', item: { id: { S: 'a' } } } });
  assert.equal(missing.isError, true);
  assert.match(text(missing), /ResourceNotFoundException/);
  await client.close();
  await server.stop();
});
