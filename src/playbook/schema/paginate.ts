import { choice, integer, object, ref, text, values } from './json-schema.ts';

export const paginate = object(
  'Fetches page after page inside one execution of the task and collects what they hold.',
  {
    while: ref(
      'condition',
      'Another page is fetched while this is true; sees `response`, `page`, `status_code`, `headers`, `iteration`.',
    ),
    next: values('Changes to the request for the next page.', {
      params: { page: '{{ response.page + 1 }}' },
    }),
    collect: object('What is kept of each page.', {
      path: text('Dotted path into the body; without it the whole body.', 'data.items'),
      strategy: choice('How pages are put together.', 'append', 'extend', 'replace', 'merge'),
      into: {
        type: 'string',
        default: 'pages',
        description: 'Name under which conditions see what was collected.',
      },
    }),
    max_pages: integer('Stops after so many pages.', 1, 100),
    sink: ref('sink'),
  },
  { required: ['while'] },
);
