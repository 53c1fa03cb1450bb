export { systemClock } from './clock.ts';
export { createIdSource, type IdSourceOptions } from './id-source.ts';
