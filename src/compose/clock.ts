export { systemClock } from '../adapters/system/clock.ts';
