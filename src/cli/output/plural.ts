/** `1 step`, `2 steps`. */
export const plural = (count: number, word: string): string => `${count} ${count === 1 ? word : `${word}s`}`;
