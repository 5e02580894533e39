import { start, type Gramme, type StartOptions } from 'gramme';

const options: StartOptions = { options: ['--like-aws'], env: { GRAMME_HEAP: '256' } };
await using server: Gramme = await start(options);
const address: string = server.env.AWS_ENDPOINT_URL_DYNAMODB;
console.log(address, server.port + 1);
// @ts-expect-error a port is a number
await start({ port: '8000' });
