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
    systemClock.at(1_000_000 + 100 * DAY, callback);
    vi.advanceTimersByTime(100 * DAY - 1);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
  });

  it('can be cancelled, also after it has waited once', () => {
    const callback = vi.fn();
    const cancels = [10, 60 * DAY].map(wait => systemClock.at(1_000_000 + wait, callback));
    vi.advanceTimersByTime(1);
    cancels[0]?.();
    vi.advanceTimersByTime(30 * DAY);
    cancels[1]?.();
    vi.advanceTimersByTime(60 * DAY);
    expect(callback).not.toHaveBeenCalled();
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
