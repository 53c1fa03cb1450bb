/**
 * Runs in the browser: reads the OpenAPI document, shows its routes by chapter, sends requests to try them.
 * Texts go into the page as text, never as markup.
 */
export const DOCS_SCRIPT = `
const make = (tag, attributes = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};
const json = value => JSON.stringify(value, null, 2);

const resolve = (schema, root) => schema?.$ref ? schema.$ref.slice(2).split('/').reduce((at, key) => at[key], root) : schema;

/* A value that has the form of a schema, to begin with. */
const sample = (schema = {}, depth = 0) => {
  if ('const' in schema) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  const first = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (first) return sample(first, depth);
  if (depth > 5) return null;
  switch (schema.type) {
    case 'object': return Object.fromEntries(Object.entries(schema.properties ?? {})
      .filter(([name]) => (schema.required ?? []).includes(name)).map(([name, inner]) => [name, sample(inner, depth + 1)]));
    case 'array': return [];
    case 'integer': case 'number': return schema.minimum ?? 0;
    case 'boolean': return false;
    case 'string': return '';
    default: return null;
  }
};

/* What may be written: 'integer', 'text or integer', 'json | mermaid', 'list of text'. */
const form = (schema = {}) => {
  if ('const' in schema) return String(schema.const);
  const forms = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (forms) return [...new Set(forms.map(form))].join(forms.every(each => 'const' in each) ? ' | ' : ' or ');
  if (schema.type === 'array') return 'list' + (schema.items?.type ? ' of ' + form(schema.items) : '');
  return schema.type === 'string' ? 'text' : (schema.type ?? 'any JSON');
};

/* A text in which \`code\` is shown as such. */
const prose = (text = '') => text.split('\`').map((part, index) => index % 2 === 0 ? part : make('code', { textContent: part }));

const nameCell = (name, required) => make('td', { className: 'name' }, make('code', { textContent: name }), required ? ' *' : '');

const parameterRow = ({ name, in: place, required, schema, description }) => {
  const input = make('input', { className: 'value', placeholder: form(schema), title: form(schema), required });
  input.dataset.name = name;
  input.dataset.place = place;
  return make('tr', {}, nameCell(name, required), make('td', { textContent: place }), make('td', {}, input), make('td', {}, ...prose(description)));
};

/* The fields of a body, and of what is in them: a.b for a field of an object, a[].b for one of the objects of a list. */
const fieldRows = (schema = {}, before = '') => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    make('tr', {}, nameCell(before + name, (schema.required ?? []).includes(name)), make('td', { textContent: form(inner) }), make('td', {}, ...prose(inner.description))),
    ...fieldRows(inner, before + name + '.'),
    ...fieldRows(inner.items, before + name + '[].'),
  ]),
  ...(schema.anyOf ?? []).flatMap(each => [...fieldRows(each, before), ...fieldRows(each.items, before.replace(/\\.$/, '[].'))]),
];

const bodyTable = schema => {
  const rows = fieldRows(schema);
  return rows.length === 0 ? [] : [make('table', { className: 'fields' }, make('tbody', {}, ...rows))];
};

const send = async (method, path, inside, body, answer) => {
  let url = path;
  const query = new URLSearchParams();
  for (const { value, dataset: { name, place } } of inside.querySelectorAll('input.value')) {
    if (place === 'path') url = url.replace('{' + name + '}', value.split('/').map(encodeURIComponent).join('/'));
    else if (value !== '') query.append(name, value);
  }
  if ([...query].length > 0) url += '?' + query;
  answer.textContent = method + ' ' + url + ' …';
  try {
    const response = await fetch(url, { method, ...(body ? { body: body.value, headers: { 'content-type': 'application/json' } } : {}) });
    const text = await response.text();
    let shown = text;
    try { shown = json(JSON.parse(text)); } catch { /* no JSON: shown as it is */ }
    answer.textContent = method + ' ' + url + '\\n' + response.status + ' ' + response.statusText + '\\n\\n' + shown;
  } catch (error) { answer.textContent = String(error); }
};

const fill = (inside, method, path, operation, root) => {
  const { description, parameters = [], requestBody, responses } = operation;
  if (description) inside.append(make('p', { textContent: description }));
  if (parameters.length > 0) inside.append(make('table', {}, make('tbody', {}, ...parameters.map(parameterRow))));
  const schema = requestBody && resolve(Object.values(requestBody.content)[0].schema, root);
  const body = schema && make('textarea', { value: json(sample(schema)), spellcheck: false });
  if (schema) inside.append(make('h4', { textContent: requestBody.required ? 'Body' : 'Body, which may be left away' }), ...bodyTable(schema), body, make('details', {}, make('summary', { textContent: 'Schema' }), make('pre', { textContent: json(schema) })));
  const [status, { content }] = Object.entries(responses)[0];
  const [type, { schema: answered }] = Object.entries(content)[0];
  inside.append(make('details', {}, make('summary', { textContent: 'Answer: ' + status + ', ' + type }), make('pre', { textContent: json(resolve(answered, root)) })));
  const answer = make('pre', { hidden: true });
  const button = make('button', { textContent: 'Send' });
  button.onclick = () => { answer.hidden = false; send(method, path, inside, body, answer); };
  if (type !== 'text/event-stream') inside.append(button, answer);
};

const entry = (method, path, operation, root) => {
  const summary = make('summary', {}, make('span', { className: 'method ' + method, textContent: method }),
    make('span', { className: 'path', textContent: path }), make('span', { className: 'what', textContent: operation.summary }));
  const inside = make('div', { className: 'inside' });
  const element = make('details', { className: operation.deprecated ? 'deprecated' : '' }, summary, inside);
  element.dataset.words = (method + ' ' + path + ' ' + operation.summary + ' ' + operation.operationId).toLowerCase();
  element.id = operation.operationId;
  element.addEventListener('toggle', () => { if (inside.childNodes.length === 0) fill(inside, method, path, operation, root); });
  return element;
};

const show = api => {
  const about = document.getElementById('about');
  about.replaceChildren('Version ' + api.info.version + '. ' + api.info.description + ' The document: ', make('a', { href: '/api/openapi.json', textContent: '/api/openapi.json' }));
  const chapters = new Map(api.tags.map(({ name }) => [name, make('section', {}, make('h2', { textContent: name }))]));
  for (const [path, operations] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(operations))
      chapters.get(operation.tags[0]).append(entry(method.toUpperCase(), path, operation, api));
  document.getElementById('routes').replaceChildren(...chapters.values());
  document.getElementById('find').oninput = ({ target: { value } }) => {
    const words = value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const section of chapters.values()) {
      const entries = [...section.querySelectorAll(':scope > details')];
      for (const each of entries) each.hidden = !words.every(word => each.dataset.words.includes(word));
      section.hidden = entries.every(each => each.hidden);
    }
  };
  const wanted = document.getElementById(location.hash.slice(1));
  if (wanted) { wanted.open = true; wanted.scrollIntoView(); }
};

fetch('/api/openapi.json').then(response => response.json()).then(show, error => {
  document.getElementById('about').textContent = String(error);
});
`;
