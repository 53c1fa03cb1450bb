import { flag, object, text, textList } from './json-schema.ts';

export const metadata = object(
  'What the playbook is called and how it is found.',
  {
    name: text('The name of the playbook.', 'sync_orders'),
    path: text('Key in the catalog; the name if not given.', 'shop/sync_orders'),
    version: { type: ['string', 'number'], description: 'A version of your own.' },
    description: text('What the playbook does, in a sentence or two.'),
    labels: {
      type: 'object',
      description: 'Words to find and group playbooks by.',
      additionalProperties: { type: 'string' },
      examples: [{ team: 'data' }],
    },
    tags: textList('Words to find the playbook by.'),
    capabilities: textList('What the playbook can do for others.'),
    exposed_in_ui: flag('Whether people can start it from the UI.', false),
    exposes_as_mcp: flag('Whether it is offered as a tool to MCP clients.', true),
    agent: flag('Whether it acts as an agent.', false),
  },
  { required: ['name'], open: true },
);
