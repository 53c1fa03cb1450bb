import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { NeedRef } from '../../core/decide/need-ref.ts';
import { baseContext, extendContext, type RenderContext } from '../../core/render-context.ts';
import type { Result } from '../../core/result.ts';
import type { State } from '../../core/state.ts';
import { plainData } from '../../core/view/plain-data.ts';
import { compile, type Host, TemplateError } from '../../template/index.ts';
import { HttpError, unprocessable } from '../http-error.ts';
import type { ServerServices } from '../services.ts';
import { uriOf } from './moments.ts';

/** Renders every text of a value in the context of an execution. 422 if a template cannot be evaluated. */
export async function renderIn(
  services: ServerServices,
  state: State,
  template: PlainValue,
  extra: PlainMapping,
): Promise<PlainValue> {
  const loaded = new Map<string, PlainValue>();
  const context = extendContext(baseContext(state, { load: result => dataOf(result, loaded) }), extra);
  const host: Host = { now: () => services.clock.now() };
  for (;;) {
    try {
      return renderDeep(template, context, host);
    } catch (error) {
      if (error instanceof TemplateError)
        throw unprocessable(`the template cannot be rendered: ${error.message}`);
      if (!(error instanceof NeedRef)) throw error;
      loaded.set(error.uri, await required(services, error.uri));
    }
  }
}

/** Rendering is synchronous: what is stored is loaded when it is asked for, and the rendering taken again. */
function dataOf(result: Result, loaded: ReadonlyMap<string, PlainValue>): PlainValue | undefined {
  if (result.kind === 'inline') return result.data;
  const uri = uriOf(result);
  if (uri === undefined) return undefined;
  const value = loaded.get(uri);
  if (value === undefined) throw new NeedRef(uri);
  return value;
}

async function required({ follow }: ServerServices, uri: string): Promise<PlainValue> {
  const value = await follow(uri);
  if (value === undefined) throw new HttpError(410, `the stored value ${uri} is not kept any more`);
  return value;
}

function renderDeep(value: PlainValue, context: RenderContext, host: Host): PlainValue {
  if (typeof value === 'string') return plainData(compile(value).evaluate(context, host));
  if (Array.isArray(value)) return value.map(item => renderDeep(item, context, host));
  if (!isMapping(value)) return value;
  return mappingOf(
    Object.entries(value).map(([key, item]) => [
      compile(key).renderText(context, host),
      renderDeep(item, context, host),
    ]),
  );
}
