import { anything, choice, flag, list, object, ref, text, textList, values } from './json-schema.ts';

const entry = object(
  'A named secret, resolved on the worker just before it is needed and read as `keychain.<name>.<field>`.',
  {
    name: ref('name', 'The name templates and `auth` use.'),
    kind: {
      type: 'string',
      description: 'How the secret is obtained.',
      default: 'credential',
      examples: ['bearer', 'credential', 'secret_manager', 'oauth2', 'static', 'google_id_token', 'http'],
    },
    credential: text('Name of a stored credential.'),
    token: text('The token itself, as a template.', "{{ env('SHOP_TOKEN') }}"),
    provider: text('Where secrets are kept.', 'env', 'file', 'gcp', 'aws', 'azure', 'vault', 'k8s'),
    endpoint: text('Address that gives the token or the secret.'),
    auth: anything('Credential that opens the provider.'),
    map: values('Field of the secret → its place at the provider.'),
    scope: choice('Who shares the resolved secret.', 'global', 'local', 'shared', 'catalog'),
    ttl_seconds: anything('Seconds it is kept at most.'),
    renew_config: anything('How it is renewed: `endpoint`, `method`, `headers`, `data` or `json`.'),
    auto_renew: flag('Whether it is renewed before it expires.', false),
    residency: choice('How strictly `allowed_regions` is kept.', 'none', 'advisory', 'strict'),
    allowed_regions: textList('Regions the secret may be used in.'),
  },
  { required: ['name'], open: true },
);

export const keychain = list('Secrets the playbook needs.', entry);
