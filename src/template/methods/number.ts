import { defineBuiltins, type Registry } from '../builtin.ts';
import { isFloat, type Numeric } from '../value/kinds.ts';
import { toNumber } from '../value/number.ts';

export const FLOAT_METHODS: Registry = defineBuiltins('method of float', {
  is_integer: [[], self => Number.isInteger(toNumber(self as Numeric))],
});

export const INT_METHODS: Registry = defineBuiltins('method of int', {
  is_integer: [[], self => !isFloat(self)],
  bit_length: [[], self => bitLength(BigInt(self as number | bigint | boolean))],
});

function bitLength(value: bigint): number {
  const size = value < 0n ? -value : value;
  return size === 0n ? 0 : size.toString(2).length;
}
