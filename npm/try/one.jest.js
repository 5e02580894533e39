const { roundTrip } = require('./table.js');

test('a test file finds the server (one)', async () => {
  expect(await roundTrip('jest-one')).toEqual({ id: { S: '1' }, name: { S: 'jest-one' } });
});
