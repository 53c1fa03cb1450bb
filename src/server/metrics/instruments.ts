import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Seconds: from a commit to a long execution. */
export const SHORT = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
export const LONG = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14_400];

/** Makes metrics that are part of one page. */
export interface Instruments {
  counter(name: string, help: string, ...labelNames: string[]): Counter;
  /** Counts by `outcome`, each of which is there from the start. */
  outcomes(name: string, help: string, ...words: string[]): Counter;
  histogram(name: string, help: string, buckets: number[], ...labelNames: string[]): Histogram;
  /** Read when the page is asked for. */
  gauge(name: string, help: string, read: () => number): void;
}

export function instruments(registry: Registry): Instruments {
  const registers = [registry];
  const counter: Instruments['counter'] = (name, help, ...labelNames) =>
    new Counter({ name, help, labelNames, registers });
  return {
    counter,
    outcomes: (name, help, ...words) => {
      const counted = counter(name, help, 'outcome');
      for (const outcome of words) counted.inc({ outcome }, 0);
      return counted;
    },
    histogram: (name, help, buckets, ...labelNames) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
  };
}
