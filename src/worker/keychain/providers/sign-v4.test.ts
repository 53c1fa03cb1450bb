import { describe, expect, it } from 'vitest';
import { signV4 } from './sign-v4.ts';

const keys = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: undefined,
};
const request = {
  method: 'GET',
  url: new URL('https://example.amazonaws.com/'),
  headers: {},
  body: '',
  region: 'us-east-1',
  service: 'service',
};
const NOW = Date.UTC(2015, 7, 30, 12, 36, 0);

/** The requests and signatures that AWS publishes with Signature Version 4. */
describe('a request to AWS', () => {
  it('is signed as AWS signs its example', () => {
    expect(signV4(request, keys, NOW)).toEqual({
      'x-amz-date': '20150830T123600Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
        'SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    });
  });

  it('is signed with its query in order', () => {
    const url = new URL('https://example.amazonaws.com/?Param2=value2&Param1=value1');
    expect(signV4({ ...request, url }, keys, NOW).authorization).toContain(
      'Signature=b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    );
  });

  it('has its session token signed with it', () => {
    const signed = signV4(request, { ...keys, sessionToken: 'session' }, NOW);
    expect(signed).toMatchObject({ 'x-amz-security-token': 'session' });
    expect(signed.authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token');
  });
});
