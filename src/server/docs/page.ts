import { DOCS_SCRIPT } from './script.ts';
import { DOCS_STYLE } from './style.ts';

/** The page at `/docs`: everything it needs is in it, and what it shows is `/api/openapi.json`. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>NoETL API</title>
<link rel="icon" href="data:,">
<style>${DOCS_STYLE}</style>
</head>
<body>
<header>
  <h1>NoETL API</h1>
  <p id="about">Reading <a href="/api/openapi.json">/api/openapi.json</a> …</p>
  <input id="find" type="search" placeholder="Find a route: execute, /api/catalog, DELETE …" aria-label="Find a route">
</header>
<main id="routes"></main>
<script>${DOCS_SCRIPT}</script>
</body>
</html>
`;
