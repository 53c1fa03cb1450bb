import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../../common/plain-value.ts';
import { callHttp } from '../call-http.ts';
import { SecretError } from '../secret-error.ts';
import {
  decodeBase64,
  type Provider,
  type ProviderCall,
  partOf,
  settingOf,
  splitPart,
  withoutSlash,
} from './provider.ts';

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Secrets of Kubernetes, by the service account of the pod. A place is `[namespace/]name[#key]`. The certificate of
 * the cluster is trusted where NODE_EXTRA_CA_CERTS names it.
 */
export const k8s: Provider = {
  isKept: true,
  open: async call => {
    const server = serverOf(call);
    const token =
      settingOf(call, ['token', 'access_token'], []) ??
      (await accountFile(call, 'token', '`auth` with a `token`'));
    call.run.redactor.learn(token);
    const config = mappingOf([['headers', mappingOf([['Authorization', `Bearer ${token}`]])]]);
    return async (what, place) => {
      const [path, key] = splitPart(place);
      const [name, namespace = await namespaceOf(call)] = path.split('/').reverse() as [string, string?];
      const url = `${server}/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets/${encodeURIComponent(name)}`;
      const answer = await callHttp(call.run, what, { wanted: 'secret', url, config });
      return partOf(what, decoded(what, answer), key);
    };
  },
};

function serverOf(call: ProviderCall): string {
  const written = settingOf(call, ['endpoint', 'server'], []);
  if (written !== undefined) return withoutSlash(written);
  const host = call.run.services.env('KUBERNETES_SERVICE_HOST');
  const port = call.run.services.env('KUBERNETES_SERVICE_PORT') || '443';
  if (host) return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  throw new SecretError(
    `${call.what}: this runs in no pod of Kubernetes (KUBERNETES_SERVICE_HOST is not set): write \`endpoint\``,
  );
}

const namespaceOf = async (call: ProviderCall): Promise<string> =>
  settingOf(call, ['namespace'], []) ??
  accountFile(call, 'namespace', '`namespace`, or the place as namespace/name');

async function accountFile({ run, what }: ProviderCall, name: string, instead: string): Promise<string> {
  try {
    return (await run.services.secrets!.readFile(`${ACCOUNT}/${name}`)).trim();
  } catch (cause) {
    throw new SecretError(`${what}: ${ACCOUNT}/${name} cannot be read: write ${instead}`, { cause });
  }
}

function decoded(what: string, answer: PlainValue): PlainMapping {
  const data = isMapping(answer) ? answer.data : undefined;
  if (!isMapping(data)) throw new SecretError(`${what}: the secret is empty`);
  return mappingOf(Object.entries(data).map(([key, value]) => [key, decodeBase64(String(value))]));
}
