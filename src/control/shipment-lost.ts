import { ControlError } from './control-error.ts';

/** Of something that was being sent piece by piece. */
export const shipmentLost = (what: 'body' | 'value'): ControlError =>
  new ControlError(
    'control_body_lost',
    `the connection to the process that holds the data directory was lost while a ${what} was being sent, and nothing ` +
      'of it is kept: send it again from its beginning',
  );
