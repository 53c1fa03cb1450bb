import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import { ControlError } from './control-error.ts';
import { readText } from './read-message.ts';

/** Playbooks that somebody registers, deletes or restores while another process holds the directory. */
export type CatalogOrder =
  | { readonly do: 'register_playbook'; readonly content: string }
  | { readonly do: 'remove_playbook' | 'restore_playbook'; readonly path: string; readonly version?: string };

/**
 * The catalog of the holder. It answers in the words of the API. What it refuses it throws as
 * `control_catalog_refused`.
 */
export interface HeldCatalog {
  register(content: string): Promise<PlainValue>;
  /** Without a version: all of them. */
  remove(path: string, version?: string): Promise<PlainValue>;
  restore(path: string, version?: string): Promise<PlainValue>;
}

export function readCatalogOrder(message: PlainMapping): CatalogOrder {
  if (message.do === 'register_playbook')
    return { do: 'register_playbook', content: readText(message, 'content') };
  return {
    do: message.do === 'remove_playbook' ? 'remove_playbook' : 'restore_playbook',
    path: readText(message, 'path'),
    ...(message.version === undefined ? {} : { version: readText(message, 'version') }),
  };
}

export const isCatalogOrder = (request: { readonly do: string }): request is CatalogOrder =>
  request.do.endsWith('_playbook');

export async function serveCatalog(
  catalog: HeldCatalog | undefined,
  order: CatalogOrder,
): Promise<PlainValue> {
  if (!catalog) throw new ControlError('control_failed', 'this process keeps no catalog');
  switch (order.do) {
    case 'register_playbook':
      return catalog.register(order.content);
    case 'remove_playbook':
      return catalog.remove(order.path, order.version);
    case 'restore_playbook':
      return catalog.restore(order.path, order.version);
  }
}
