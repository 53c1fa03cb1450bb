import { MASK } from '../redact/mask.ts';

/** Stands for a secret that is not fetched: whatever field is read of it is masked. */
export const maskedEntry = (): Readonly<Record<string, string>> =>
  new Proxy(Object.create(null), {
    get: (_, field) => (typeof field === 'string' ? MASK : undefined),
    has: (_, field) => typeof field === 'string',
    getOwnPropertyDescriptor: (_, field) =>
      typeof field === 'string'
        ? { value: MASK, configurable: true, enumerable: true, writable: false }
        : undefined,
  });
