import type { ProblemCode } from '../problem-codes.ts';
import { LIMITS } from './yaml/limits.ts';

export interface TextProblem {
  readonly code: ProblemCode;
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/**
 * Characters that no text has, and which tell of a binary file, a wrong encoding or old line ends:
 * control characters, a carriage return without line feed, the sign for undecodable bytes, half pairs.
 */
const NOT_TEXT = /(?![\t\n\r\u0085])\p{Cc}|\r(?!\n)|\ufffd|\p{Cs}/u;

/** Refuses what is no text of reasonable size, before anything tries to understand it. */
export function checkText(text: string): TextProblem | undefined {
  if (text.length > LIMITS.characters) {
    const limit = LIMITS.characters.toLocaleString('en');
    return {
      code: 'yaml_too_large',
      offset: 0,
      message: `the text has ${text.length.toLocaleString('en')} characters, a playbook may have ${limit}`,
      hint: 'keep data in files or a database, and read it in a step',
    };
  }
  const offset = text.search(NOT_TEXT);
  return offset === -1 ? undefined : notText(text, offset);
}

function notText(text: string, offset: number): TextProblem {
  const character = text[offset]!;
  if (character === '\r') {
    const message = 'the lines end with a carriage return only';
    return { code: 'text_not_utf8', offset, message, hint: 'save the file with line feeds (LF or CRLF)' };
  }
  const broken = character === '\ufffd' || character >= '\ud800';
  const message = broken
    ? 'the text is not valid UTF-8 here'
    : `the text contains the control character U+${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
  const hint = broken
    ? 'save the file as UTF-8'
    : 'a playbook is a text file in UTF-8; in double quotes such a character is written as an escape';
  return { code: 'text_not_utf8', offset, message, hint };
}
