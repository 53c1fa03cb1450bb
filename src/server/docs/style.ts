/** Follows the light or dark wish of the system. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { margin: .2rem 0; } h2 { margin: 1.6rem 0 .4rem; text-transform: capitalize; }
code, pre, textarea, .path { font: 13px/1.45 ui-monospace, monospace; }
#find { width: 100%; padding: .5rem; font: inherit; box-sizing: border-box; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .35rem 0; }
summary { cursor: pointer; padding: .45rem .6rem; display: flex; gap: .7rem; align-items: baseline; flex-wrap: wrap; }
summary .what { opacity: .8; }
.method { font-weight: 700; min-width: 4.2em; }
.GET { color: #2477b3; } .POST { color: #2c8a3d; } .PUT { color: #a86a00; } .DELETE { color: #c2362b; }
.deprecated .path { text-decoration: line-through; }
.inside { padding: 0 .8rem .8rem; border-top: 1px solid var(--line); }
pre { background: var(--soft); padding: .6rem; overflow: auto; max-height: 28rem; border-radius: 4px; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top; }
textarea { width: 100%; box-sizing: border-box; min-height: 6rem; }
td.name { white-space: nowrap; } .fields { margin-bottom: .5rem; } .fields td:nth-child(2) { opacity: .8; }
input.value { font: 13px ui-monospace, monospace; width: 16rem; padding: .2rem; }
button { font: inherit; padding: .3rem .9rem; margin: .5rem 0; }
`;
