import { Moment, type Value } from './value.ts';

const DAY = 86_400_000;

/** A span of time; outside templates it is its number of seconds. */
export class TimeDelta extends Moment {
  readonly typeName = 'timedelta';
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super();
    this.milliseconds = milliseconds;
  }

  /** As Python prints it: `1 day, 2:30:00`. */
  text(): string {
    const days = Math.floor(this.milliseconds / DAY);
    const rest = this.milliseconds - days * DAY;
    const seconds = Math.floor(rest / 1000);
    const pad = (value: number) => String(value).padStart(2, '0');
    const clock = `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
    const fraction = rest % 1000 === 0 ? '' : `.${String(Math.round((rest % 1000) * 1000)).padStart(6, '0')}`;
    const prefix = days === 0 ? '' : `${days} day${Math.abs(days) === 1 ? '' : 's'}, `;
    return `${prefix}${clock}${fraction}`;
  }

  override attribute(name: string): Value {
    const days = Math.floor(this.milliseconds / DAY);
    if (name === 'days') return days;
    if (name === 'seconds') return Math.floor((this.milliseconds - days * DAY) / 1000);
    if (name === 'microseconds') return Math.round((this.milliseconds - days * DAY) * 1000) % 1_000_000;
    return undefined;
  }
}
