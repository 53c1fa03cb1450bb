// A small API for the examples: orders in pages, customers, and now and then a 503. Nothing leaves this machine.
//
//   node examples/lib/api.mjs [PORT]      without PORT on a free one; prints its address, ends with Ctrl-C
import { createServer } from 'node:http';

const COUNTRIES = ['BR', 'JP', 'PT'];
const CUSTOMERS = COUNTRIES.map((country, at) => ({ id: at + 1, country }));
const ORDERS = Array.from({ length: 18 }, (_, at) => ({
  id: at + 1,
  customer: (at % CUSTOMERS.length) + 1,
  amount: 10 + at,
}));

/** Every seventh request is refused once, as APIs do when they are busy. */
const REFUSED_EVERY = 7;
let requests = 0;

const server = createServer((request, response) => {
  requests++;
  if (requests % REFUSED_EVERY === 0) return answer(response, 503, { error: 'busy, try again' });
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/orders') return answer(response, 200, page(searchParams));
  if (pathname === '/customers') return answer(response, 200, CUSTOMERS);
  return answer(response, 404, { error: `there is no ${pathname}: try /orders or /customers` });
});

server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});

function page(query) {
  const size = Math.max(1, Number(query.get('size') ?? 5));
  const number = Math.max(1, Number(query.get('page') ?? 1));
  const end = number * size;
  return {
    data: ORDERS.slice(end - size, end),
    paging: { page: number, has_more: end < ORDERS.length },
  };
}

function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
