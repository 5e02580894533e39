import { expect, test } from 'vitest';
import { roundTrip } from './table.js';

test('a test file finds the server (one)', async () => {
  expect(await roundTrip('vitest-one')).toEqual({ id: { S: '1' }, name: { S: 'vitest-one' } });
});
