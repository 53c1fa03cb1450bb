#!/usr/bin/env node
// Stands in for curl on machines that have none, as far as the pages use it: -s, -N, -X, -H, -d and an address.
const [headers, options] = [{}, {}];
let address = '';
const words = process.argv.slice(2);
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (word === '-X') options.method = words.shift();
  else if (word === '-d') options.body = words.shift();
  else if (word === '-H') {
    const [name, ...value] = words.shift().split(':');
    headers[name] = value.join(':').trim();
  } else if (!/^-[sN]+$/.test(word)) address = word;
}
const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
const url = /^https?:/.test(address) ? address : `http://${address}`;
const response = await fetch(url, { ...options, method, headers });
for await (const chunk of response.body ?? []) process.stdout.write(chunk);
