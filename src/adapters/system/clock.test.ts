import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

const DAY = 86_400_000;

describe('the system clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('calls back once, at the time', () => {
    const callback = vi.fn();
    systemClock.at(1_000_500, callback);
    vi.advanceTimersByTime(499);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(DAY);
    expect(callback).toHaveBeenCalledOnce();
  });

  it('calls back soon, but not before it has returned, for a time that has passed', () => {
    const callback = vi.fn();
    systemClock.at(0, callback);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
  });

  it('waits longer than the 24.8 days a timer can', () => {
    const callback = vi.fn();
    systemClock.at(1_000_000 + 26 * DAY, callback);
    vi.advanceTimersByTime(26 * DAY - 1);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
  });

  it('can be cancelled, also after it has waited once', () => {
    const callback = vi.fn();
    const cancels = [10, 6 * DAY].map(wait => systemClock.at(1_000_000 + wait, callback));
    vi.advanceTimersByTime(1);
    cancels[0]?.();
    vi.advanceTimersByTime(3 * DAY);
    cancels[1]?.();
    vi.advanceTimersByTime(6 * DAY);
    expect(callback).not.toHaveBeenCalled();
  });

  it('notices within a minute that the clock was set forward', () => {
    const callback = vi.fn();
    systemClock.at(1_000_000 + DAY, callback);
    vi.setSystemTime(1_000_000 + 2 * DAY);
    vi.advanceTimersByTime(60_000);
    expect(callback).toHaveBeenCalledOnce();
  });

  it.each([-DAY, DAY])('measures a length of time while the clock is set by %i', jump => {
    const callback = vi.fn();
    systemClock.after(1_000, callback);
    vi.setSystemTime(1_000_000 + jump);
    vi.advanceTimersByTime(999);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
  });

  it('measures a length of time longer than a timer can, and can be cancelled', () => {
    const [early, late] = [vi.fn(), vi.fn()];
    systemClock.after(60 * DAY, late);
    const cancel = systemClock.after(30 * DAY, early);
    vi.advanceTimersByTime(29 * DAY);
    cancel();
    vi.advanceTimersByTime(31 * DAY - 1);
    expect(late).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(late).toHaveBeenCalledOnce();
    expect(early).not.toHaveBeenCalled();
  });

  it('does not call back early when the clock is set back meanwhile', () => {
    const callback = vi.fn();
    systemClock.at(1_001_000, callback);
    vi.setSystemTime(500_000);
    vi.advanceTimersByTime(1_000);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500_000);
    expect(callback).toHaveBeenCalledOnce();
  });
});
