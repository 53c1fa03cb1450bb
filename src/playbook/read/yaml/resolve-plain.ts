import type { ScalarValue } from '../node.ts';

const NULL = /^(?:null|Null|NULL|~|)$/;
const TRUE = /^(?:true|True|TRUE)$/;
const FALSE = /^(?:false|False|FALSE)$/;
const INTEGER = /^[-+]?\d+$/;
const OCTAL = /^0o[0-7]+$/;
const HEX = /^0x[\da-fA-F]+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+\.\d*|(?:\.\d+|\d+(?:\.\d*)?)[eE][-+]?\d+)$/;
const INFINITY = /^[-+]?\.(?:inf|Inf|INF)$/;
const NAN = /^\.(?:nan|NaN|NAN)$/;

/** What an unquoted text means in YAML 1.2's core schema; integers are never rounded. */
export function resolvePlain(text: string): ScalarValue {
  // Most texts are neither numbers nor words of YAML, and their first sign tells.
  if (!/^[-+.\d~nNtTfF]|^$/.test(text)) return text;
  if (NULL.test(text)) return null;
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  if (INTEGER.test(text)) return exact(text.startsWith('+') ? text.slice(1) : text);
  if (OCTAL.test(text) || HEX.test(text)) return exact(text);
  if (FLOAT.test(text)) return Number(text);
  if (INFINITY.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return NAN.test(text) ? Number.NaN : text;
}

function exact(digits: string): number | bigint {
  const integer = digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits);
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}
