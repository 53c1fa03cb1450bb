/** Where a step runs if nobody says otherwise. */
export const SHARED_POOL = 'shared';

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** What pools of workers may be called, in words for people. */
export const POOL_NAMES = 'up to 64 letters, digits, _, - and .';

export const isPoolName = (name: string): boolean => NAME.test(name);
