import { anyOf, anything, flag, object, text, values } from '../json-schema.ts';

export const http = object(
  'Sends a request; `data` of the result holds the body.',
  {
    url: text('Where the request goes.', 'https://api.example.com/items/{{ workload.id }}'),
    method: anyOf(
      'The method; GET if not given.',
      { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] },
      { $ref: '#/$defs/template' },
    ),
    headers: values('Headers of the request.', { accept: 'application/json' }),
    params: anyOf('The query of the address.', { type: 'object' }, { $ref: '#/$defs/template' }),
    body: anything('The body: a text is sent as it is, anything else as JSON.'),
    json: anything('The body, sent as JSON.'),
    form: values('The body, sent as a form.'),
    follow_redirects: flag('Whether redirects are followed.', true),
    verify_ssl: flag('Whether certificates are checked.', true),
    response_type: text('How the body is read.', 'json', 'text', 'binary'),
  },
  { open: true, required: ['url'] },
);
