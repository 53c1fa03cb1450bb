import { defineBuiltins, type Run } from '../../builtin.ts';
import { ownList } from '../../value/owned.ts';
import { Tuple } from '../../value/value.ts';
import { flagOr, integerOr, isGiven, nonEmptyText } from '../arguments.ts';
import { splitLines } from '../text/lines.ts';
import { partition, splitText, splitTextRight } from '../text/split.ts';
import { onText } from './on-text.ts';

const splitting = (name: string, split: typeof splitText): Run =>
  onText((text, [sep, maxsplit], runtime) => {
    const separator = isGiven(sep) ? nonEmptyText(sep, `the separator of '${name}'`) : undefined;
    const limit = integerOr(maxsplit, -1, `the argument 'maxsplit' of '${name}'`);
    runtime.produce(text.length);
    return ownList(split(text, separator, limit));
  });

const partitioning = (name: string, fromRight: boolean): Run =>
  onText((text, [sep], runtime) => {
    runtime.produce(text.length);
    return Tuple.of_(partition(text, nonEmptyText(sep, `the separator of '${name}'`), fromRight));
  });

export const SPLIT_METHODS = defineBuiltins('method of str', {
  split: [['sep?', 'maxsplit?'], splitting('split', splitText)],
  rsplit: [['sep?', 'maxsplit?'], splitting('rsplit', splitTextRight)],
  splitlines: [
    ['keepends?'],
    onText((text, [keepends], runtime) => {
      runtime.produce(text.length);
      return ownList(splitLines(text, flagOr(keepends, false)));
    }),
  ],
  partition: [['sep'], partitioning('partition', false)],
  rpartition: [['sep'], partitioning('rpartition', true)],
});
