// AWS Signature Version 4 with the browser's own cryptography.

const utf8 = new TextEncoder();
const hex = buffer => [...new Uint8Array(buffer)].map(byte => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async text => hex(await crypto.subtle.digest('SHA-256', utf8.encode(text)));

async function hmac(key, text) {
  const secret = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', secret, utf8.encode(text)));
}

/** Browsers offer their cryptography only to pages on this machine or over TLS. */
export const canSign = () => !!globalThis.crypto?.subtle;

/** The time as AWS writes it, such as 20261125T190000Z. */
export const amzDate = time => time.toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * The headers of a signed POST to the path "/".
 *
 * @param headers the headers to sign, with lower-case names; must contain host
 */
export async function sign({ headers, body, region, service, accessKey, secretKey, sessionToken, time }) {
  const date = amzDate(time);
  const day = date.slice(0, 8);
  const signed = { ...headers, 'x-amz-date': date, ...(sessionToken ? { 'x-amz-security-token': sessionToken } : {}) };
  const names = Object.keys(signed).sort();
  const canonical = ['POST', '/', '', ...names.map(name => `${name}:${signed[name].trim()}`), '', names.join(';'), await sha256(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, await sha256(canonical)].join('\n');
  let key = utf8.encode('AWS4' + secretKey);
  for (const part of [day, region, service, 'aws4_request']) key = await hmac(key, part);
  const signature = hex(await hmac(key, text));
  return {
    'x-amz-date': date,
    ...(sessionToken ? { 'x-amz-security-token': sessionToken } : {}),
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}
